import type { Page } from '@playwright/test'
import { expect, saveLink, site, test } from '../src/journey.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add New Link' })

/** Saves an address with the form, with the title that came by itself or a typed one. */
const save = async (page: Page, url: string, typed?: string) => {
  await page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
  await dialogOf(page).getByLabel('URL').fill(url)
  await expect(dialogOf(page).getByLabel('Title')).not.toHaveValue('')
  if (typed !== undefined) await dialogOf(page).getByLabel('Title').fill(typed)
  await dialogOf(page).getByRole('button', { name: 'Save Link' }).click()
}
const idOf = async (page: Page) => (await (await page.request.get('/api/links')).json()).links[0].id as number

/** The title that the duplicate dialog gives the link that is there. */
const expectDuplicateOf = async (page: Page, url: string, title: string) => {
  await save(page, url, 'Again')
  const duplicate = page.getByRole('dialog', { name: 'Duplicate Link Detected' })
  await expect(duplicate.getByText(title, { exact: true })).toBeVisible()
  await duplicate.getByRole('button', { name: 'Keep Existing' }).click()
  await expect(duplicate).toBeHidden()
}

test('a link of a slow page has words of its path, and then the page’s title in every tab', async ({
  signedIn: page,
}) => {
  const url = site('/held/A-slow-page')
  await page.goto('/dashboard')
  await save(page, url)
  await expect(page.getByRole('article', { name: 'A slow page', exact: true })).toBeVisible()
  const reader = await page.context().newPage()
  await reader.goto(`/reader/${await idOf(page)}`)
  await expect(reader.getByRole('heading', { level: 1, name: 'A slow page', exact: true })).toBeVisible()
  await page.request.get(site('/release/A-slow-page'))
  const title = 'A slow page, at last'
  // On a busy machine the reading may have given up before the release.
  await expect(async () => {
    const retry = page.getByRole('button', { name: 'Retry reading A slow page' })
    if (await retry.isVisible()) await retry.click()
    await expect(page.getByRole('article', { name: title, exact: true })).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 150_000 })
  await expect(reader.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await expectDuplicateOf(page, url, title)
})

test('a typed title stays when the page has another one', async ({ signedIn: page }) => {
  const url = site('/t/The-title-of-the-page')
  await page.goto('/dashboard')
  await save(page, url, 'The title of mine')
  const card = page.getByRole('article', { name: 'The title of mine' })
  await expect(card.getByText(/\d+ min/)).toBeVisible()
  await expectDuplicateOf(page, url, 'The title of mine')
  await card.getByRole('link', { name: 'The title of mine' }).click()
  await expect(page.getByText('A tomato grown on a balcony').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'The title of mine' })).toBeVisible()
})

test('a link of a page without a title keeps the words of its path', async ({ signedIn: page }) => {
  await page.goto('/dashboard')
  await save(page, site('/untitled/Words-of-the-path'))
  const card = page.getByRole('article', { name: 'Words of the path' })
  await expect(card.getByText(/\d+ min/)).toBeVisible()
  await expect(card).toBeVisible()
  await card.getByRole('link', { name: 'Words of the path' }).click()
  await expect(page.getByText('A tomato grown on a balcony').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Words of the path' })).toBeVisible()
})

test('cards and the reader say why a page cannot be read', async ({ signedIn: page }) => {
  const consent = await saveLink(page.request, site('/consent'), 'A page that asks')
  await saveLink(page.request, site('/scripts'), 'A page of scripts')
  await page.goto('/dashboard')
  await expect(page.getByText('We and our partners')).toBeHidden()
  for (const view of ['Grid view', 'List view']) {
    await page
      .getByRole('radio', { name: view })
      .or(page.getByRole('button', { name: view }))
      .click()
    await expect(
      page
        .getByRole('article', { name: 'A page that asks' })
        .getByText(
          'Could not be read: the site shows this page only after one has agreed to its cookies or terms.',
        ),
    ).toBeVisible()
    await expect(
      page
        .getByRole('article', { name: 'A page of scripts' })
        .getByText('Could not be read: the site shows this page only in a browser that runs its scripts.'),
    ).toBeVisible()
  }
  await page.goto(`/reader/${consent.id}`)
  await expect(page.getByText('The site shows this page only after one has agreed')).toBeVisible()
})

test('a worker reads the title of a page that is not saved yet', async ({ signedIn: page }) => {
  const url = encodeURIComponent(site('/a/A-title-without-its-site'))
  // A busy worker answers without a title, and a minute later with it.
  await expect
    .poll(async () => (await (await page.request.get(`/api/preview?url=${url}`)).json()).title, {
      timeout: 150_000,
      intervals: [1_000, 5_000],
    })
    .toBe('A title without its site')
})
