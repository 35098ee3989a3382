import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, lazyFile, saveLink, saveLinks, site, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Touches the middle of an element, and gives what moves the finger sideways in steps, as a person does, and lifts it. */
const touch = async (page: Page, target: Locator) => {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to touch')
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 30)]
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', toX: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: toX, y }],
    })
  await send('touchStart', x)
  return {
    move: async (by: number) => {
      for (let step = 1; step <= 10; step += 1) await send('touchMove', x + (by * step) / 10)
    },
    lift: async () => {
      await send('touchEnd', x)
      await session.detach()
    },
  }
}
const drag = async (page: Page, target: Locator, by: number) => {
  const finger = await touch(page, target)
  await finger.move(by)
  await finger.lift()
}

for (const view of everyLook('list', 'grid'))
  test(`swipes archive and favourite in the ${view}, and a long press selects`, async ({
    signedIn: page,
  }) => {
    await saveLinks(page.request, ['One', 'Two', 'Three', 'Four'])
    const loaded = page.waitForResponse(lazyFile('features/library/phone/gestures.ts'))
    await page.goto(`/dashboard?view=${view}`)
    await expect(card(page, 'Four')).toBeVisible()
    await (await loaded).finished()

    await drag(page, card(page, 'Four'), -40)
    await expect(card(page, 'Four')).toBeVisible()
    await drag(page, card(page, 'Four'), -160)
    await expect(card(page, 'Four')).toHaveCount(0)
    await expect(page.getByText('Moved to the archive', { exact: true })).toBeVisible()
    const toast = await page.getByText('Moved to the archive').boundingBox()
    const bar = await page.getByRole('region', { name: 'Actions' }).boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(bar?.y ?? 0)

    await drag(page, card(page, 'Three'), 160)
    await page.goto('/dashboard?favorite=true')
    await expect(card(page, 'Three')).toBeVisible()
    await page.goto(`/dashboard?view=${view}`)
    await expect(card(page, 'Three')).toBeVisible()
    await page.waitForLoadState('networkidle')

    // No checkbox is to be seen before the first selection.
    const box = card(page, 'Two').getByRole('checkbox')
    await expect(box.locator('xpath=ancestor::label')).toHaveCSS('opacity', '0')
    const finger = await touch(page, card(page, 'Two'))
    await expect(page.getByText('1 link selected')).toBeVisible()
    await finger.lift()
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(box).toBeChecked()
    await card(page, 'One').getByRole('heading').tap()
    await expect(page.getByText('2 links selected')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Actions' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear', exact: true }).tap()
    await card(page, 'One').getByRole('heading').tap()
    await expect(page).toHaveURL(/\/reader\//)
  })

test('the menu of a row has what the gestures do, and the account menu has no keys', async ({
  signedIn: page,
}) => {
  await saveLinks(page.request, ['One', 'Two'])
  await page.goto('/dashboard?view=list')
  await card(page, 'Two').getByRole('button', { name: 'More actions' }).tap()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Select',
    'Add to favorites',
    'Archive',
    'Open original',
    'Notes',
    'Edit details',
    'Add to Collection',
    'Save for offline',
    'Export as EPUB',
    'Share…',
    'History',
    'Copy link',
    'Delete',
  ])
  await page.getByRole('menuitem', { name: 'Select' }).tap()
  await expect(page.getByText('1 link selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).tap()
  await page.getByRole('button', { name: 'Account menu' }).tap()
  await expect(page.getByRole('menuitem')).toHaveText([
    'History',
    'Recently deleted',
    'Look back',
    'Settings',
    'Help & Support',
    'Sign out',
  ])
})

test('a row gives its words the whole width up to its menu, and a finger hits its small links', async ({
  signedIn: page,
}) => {
  const long = 'A title of so many words that it does not fit in two lines on the screen of any phone'
  const { id } = await saveLink(page.request, site('/t/Long'), long, { tags: ['garden'], note: 'Again.' })
  await page.request.patch(`/api/links/${id}/favorite`, { data: { isFavorite: true } })
  await page.goto('/dashboard?view=list')
  const row = card(page, long)
  await expect(row.getByRole('img', { name: 'Favorite' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Favorite' })).toBeHidden()
  const box = await row.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(97)
  const words = await row.getByRole('heading').boundingBox()
  const menu = await row.getByRole('button', { name: 'More actions' }).boundingBox()
  expect((menu?.x ?? 0) - (words?.x ?? 0) - (words?.width ?? 0)).toBeLessThan(16)

  const tag = await row.getByRole('link', { name: '#garden' }).boundingBox()
  await page.touchscreen.tap((tag?.x ?? 0) + 10, (tag?.y ?? 0) - 6)
  await expect(page).toHaveURL(/q=tag%3Agarden|q=%23garden/)
})

test('the header is one row that hides on scrolling down, and Add Link stays in reach', async ({
  signedIn: page,
}) => {
  await saveLinks(
    page.request,
    Array.from({ length: 30 }, (_, n) => `Link ${n}`),
  )
  await page.goto('/dashboard?view=list')
  await expect(card(page, 'Link 29')).toBeVisible()
  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.height).toBeLessThan(70)
  await page.mouse.wheel(0, 900)
  await expect(header).not.toBeInViewport()
  const add = page.getByRole('button', { name: 'Add Link' })
  await expect(add).toBeInViewport()
  expect((await add.boundingBox())?.y).toBeGreaterThan(700)
  await page.mouse.wheel(0, -200)
  await expect(header).toBeInViewport()
  await add.tap()
  await expect(page.getByRole('dialog', { name: 'Add New Link' }).getByLabel('URL')).toBeFocused()
})

for (const width of everyLook(320, 390))
  test(`the reader's bar fits in ${width} px, and its menu has what it leaves out`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    const { id } = await saveLink(page.request, site('/a/Ready'), 'Ready')
    const note = { type: 'highlight', content: 'Everything else follows' }
    for (let n = 0; n < 12; n += 1) {
      const answer = await page.request.post(`/api/links/${id}/notes`, { data: note })
      expect(answer.status(), await answer.text()).toBe(201)
    }
    await page.goto(`/reader/${id}`)
    await expect(page.getByRole('button', { name: 'Notes 12' })).toBeVisible()
    await expect(page.locator('[data-article] p').first()).toBeVisible()
    const menu = await page.getByRole('button', { name: 'More actions' }).boundingBox()
    expect((menu?.x ?? width) + (menu?.width ?? 0)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'More actions' }).tap()
    await expect(page.getByRole('menuitem', { name: 'Open original' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Clear highlights (12)' }).tap()
    await expect(page.getByRole('dialog', { name: 'Clear highlights' })).toBeVisible()
  })

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('rows show a picture and fit, also while they are selected', async ({ signedIn: page }) => {
    await saveLink(page.request, site('/a/Ready'), 'W'.repeat(60), { tags: ['t'.repeat(90), 'b', 'c'] })
    await saveLink(page.request, site('/a/Two'), 'Two', { note: 'n '.repeat(200) })
    for (const view of ['list', 'grid']) {
      await page.goto(`/dashboard?view=${view}`)
      await expect(page.getByRole('article')).toHaveCount(2)
      if (view === 'list')
        await expect(page.getByRole('article').first().locator('div[aria-hidden]')).toBeVisible()
      await page.getByRole('button', { name: 'More actions' }).first().tap()
      await page.getByRole('menuitem', { name: 'Select' }).tap()
      await expect(page.getByText('1 link selected')).toBeVisible()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    }
  })
})
