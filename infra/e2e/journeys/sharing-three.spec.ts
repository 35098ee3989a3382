import type { Page } from '@playwright/test'
import { expect, grant, saveLink, site, test } from '../src/journey.ts'
import { join, makeCollection, openPerson, sharedPath } from '../src/people.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const openReader = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('button', { name: /^Notes/ }).click()
  await expect(page.getByRole('button', { name: 'New note' })).toBeVisible()
}
const writeNote = async (page: Page, text: string, isVisible: boolean) => {
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByLabel('Content').fill(text)
  if (isVisible) await page.getByLabel('Visible to members').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('article', { name: `Note: ${text}` })).toBeVisible()
}

test('a note for members is seen by the owner and a third person at once, another one by its writer alone', async ({
  page,
  account,
  browser,
}) => {
  await grant(account, 'ultra')
  const collectionId = await makeCollection(page)
  const { id } = await saveLink(page.request, site('/a/Seeds'), 'Seeds', { collectionId })
  const [writer, third] = [await openPerson(browser), await openPerson(browser)]
  const { libraryId } = await join(page, collectionId, 'commenter', writer.page)
  await join(page, collectionId, 'reader', third.page)
  const theirs = `/reader/${id}?library=${libraryId}`
  await openReader(page, `/reader/${id}`)
  await openReader(third.page, theirs)
  await openReader(writer.page, theirs)
  await writeNote(writer.page, 'For me alone', false)
  await writeNote(writer.page, 'Read this twice', true)
  for (const seen of [page, third.page]) {
    const note = seen.getByRole('article', { name: `Note of ${writer.account.username}: Read this twice` })
    await expect(note).toBeVisible()
    await expect(note.getByRole('button', { name: 'Note actions' })).toHaveCount(0)
    await expect(seen.getByText('For me alone')).toHaveCount(0)
    await openReader(seen, seen.url())
    await expect(note).toBeVisible()
    await expect(seen.getByText('For me alone')).toHaveCount(0)
  }
  // A reader comments for nobody.
  await third.page.getByRole('button', { name: 'New note' }).click()
  await expect(third.page.getByLabel('Content')).toBeVisible()
  await expect(third.page.getByLabel('Visible to members')).toHaveCount(0)
  for (const { page: other } of [writer, third]) await other.context().close()
})

test('an editor whose title meets another one takes theirs', async ({ page, account, browser }) => {
  await grant(account, 'ultra')
  const collectionId = await makeCollection(page)
  const { id } = await saveLink(page.request, 'https://many.localhost/one', 'Seeds', { collectionId })
  const { page: other } = await openPerson(browser)
  await other.goto(sharedPath(await join(page, collectionId, 'editor', other)))
  await card(other, 'Seeds').getByRole('button', { name: 'More actions' }).click()
  await other.getByRole('menuitem', { name: 'Edit details' }).click()
  const sheet = other.getByRole('dialog', { name: 'Edit details' })
  await sheet.getByLabel('Title').fill('Of the guest')
  await sheet.getByLabel(/^Note/).fill('A note of the guest')
  await page.request.patch(`/api/links/${id}`, { data: { title: 'Of the owner' } })
  await sheet.getByRole('button', { name: 'Take theirs' }).click()
  await expect(sheet.getByLabel('Title')).toHaveValue('Of the owner')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(card(other, 'Of the owner')).toContainText('A note of the guest')
  await page.goto(`/dashboard?collection=${collectionId}`)
  await expect(card(page, 'Of the owner')).toContainText('A note of the guest')
  await other.context().close()
})
