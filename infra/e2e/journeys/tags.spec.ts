import type { Page } from '@playwright/test'
import { expect, lazyFile, saveLink, site, test } from '../src/journey.ts'

const tagNav = (page: Page) => page.getByRole('navigation', { name: 'Tags' })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const row = (page: Page, tag: string) => dialog(page, 'All Tags').getByRole('button', { name: tag })
const tag = (page: Page, title: string, name: string) =>
  card(page, title).getByRole('list', { name: 'Tags' }).getByRole('link', { name })

/** Saves a link for each list of tags: One, Two, Three… */
const NAMES = ['One', 'Two', 'Three', 'Four']
const saveTagged = async (page: Page, lists: readonly (readonly string[])[]) => {
  for (const [n, tags] of lists.entries())
    await saveLink(page.request, `https://tags.localhost/${n}`, NAMES[n] ?? `Link ${n}`, { tags })
}

/** Saves links with tags named prefix 0, prefix 1… up to `count`, 50 of them on each link. */
const saveManyTags = async (page: Page, count: number) => {
  for (let from = 0; from < count; from += 50) {
    const tags = Array.from({ length: Math.min(50, count - from) }, (_, n) => `topic ${from + n}`)
    await saveLink(page.request, `https://tags.localhost/many/${from}`, `Many ${from}`, { tags })
  }
}

test('a tag of a card, a row and the reader searches it, with the pointer and with Enter', async ({
  signedIn: page,
}) => {
  await saveTagged(page, [['kafka', 'event sourcing'], ['kafka'], ['other']])
  const { id } = await saveLink(page.request, site('/a/Tagged'), 'Tagged', { tags: ['event sourcing'] })
  await page.goto('/dashboard?view=grid')
  await tag(page, 'Two', 'kafka').click()
  await expect(page).toHaveURL(/q=tag%3Akafka/)
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('tag:kafka')
  await expect(page.getByRole('article')).toHaveCount(2)

  await tag(page, 'One', 'event sourcing').press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue(
    'tag:"event sourcing"',
  )
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(card(page, 'Two')).toHaveCount(0)
  await page.goBack()
  await expect(card(page, 'Two')).toBeVisible()

  await page.goto('/dashboard?view=list')
  await tag(page, 'Three', 'other').click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.goto(`/reader/${id}`)
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'event sourcing' }).press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a tag of an archived link looks in the archive', async ({ signedIn: page }) => {
  await saveTagged(page, [['kafka'], ['kafka']])
  await page.goto('/dashboard')
  await card(page, 'One').getByRole('button', { name: 'Archive' }).click()
  await page.goto('/dashboard?archived=true')
  await tag(page, 'One', 'kafka').click()
  await expect(page).toHaveURL(/archived=true/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'One')).toBeVisible()
})

