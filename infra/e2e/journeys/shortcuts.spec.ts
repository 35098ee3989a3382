import type { Page } from '@playwright/test'
import { expect, saveLink, saveLinks, test } from '../src/journey.ts'

const focused = (page: Page) => page.locator(':focus')
const title = (page: Page, name: string) =>
  page.getByRole('article', { name, exact: true }).getByRole('heading').getByRole('link')

test('j and k reach every link, also links not drawn yet, and keep the focus in view', async ({
  signedIn: page,
}) => {
  const names = Array.from({ length: 40 }, (_, n) => `Link ${n + 1}`)
  await saveLinks(page.request, names)
  await page.goto('/dashboard?view=list')
  await expect(page.getByRole('article', { name: 'Link 40', exact: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(title(page, 'Link 40')).toBeFocused()
  const bar = await page.getByRole('banner').boundingBox()
  for (let n = 39; n >= 1; n -= 1) {
    await page.keyboard.press('j')
    await expect(title(page, `Link ${n}`)).toBeFocused()
    await expect(focused(page)).toBeInViewport()
    const top = async () => (await focused(page).boundingBox())?.y
    await expect.poll(top).toBeGreaterThanOrEqual(bar?.height ?? 0)
  }
  await page.keyboard.press('j')
  await expect(title(page, 'Link 1')).toBeFocused()
  await page.keyboard.press('k')
  await expect(title(page, 'Link 2')).toBeFocused()
  // The wheel scrolls the focused link out of view; k continues from that link.
  await page.mouse.wheel(0, -10_000)
  await expect(page.getByRole('article', { name: 'Link 40', exact: true })).toBeInViewport()
  await page.keyboard.press('k')
  await expect(title(page, 'Link 3')).toBeFocused()
  await expect(focused(page)).toBeInViewport()
})

test.describe('with three links', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await saveLinks(page.request, ['One', 'Two', 'Three'])
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('single keys favourite, select, archive, delete and open a link', async ({ signedIn: page }) => {
    await page.keyboard.press('j')
    await page.keyboard.press('f')
    const three = page.getByRole('article', { name: 'Three' })
    await expect(three.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('x')
    await expect(page.getByText('1 link selected')).toBeVisible()
    await page.keyboard.press('x')
    await expect(page.getByText('1 link selected')).toBeHidden()
    await page.keyboard.press('a')
    await expect(page.getByText('Moved to the archive', { exact: true })).toBeVisible()
    await expect(three).toBeHidden()
    await expect(title(page, 'Two')).toBeFocused()
    await page.keyboard.press('#')
    const question = page.getByRole('dialog', { name: 'Delete Link' })
    await expect(question.getByText('Two')).toBeVisible()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(title(page, 'One')).toBeFocused()
    await page.keyboard.press('o')
    await expect(page).toHaveURL(/\/reader\//)
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/reader\//)
  })

  test('two keys select all or none', async ({ signedIn: page }) => {
    await page.keyboard.type('*a')
    await expect(page.getByText('3 links selected')).toBeVisible()
    await page.keyboard.press('#')
    await expect(page.getByRole('dialog', { name: 'Delete Selected' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.type('*n')
    await expect(page.getByText('3 links selected')).toBeHidden()
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('n adds a link, / searches, g navigates, and fields take letters as text', async ({
    signedIn: page,
  }) => {
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add New Link' })
    await dialog.getByLabel('Title').fill('')
    await dialog.getByLabel('Title').pressSequentially('njx?/#*agd')
    await expect(dialog.getByLabel('Title')).toHaveValue('njx?/#*agd')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('/')
    await page.keyboard.type('n?o')
    await expect(page.getByRole('searchbox')).toHaveValue('n?o')
    await page.getByRole('searchbox').press('Escape')
    await page.getByRole('searchbox').press('Escape')
    await expect(page).not.toHaveURL(/q=/)
    await page.keyboard.type('gn')
    await expect(page).toHaveURL(/\/notes$/)
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.keyboard.type('gi')
    await expect(page).toHaveURL(/\/import$/)
    await page.goto('/dashboard?favorite=true')
    await expect(page.getByText('No favorites here yet')).toBeVisible()
    await page.keyboard.type('gd')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('? lists the shortcuts, which can be switched off', async ({ signedIn: page }) => {
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list.getByText('Next link')).toBeVisible()
    await expect(list.getByRole('button', { name: 'Close' })).toBeFocused()
    await list.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
    await list.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.keyboard.type('?njx*a')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(/selected$/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await list.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).check()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: 'Add New Link' })).toBeVisible()
  })
})

test('j begins at the first link in view', async ({ signedIn: page }) => {
  for (const name of ['Old', 'New']) await saveLink(page.request, `https://a.localhost/${name}`, name)
  await page.goto('/dashboard?view=list')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(title(page, 'New')).toBeFocused()
})
