import { join } from 'node:path'
import { chooseFile as choose, figure, upload } from '../src/imports.ts'
import { expect, expectAccessible, grant, test } from '../src/journey.ts'

test('a Pocket file becomes a library with a ledger', async ({ signedIn: page }) => {
  await choose(page, 200)
  await expect(figure(page, 'Total found')).toHaveText('202')
  await expect(figure(page, 'New articles')).toHaveText('200')
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  await expect(figure(page, 'Imported')).toHaveText('200')
  await expect(figure(page, 'Duplicates')).toHaveText('1')
  await expect(figure(page, 'Failed')).toHaveText('1')
  await expect(page.getByRole('row', { name: /^202 javascript:void\(0\)/ })).toContainText(
    'Only http and https addresses can be saved.',
  )

  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'What was left out, as CSV' }).click()
  expect((await waiting).suggestedFilename()).toMatch(/\.csv$/)

  await page.reload()
  await expect(figure(page, 'Imported')).toHaveText('200')
  await page.getByRole('link', { name: 'View Your Library' }).click()
  await expect(page.getByText('100 saved links', { exact: true })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Article 200' })).toBeVisible()
})

test('a file with nothing new is not imported again', async ({ signedIn: page }) => {
  await choose(page, 3)
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  await choose(page, 3)
  await expect(page.getByText('No new articles to import')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Import' })).toHaveCount(0)
})

test('duplicates add their tags and folders where that is chosen, and the undo of the import takes them back', async ({
  signedIn: page,
}) => {
  const url = 'https://pocket.localhost/#!/roads'
  const saved = await page.request.post('/api/links', { data: { url, title: 'Roads', tags: ['old'] } })
  const { id } = await saved.json()
  const rows = [
    'title,url,folder,tags,created,favorite',
    `Roads,${url},Travel,"old, winter",2014-05-06T07:08:09.000Z,true`,
    'New,https://pocket.localhost/#!/new,,,2014-05-06T07:08:09.000Z,false',
  ]
  const file = { name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await upload(page, 'Raindrop.io', file)
  const choice = page.getByRole('checkbox', { name: 'Add their tags and folders to what is there' })
  await expect(choice).not.toBeChecked()
  await choice.focus()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: '1 duplicate, 1 of which added tags or a folder' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show what they added' }).click()
  await expect(page.getByRole('row', { name: /roads/ })).toContainText('Added: folder Travel, #winter')
  await expect(page.getByRole('row', { name: /roads/ })).toContainText(
    'Not added: favorite, saved on May 6, 2014',
  )
  await expectAccessible(page)

  const linkNow = async () => {
    const { links } = await (await page.request.get('/api/links')).json()
    return links.find((link: { id: number }) => link.id === id)
  }
  await expect.poll(linkNow).toMatchObject({ tags: ['old', 'winter'], collectionId: 1, isFavorite: false })
  await page.getByRole('link', { name: 'Show in the history' }).click()
  await page
    .getByRole('article', { name: /^Imported 1 article from Raindrop\.io/ })
    .getByRole('button', { name: /^Undo/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(dialog).toContainText('The tags and folders that it added to 1 article are taken back.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect.poll(linkNow).toMatchObject({ tags: ['old'], collectionId: null })
})

test('the free plan takes the first articles of a larger file, and lists the others', async ({
  signedIn: page,
}) => {
  await choose(page, 620)
  await page.getByRole('button', { name: 'Start Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your plan has room for 500 more' })
  await expect(dialog).toContainText('Basic holds 2,000 for $19')
  await dialog.getByRole('button', { name: 'Import the first 500' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  await expect(figure(page, 'Imported')).toHaveText('500')
  await expect(figure(page, 'Skipped')).toHaveText('120')

  await choose(page, 621)
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Account Limit Reached', { exact: true })).toBeVisible()
  await page.waitForURL('**/dashboard')
})

test('an import goes on while the person is elsewhere, on a phone, too', async ({
  signedIn: page,
  account,
}) => {
  await grant(account, 'ultra')
  await page.setViewportSize({ width: 390, height: 844 })
  await choose(page, 10_000)
  await page.getByRole('button', { name: 'Start Import' }).click()
  await page.waitForURL(/\/import\/.+/)
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page.getByText('10,000 articles imported')).toBeVisible()
  await page.goto('/import')
  await page.getByRole('link', { name: /^Pocket pocket\.csv/ }).click()
  await expect(figure(page, 'Imported')).toHaveText('10,000')
  const isWide = 'document.documentElement.scrollWidth > innerWidth'
  expect(await page.evaluate(isWide)).toBe(false)
})

test('an export of Lectern becomes a library again', async ({ signedIn: page }) => {
  const file = join(import.meta.dirname, '../../../workers/fixtures/imports/lectern/library.json')
  await upload(page, 'Lectern', file)
  await expect(figure(page, 'New articles')).toHaveText('4')
  await page.getByRole('button', { name: 'Start Import' }).click()
  await expect(page.getByText('Import complete')).toBeVisible()
  await expect(figure(page, 'Imported')).toHaveText('4')
  await expect(figure(page, 'Duplicates')).toHaveText('0')
})