test('a tag in the details of a link searches it, and the details close', async ({ signedIn: page }) => {
  await saveTagged(page, [['kafka'], ['kafka'], ['other']])
  await page.goto('/dashboard')
  await card(page, 'Two').getByRole('heading').getByRole('link').focus()
  await page.keyboard.press('e')
  const details = page.getByRole('dialog', { name: 'Edit details' })
  await details.getByRole('link', { name: '#kafka' }).click()
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('the sidebar lists the tags, follows what happens, and moves nothing when it comes', async ({
  signedIn: page,
  context,
}) => {
  await saveTagged(page, [['kafka', 'logs'], ['kafka']])
  const code = Promise.withResolvers<void>()
  await page.route(lazyFile('features/library/tags/tag-nav.tsx'), async route => {
    await code.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(card(page, 'One')).toBeVisible()
  await expect(page.getByRole('link', { name: /^No Collection|^All Articles/ }).first()).toContainText('2')
  const notes = page.getByRole('complementary').getByRole('link', { name: 'Notes' })
  const before = await notes.boundingBox()
  await expect(tagNav(page)).toHaveCount(0)
  code.resolve()
  await expect(tagNav(page).getByRole('link')).toHaveText([/kafka\s*2/, /logs\s*1/])
  expect(await notes.boundingBox()).toEqual(before)

  // What another tab does, and one's own act.
  const other = await context.newPage()
  await saveLink(other.request, 'https://tags.localhost/9', 'Nine', { tags: ['logs', 'fresh'] })
  await expect(tagNav(page).getByRole('link', { name: /fresh/ })).toBeVisible()
  await card(page, 'Nine').getByRole('button', { name: 'Archive' }).click()
  // It stays, since an archived link has it.
  await expect(tagNav(page).getByRole('link', { name: /fresh.*archived.*1/ })).toBeVisible()

  await tagNav(page).getByRole('link', { name: /logs/ }).click()
  await expect(tagNav(page).getByRole('link', { name: /logs/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a tag is renamed by keyboard in the list of all, and the search for it follows', async ({
  signedIn: page,
}) => {
  await saveManyTags(page, 13)
  await saveTagged(page, [['kafka', 'logs'], ['kafka']])
  await page.goto('/dashboard?q=tag:kafka')
  await expect(card(page, 'One')).toBeVisible()
  await tagNav(page)
    .getByRole('button', { name: /All tags/ })
    .press('Enter')
  await expect(dialog(page, 'All Tags').getByText('15 tags')).toBeVisible()
  await expect(dialog(page, 'All Tags').getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('kaf')
  await expect(dialog(page, 'All Tags').getByText('1 tag', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'kafka 2 links')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(dialog(page, 'Rename Tag').getByText('2 links, archived ones included, get')).toBeVisible()
  const name = dialog(page, 'Rename Tag').getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('#Apache Kafka')
  await page.keyboard.press('Enter')
  await expect(page.getByText('"kafka" renamed to "Apache Kafka" on 2 links', { exact: true })).toBeVisible()
  // The list is back, at the tag.
  await expect(row(page, 'Apache Kafka 2 links')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('tag:"Apache Kafka"')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(tag(page, 'Two', 'Apache Kafka')).toBeVisible()
})

test('a name that is taken offers to merge, and a tag is merged from its menu', async ({
  signedIn: page,
}) => {
  await saveTagged(page, [['log'], ['logs'], ['Logging', 'logs']])
  await page.goto('/dashboard')
  await tagNav(page)
    .getByRole('link', { name: /^log1|^log\s/ })
    .press('F2')
  const name = dialog(page, 'Rename Tag').getByRole('textbox', { name: 'Name' })
  await name.fill('LOGS')
  await name.press('Enter')
  const merge = dialog(page, 'Merge Tags')
  await expect(merge).toContainText('Another tag is named “LOGS”.')
  await expect(merge).toContainText('1 link gets the tag “LOGS” instead of “log”.')
  await merge.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(tagNav(page).getByRole('link')).toHaveText([/logs\s*3/, /Logging\s*1/])
  await expect(tag(page, 'One', 'logs')).toBeVisible()

  await tagNav(page)
    .getByRole('link', { name: /Logging/ })
    .hover()
  await tagNav(page).getByRole('button', { name: 'Actions for Logging' }).click()
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await dialog(page, 'Merge Tag').getByRole('button', { name: /^logs/ }).click()
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(tagNav(page).getByRole('link')).toHaveText([/logs\s*3/])
  await expect(card(page, 'Three').getByRole('link', { name: '#' })).toHaveText(['#logs'])
})

test('deleting a tag asks, says that the links stay, and takes it off them', async ({ signedIn: page }) => {
  await saveTagged(page, [['kafka', 'logs'], ['kafka']])
  await page.goto('/dashboard')
  await tagNav(page).getByRole('link', { name: /kafka/ }).hover()
  await tagNav(page).getByRole('button', { name: 'Actions for kafka' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog(page, 'Delete Tag')).toContainText(
    '2 links, archived ones included, lose this tag. The links stay.',
  )
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Delete Tag')).toHaveCount(0)
  await expect(tagNav(page).getByRole('link')).toHaveCount(2)

  await tagNav(page).getByRole('link', { name: /kafka/ }).hover()
  await tagNav(page).getByRole('button', { name: 'Actions for kafka' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page, 'Delete Tag').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('"kafka" deleted on 2 links', { exact: true })).toBeVisible()
  await expect(tagNav(page).getByRole('link')).toHaveText([/logs\s*1/])
  await expect(page.getByRole('article')).toHaveCount(2)
})

const HOSTILE = [
  '"quoted"',
  'say "hi" now',
  '“curly',
  'שלום עולם',
  '😀 fun',
  'c#',
  'a\\',
  '-not',
  'tag:x',
  'x'.repeat(100),
]

test('tags with quotes, other directions, emoji and 100 characters are found and renamed', async ({
  signedIn: page,
}) => {
  await saveTagged(page, [HOSTILE, ['plain']])
  await page.goto('/dashboard')
  for (const name of HOSTILE) {
    await tagNav(page).getByTitle(name, { exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, 'One')).toBeVisible()
  }
  await tagNav(page).getByRole('link', { name: 'say "hi" now' }).press('F2')
  const name = dialog(page, 'Rename Tag').getByRole('textbox', { name: 'Name' })
  await name.fill('a, b')
  await name.press('Enter')
  await expect(dialog(page, 'Rename Tag')).toContainText('A comma separates tags, so a name has none.')
  await name.fill('"שלום" 😀')
  await name.press('Enter')
  await tagNav(page).getByTitle('"שלום" 😀', { exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a list of 3,000 tags draws only some rows, and the keyboard reaches the last one', async ({
  signedIn: page,
}) => {
  test.slow()
  await saveManyTags(page, 3_000)
  await page.goto('/dashboard')
  await tagNav(page)
    .getByRole('button', { name: /All tags\s*3,000/ })
    .click()
  const list = dialog(page, 'All Tags')
  await expect(list.getByText('3,000 tags')).toBeVisible()
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const last = list.getByRole('listitem').last()
  await expect(last).toHaveAttribute('aria-posinset', '3000')
  await expect(last.getByRole('button').first()).toBeFocused()
  await expect(last).toBeInViewport()
  // Typing goes on in the field.
  await page.keyboard.type('topic 2718')
  await expect(list.getByText('1 tag', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a tag is typed in its first spelling, without #', async ({ signedIn: page }) => {
  await saveTagged(page, [['Python']])
  await page.goto('/dashboard')
  await expect(tagNav(page).getByRole('link', { name: /Python/ })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
  const tags = page.getByRole('combobox', { name: /^Tags/ })
  await tags.pressSequentially('#python, rust')
  await expect(tags).toHaveValue('Python, rust')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap on a tag searches it, and the menu renames one', async ({ signedIn: page }) => {
    await saveTagged(page, [['kafka', 'logs'], ['kafka'], ['other']])
    await page.goto('/dashboard?view=grid')
    await tag(page, 'Two', 'kafka').tap()
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await tagNav(page).getByRole('button', { name: 'Actions for logs' }).tap()
    await page.getByRole('menuitem', { name: 'Rename' }).tap()
    await dialog(page, 'Rename Tag').getByRole('textbox', { name: 'Name' }).fill('log')
    await dialog(page, 'Rename Tag').getByRole('button', { name: 'Rename' }).tap()
    await expect(dialog(page, 'Rename Tag')).toHaveCount(0)
    await expect(tag(page, 'One', 'log')).toBeVisible()
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await tagNav(page).getByRole('link', { name: /other/ }).tap()
    await expect(page.getByRole('article')).toHaveCount(1)
  })
})
