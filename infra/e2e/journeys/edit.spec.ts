import type { Page, Route } from '@playwright/test'
import { expect, ownPage, saveLink, saveLinks, site, test } from '../src/journey.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Edit details' })

test('the key e opens the form, and list and reader follow what was changed', async ({ signedIn: page }) => {
  await page.request.post('/api/collections', { data: { name: 'Garden', color: '#EC4899' } })
  await saveLinks(page.request, ['Two'])
  const { id } = await saveLink(page.request, site('/long'), 'One', { tags: ['old', 'kept'] })
  await page.goto('/dashboard?view=list')
  await expect(card(page, 'One')).toBeVisible()
  await page.keyboard.press('j')
  await expect(card(page, 'One').getByRole('heading').getByRole('link')).toBeFocused()
  await page.keyboard.press('e')
  const title = sheet(page).getByLabel('Title')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('One')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A better title')
  await page.keyboard.press('Tab')
  await expect(sheet(page).getByLabel('URL')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Why I kept it')
  await page.keyboard.press('Tab')
  const tags = sheet(page).getByRole('combobox', { name: 'Tags' })
  await expect(tags).toBeFocused()
  await page.keyboard.type('new')
  await page.keyboard.press('Tab')
  await expect(sheet(page).getByRole('link', { name: '#old' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(sheet(page).getByRole('button', { name: 'Remove tag old' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('button', { name: 'Remove tag kept' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Garden')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByText('Link edited', { exact: true })).toBeVisible()

  const edited = card(page, 'A better title')
  await expect(edited.getByRole('heading').getByRole('link')).toBeFocused()
  await expect(edited).toContainText('Why I kept it')
  await expect(edited.getByRole('list', { name: 'Tags' })).toHaveText(/#kept\s*#new/)
  await expect(edited.getByText('in Garden')).toBeAttached()
  await expect(page.getByRole('navigation').getByRole('link', { name: /Garden/ })).toContainText('1')

  await page.goto(`/reader/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'A better title' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(title).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('The best title')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'The best title' })).toBeVisible()
  await expect(page).toHaveTitle(/The best title/)
})

test('a duplicate is asked about in the form, and a title that is emptied becomes that of the page', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, site('/a/Balcony%20tomatoes'), 'Mine')
  await saveLink(page.request, 'https://many.localhost/other', 'The other one')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit details' }).click()
  await sheet(page).getByLabel('URL').fill('no address')
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByText('Please enter a valid URL')).toBeVisible()
  await expect(sheet(page).getByLabel('URL')).toBeFocused()
  await sheet(page).getByLabel('URL').fill('https://many.localhost/other/')
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('link', { name: 'The other one' })).toBeVisible()
  await expect(sheet(page).getByRole('button', { name: 'Keep the old address' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByLabel('URL')).toBeFocused()
  await expect(sheet(page).getByLabel('URL')).toHaveValue(site('/a/Balcony%20tomatoes'))

  await sheet(page).getByLabel('Title').fill('')
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit details' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'Balcony tomatoes' })).toBeVisible()
})

test('a new address brings its article into the reader, and may be that of another link', async ({
  signedIn: page,
}) => {
  await saveLink(page.request, site('/a/Second%20page'), 'Second')
  const { id } = await saveLink(page.request, site('/long'), 'Moved')
  await page.goto(`/reader/${id}`)
  await expect(page.locator('article p').first()).toContainText('A long season')
  await page.keyboard.press('e')
  await sheet(page).getByLabel('URL').fill(site('/a/Second%20page'))
  await page.keyboard.press('Enter')
  await sheet(page).getByRole('button', { name: 'Save anyway' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(page.locator('article p').first()).toBeVisible()
  await expect(page.locator('[data-article]')).not.toContainText('A long season')
  await expect(page.getByRole('heading', { level: 1, name: 'Moved' })).toBeVisible()
})

for (const [fault, answer] of [
  ['refuses connections', (route: Route) => route.abort('connectionrefused')],
  ['answers 502', (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' })],
] as const)
  test(`an edit shows, waits and is sent once while the server ${fault}; a late refusal gives the text back`, async ({
    signedIn: page,
    context,
  }) => {
    await saveLinks(page.request, ['Other', 'One'])
    await page.goto('/dashboard?view=grid')
    await expect(card(page, 'One')).toBeVisible()
    // The code of the form is there before the server goes away.
    await page.keyboard.type('je')
    await expect(sheet(page).getByRole('combobox', { name: 'Tags' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await context.route('**/api/**', answer)
    await page.keyboard.press('e')
    await sheet(page).getByLabel('Title').fill('Edited offline')
    await sheet(page).getByLabel(/^Note/).fill('On the train')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(sheet(page)).toBeHidden()
    await expect(card(page, 'Edited offline')).toContainText('On the train')
    await expect(page.getByText('1 change not sent yet')).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 change not sent yet')).toBeVisible()

    const statuses: number[] = []
    context.on('response', response => {
      if (response.request().method() === 'PATCH') statuses.push(response.status())
    })
    await context.unroute('**/api/**')
    await expect(card(page, 'Edited offline')).toContainText('On the train')
    await expect(page.getByText('1 change not sent yet')).toBeHidden()
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    // Nothing of it is left to be saved.
    await card(page, 'Edited offline').getByRole('heading').getByRole('link').focus()
    await page.keyboard.press('e')
    await expect(sheet(page).getByLabel('Title')).toHaveValue('Edited offline')
    await expect(sheet(page).getByText(/Not saved yet/)).toHaveCount(0)

    await context.route('**/api/**', answer)
    await sheet(page).getByLabel('URL').fill(ownPage('Other'))
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toBeHidden()
    await expect(page.getByText('1 change not sent yet')).toBeVisible()
    await context.unroute('**/api/**')
    await expect(page.getByText('Failed to edit link', { exact: true })).toBeVisible()
    await card(page, 'Edited offline').getByRole('heading').getByRole('link').focus()
    await page.keyboard.press('e')
    await expect(sheet(page).getByLabel('URL')).toHaveValue(ownPage('Other'))
    await expect(sheet(page).getByText(/Not saved yet/)).toBeVisible()
  })

test('an edit that waited for the connection does not write over that of another device', async ({
  signedIn: page,
  context,
}) => {
  const { id } = await saveLink(page.request, 'https://many.localhost/one', 'One', { tags: ['a'] })
  await page.goto('/dashboard?view=grid')
  await expect(card(page, 'One')).toBeVisible()
  await page.keyboard.type('je')
  const tags = sheet(page).getByRole('combobox', { name: 'Tags' })
  await expect(tags).toBeVisible()
  await context.route('**/api/**', route => route.abort('connectionrefused'))
  await sheet(page).getByLabel('Title').fill('Mine')
  await sheet(page).getByLabel('Title').press('Enter')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByText('1 change not sent yet')).toBeVisible()
  const edit = { title: 'Theirs', tags: ['a', 'theirs'] }
  expect((await page.request.patch(`/api/links/${id}`, { data: edit })).ok()).toBe(true)
  await context.unroute('**/api/**')
  await expect(page.getByText('Failed to edit link', { exact: true })).toBeVisible()
  await card(page, 'Theirs').getByRole('heading').getByRole('link').focus()
  await page.keyboard.press('e')
  await expect(sheet(page).getByLabel('Title')).toHaveValue('Mine')
  await expect(sheet(page).getByText('Changed on another device meanwhile, to:')).toBeVisible()
  await sheet(page).getByRole('button', { name: 'Keep mine' }).click()
  await tags.fill('mine')
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(card(page, 'Mine').getByRole('list', { name: 'Tags' })).toHaveText(/#a\s*#theirs\s*#mine/)
})

test('typed values stay after Escape and a click outside, and the form asks where another device wrote too', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, 'https://many.localhost/one', 'One')
  await page.goto('/dashboard?view=grid')
  await expect(card(page, 'One')).toBeVisible()
  await page.keyboard.type('je')
  await sheet(page).getByLabel('Title').fill('Half a title')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await page.getByRole('button', { name: 'Go on editing' }).click()
  await expect(sheet(page).getByLabel('Title')).toHaveValue('Half a title')
  await page.mouse.click(20, 400)
  await expect(sheet(page)).toBeHidden()
  await page.reload()
  await expect(card(page, 'One')).toBeVisible()
  await page.keyboard.type('je')
  await expect(sheet(page).getByLabel('Title')).toHaveValue('Half a title')

  const edit = await page.request.patch(`/api/links/${id}`, { data: { title: 'Theirs', note: 'Their note' } })
  expect(edit.ok()).toBe(true)
  await expect(sheet(page).getByText('Changed on another device meanwhile, to:')).toBeVisible()
  await expect(sheet(page).getByLabel(/^Note/)).toHaveValue('Their note')
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect(sheet(page).getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await page.keyboard.press('Enter')
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect(card(page, 'Half a title')).toContainText('Their note')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the form fills the screen, no keyboard covers it, and a touch saves', async ({ signedIn: page }) => {
    await page.request.post('/api/collections', { data: { name: 'Garden', color: '#EC4899' } })
    const note = 'A long note that is read to its end. '.repeat(13).trim()
    await saveLink(page.request, 'https://many.localhost/one', 'One', {
      note,
      tags: ['a', 'b', 'c', 'd', 'e'],
    })
    await page.goto('/dashboard?view=list')
    await card(page, 'One').getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Edit details' }).tap()
    await expect(sheet(page).getByRole('combobox', { name: 'Tags' })).toBeVisible()
    expect(await page.evaluate('document.activeElement.matches("input, textarea")')).toBe(false)
    await expect.poll(async () => (await sheet(page).boundingBox())?.x).toBe(0)
    expect(await sheet(page).boundingBox()).toMatchObject({ width: 390, height: 844 })
    const field = sheet(page).getByLabel(/^Note/)
    expect(
      await field.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBeLessThan(4)
    await expect(
      sheet(page).getByRole('list', { name: 'Tags of this link' }).getByRole('listitem'),
    ).toHaveCount(5)

    await sheet(page).getByRole('button', { name: 'Remove tag c' }).tap()
    await sheet(page).getByLabel('Collection').selectOption('Garden')
    await sheet(page).getByRole('button', { name: 'Add to favorites' }).tap()
    await expect(sheet(page).getByRole('button', { name: 'In favorites' })).toBeVisible()
    await sheet(page).getByRole('button', { name: 'Save' }).tap()
    await expect(sheet(page)).toBeHidden()
    await expect(card(page, 'One').getByText('in Garden')).toBeAttached()
    await expect(card(page, 'One').getByRole('list', { name: 'Tags' })).toHaveText(/#a\s*#b\s*\+2/)

    await card(page, 'One').getByRole('heading').tap()
    await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Edit details' }).tap()
    await sheet(page).getByRole('button', { name: 'Write a note' }).tap()
    await expect(page.getByRole('dialog', { name: 'Notes' })).toBeVisible()
  })
})
