import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, expectAccessible, saveLink, saveLinks, site, test } from '../src/journey.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Touches the middle of an element and moves the finger sideways in steps, as a person does. */
const drag = async (page: Page, target: Locator, by: number, holdMs = 0) => {
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
  if (holdMs > 0) await page.waitForTimeout(holdMs)
  if (by !== 0) for (let step = 1; step <= 10; step += 1) await send('touchMove', x + (by * step) / 10)
  await send('touchEnd', x + by)
  await session.detach()
}

for (const view of ['grid', 'list'])
  test(`in the ${view}, swipes archive and favourite, and a long press selects`, async ({
    signedIn: page,
  }) => {
    await saveLinks(page.request, ['One', 'Two', 'Three', 'Four'])
    const loaded = page.waitForResponse(/gestures/)
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
    await drag(page, card(page, 'Two'), 0, 700)
    await expect(page.getByText('1 link selected')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(box).toBeChecked()
    await card(page, 'One').getByRole('heading').tap()
    await expect(page.getByText('2 links selected')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Actions' })).toHaveCount(0)
    await expectAccessible(page)
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
    'Add to Collection',
    'Copy link',
    'Delete',
  ])
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Select' }).tap()
  await expect(page.getByText('1 link selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).tap()
  await page.getByRole('button', { name: 'Account menu' }).tap()
  await expect(page.getByRole('menuitem')).toHaveText(['Help & Support', 'Sign out'])
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

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`at 320 px, ${colorScheme}`, () => {
    test.use({ viewport: { width: 320, height: 640 }, colorScheme })

    test('rows show a picture and fit, also while they are selected', async ({ signedIn: page }) => {
      await saveLink(page.request, site('/a/Ready'), 'W'.repeat(60), { tags: ['t'.repeat(90), 'b', 'c'] })
      await saveLink(page.request, site('/a/Two'), 'Two', { note: 'n '.repeat(200) })
      for (const view of ['list', 'grid']) {
        await page.goto(`/dashboard?view=${view}`)
        await expect(page.getByRole('article')).toHaveCount(2)
        if (view === 'list')
          await expect(page.getByRole('article').first().locator('div[aria-hidden]')).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'More actions' }).first().tap()
        await page.getByRole('menuitem', { name: 'Select' }).tap()
        await expect(page.getByText('1 link selected')).toBeVisible()
        await expectAccessible(page)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
      }
    })
  })
