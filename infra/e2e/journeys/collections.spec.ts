import type { Page } from '@playwright/test'
import { expect, refuse, saveLink, site, test } from '../src/journey.ts'

test.beforeEach(async ({ signedIn: page }) => {
  await saveLink(page.request, site('/t/One'), 'One')
  await saveLink(page.request, site('/t/Two'), 'Two')
  // The server tells of changes from then on.
  const followed = page.waitForResponse('**/api/changes')
  await page.goto('/dashboard')
  await followed
  await expect(page.getByRole('article')).toHaveCount(2)
})

const create = async (page: Page, name: string) => {
  const answer = await page.request.post('/api/collections', { data: { name, color: '#EF4444' } })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: number }
}

const nav = (page: Page) => page.getByRole('navigation', { name: 'My Collections' })

test('a collection is created for an article, edited and deleted', async ({ signedIn: page }) => {
  await page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Add to Collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to Collection' })
  const form = page.getByRole('dialog', { name: 'Create New Collection' })
  await expect(form.getByLabel('Hex')).toHaveValue('#3B82F6')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Please enter a collection name.')).toBeVisible()
  await form.getByLabel('Collection Name').fill('Garden')
  await form.getByRole('radio', { name: 'Green' }).check({ force: true })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Collection created!', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Garden' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Article added to "Garden".', { exact: true })).toBeVisible()

  await expect(nav(page).getByRole('link', { name: /Garden\s*1/ })).toBeVisible()
  await nav(page)
    .getByRole('link', { name: /Garden/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()

  await nav(page).getByRole('button', { name: 'Actions for Garden' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Collection' })
  await edit.getByLabel('Collection Name').fill('Balcony')
  await edit.getByLabel('Description').fill('On the fourth floor')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Collection updated successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Balcony' })).toBeVisible()
  await expect(page.getByText('On the fourth floor')).toBeVisible()

  await nav(page).getByRole('button', { name: 'Actions for Balcony' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Collection' })
  await expect(question.getByText(/move to No Collection/)).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Collection deleted successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  // All Articles, Favorites and Archive stay.
  await expect(nav(page).getByRole('link')).toHaveCount(3)
})

test('the collection form shows errors and keeps the typed values', async ({ signedIn: page }) => {
  await create(page, 'Twice')
  await page.getByRole('button', { name: 'New collection' }).click()
  const form = page.getByRole('dialog', { name: 'New Collection' })
  const [name, hex] = [form.getByLabel('Collection Name'), form.getByLabel('Hex')]
  const submit = () => form.getByRole('button', { name: 'Create' }).click()
  await name.fill('   ')
  await submit()
  await expect(form.getByText('Collection name is required')).toBeVisible()
  await name.fill('n'.repeat(101))
  await form.getByLabel('Description').fill('d'.repeat(501))
  await hex.fill('blue')
  await submit()
  await expect(form.getByText('Collection name is too long')).toBeVisible()
  await expect(form.getByText('Description is too long')).toBeVisible()
  await expect(form.getByText('Please enter a color such as #3B82F6')).toBeVisible()

  await refuse(page, '**/api/collections', 'POST')
  await name.fill('Twice')
  await form.getByLabel('Description').fill('')
  await hex.fill('#abcdef')
  await submit()
  const failed = page.getByText('Failed to create collection. Please try again.', { exact: true })
  await expect(failed).toBeVisible()
  await expect(name).toHaveValue('Twice')
  await page.unroute('**/api/collections')
  await submit()
  await expect(form).toBeHidden()
  // Two collections may share a name; their ids differ.
  const entries = nav(page).getByRole('link', { name: /Twice/ })
  await expect(entries).toHaveCount(2)

  await entries.last().hover()
  await nav(page).getByRole('button', { name: 'Actions for Twice' }).last().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Collection' })
  await expect(edit.getByLabel('Hex')).toHaveValue('#ABCDEF')
  await edit.getByLabel('Collection Name').fill('Once')
  await refuse(page, '**/api/collections/*', 'PUT')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Failed to update collection. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(edit.getByText('Something went wrong.', { exact: true })).toBeVisible()
  await expect(edit.getByLabel('Collection Name')).toHaveValue('Once')
  await page.unroute('**/api/collections/*')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(nav(page).getByRole('link', { name: /Once/ })).toBeVisible()

  await refuse(page, '**/api/collections/*', 'DELETE')
  await nav(page).getByRole('link', { name: /Once/ }).hover()
  await nav(page).getByRole('button', { name: 'Actions for Once' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Collection' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(
    page.getByText('Failed to delete collection. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(nav(page).getByRole('link', { name: /Once/ })).toBeVisible()
})

test('a card is dragged into a collection and out again, and a selection is dragged together', async ({
  signedIn: page,
}) => {
  await create(page, 'Dragged')
  const to = (name: string) => nav(page).getByRole('link', { name })
  await page.getByRole('article', { name: 'Two' }).dragTo(to('Dragged'))
  await expect(page.getByText('Article added to "Dragged".', { exact: true })).toBeVisible()
  await expect(to('Dragged')).toHaveAccessibleName(/1$/)
  await page.getByRole('article', { name: 'Two' }).dragTo(to('All Articles'))
  await expect(to('Dragged')).toHaveAccessibleName(/1$/)
  await page.getByRole('article', { name: 'Two' }).dragTo(to('No Collection'))
  await expect(page.getByText('Article removed from collection.', { exact: true })).toBeVisible()
  await expect(to('Dragged')).toHaveAccessibleName(/0$/)

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('article', { name: 'One' }).dragTo(to('Dragged'))
  await expect(page.getByText('2 links updated successfully', { exact: true })).toBeVisible()
  await expect(to('Dragged')).toHaveAccessibleName(/2$/)
  await to('No Collection').click()
  await expect(page.getByText('Everything is in a collection')).toBeVisible()
})

test('a link is moved into a collection by keyboard alone', async ({ signedIn: page }) => {
  await create(page, 'By keyboard')
  await expect(nav(page).getByRole('link', { name: /By keyboard/ })).toBeVisible()
  await page.keyboard.press('j')
  const more = page.getByRole('article', { name: 'Two' }).getByRole('button', { name: 'More actions' })
  await more.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Add to Collection' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add to Collection' })
  await expect(dialog.getByRole('radio', { name: 'By keyboard' })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Remove from collection' }).press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'By keyboard' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Article added to "By keyboard".', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
})

test('every open tab updates its counts after every change', async ({ signedIn: page, context }) => {
  const other = await context.newPage()
  await other.goto('/dashboard?archived=true')
  const expectCounts = async (counts: Record<string, number>) => {
    for (const tab of [page, other])
      for (const [name, count] of Object.entries(counts))
        await expect(nav(tab).getByRole('link', { name, exact: false })).toHaveAccessibleName(
          new RegExp(`${name}\\s*${count}$`),
        )
  }
  const { request } = page
  const { links } = await (await request.get('/api/links')).json()
  const [two, one] = links.map((link: { id: number }) => link.id)
  const { id } = await create(page, 'Garden')
  await expectCounts({ 'All Articles': 2, Garden: 0, 'No Collection': 2 })
  const three = await saveLink(request, site('/t/Three'), 'Three')
  await expectCounts({ 'All Articles': 3, Garden: 0, 'No Collection': 3 })
  await request.put(`/api/links/${one}/collection`, { data: { collectionId: id } })
  await expectCounts({ 'All Articles': 3, Garden: 1, 'No Collection': 2 })
  await request.patch(`/api/links/${one}/archive`, { data: { isArchived: true } })
  await expectCounts({ 'All Articles': 2, Garden: 0, 'No Collection': 2 })
  await request.put('/api/links/bulk', {
    data: { linkIds: [one, two], updates: { isArchived: false, collectionId: id } },
  })
  await expectCounts({ 'All Articles': 3, Garden: 2, 'No Collection': 1 })
  await request.delete(`/api/links/${three.id}`)
  await expectCounts({ 'All Articles': 2, Garden: 2, 'No Collection': 0 })
  await request.put(`/api/collections/${id}`, { data: { name: 'Balcony' } })
  await expectCounts({ 'All Articles': 2, Balcony: 2, 'No Collection': 0 })
  await request.delete('/api/links/bulk', { data: { linkIds: [two] } })
  await expectCounts({ 'All Articles': 1, Balcony: 1 })
  await request.delete(`/api/collections/${id}`)
  await expectCounts({ 'All Articles': 1 })
  for (const tab of [page, other]) await expect(nav(tab).getByRole('link')).toHaveCount(3)
})

test('the page of a deleted collection leads back to all articles', async ({ signedIn: page }) => {
  await page.goto('/dashboard?collection=999')
  await expect(page.getByText('This collection is gone')).toBeVisible()
  await page.getByRole('button', { name: 'Show all articles' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('the tab tells the view, a right-to-left name stays beside its dot, and a deletion counts the archive', async ({
  signedIn: page,
}) => {
  const name = 'مقالات'
  await page.request.post('/api/collections', { data: { name, color: '#EC4899' } })
  const { links } = (await (await page.request.get('/api/links')).json()) as { links: { id: number }[] }
  const [one, two] = links
  for (const link of [one, two])
    await page.request.put(`/api/links/${link?.id}/collection`, { data: { collectionId: 1 } })
  await page.request.patch(`/api/links/${two?.id}/archive`, { data: { isArchived: true } })
  await page.goto('/dashboard')
  await expect(page).toHaveTitle('My Saved Links · Lectern')
  const entry = nav(page).getByRole('link', { name })
  await entry.click()
  await expect(page).toHaveTitle(`${name} · Lectern`)
  await page.getByRole('button', { name: 'Archived' }).click()
  await expect(page).toHaveTitle(`Archive of ${name} · Lectern`)
  await expect(entry.getByText(name)).toHaveCSS('text-align', 'left')

  await entry.hover()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Collection' })
  await expect(question).toContainText('Its 2 articles, archived ones included, will move to No Collection.')
  await expect(question).not.toContainText('undone')
})
