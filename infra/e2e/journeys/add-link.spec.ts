import type { Page } from '@playwright/test'
import { type Account, expect, newAccount, saveLink, site, test } from '../src/journey.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add New Link' })
const field = (page: Page, label: string) => dialogOf(page).getByLabel(label)
const savedLinks = async (page: Page) => (await (await page.request.get('/api/links')).json()).links

/** Waits until the list is there and everything that loads after it. */
const openDashboard = async (page: Page) => {
  await page.goto('/dashboard')
  await page.waitForLoadState('networkidle')
}

type Clipboarded = { clipboard: { writeText(text: string): Promise<void> } }

/** Puts the text on the clipboard. The test has a permission for it that the product neither has nor asks for. */
const copy = async (page: Page, text: string) => {
  await page.context().grantPermissions(['clipboard-write', 'clipboard-read'])
  await page.evaluate(copied => (navigator as unknown as Clipboarded).clipboard.writeText(copied), text)
  await page.context().clearPermissions()
}
const addLink = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
const paste = (page: Page) => page.keyboard.press('ControlOrMeta+V')

const addressOf = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

test('a pasted address is saved under the title of its page, and the focus returns to where it was', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, 'https://many.localhost/first', 'The first one')
  await openDashboard(page)
  const title = page.locator(`[data-link="${id}"]`).getByRole('link', { name: 'The first one' })
  await title.focus()
  await copy(page, site('/a/Growing-tomatoes?utm_source=x'))
  await paste(page)
  await expect(field(page, 'URL')).toHaveValue(site('/a/Growing-tomatoes?utm_source=x'))
  await expect(field(page, 'URL')).toBeFocused()
  await expect(field(page, 'Title')).toHaveValue('Growing tomatoes')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Link saved successfully!', { exact: true })).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await expect(title).toBeFocused()
  await expect(page.getByRole('article', { name: 'Growing tomatoes' })).toBeVisible()
})

test('an address pasted into a field stays there, and other texts open nothing', async ({
  signedIn: page,
}) => {
  await openDashboard(page)
  await copy(page, 'https://many.localhost/a')
  await page.getByRole('searchbox').focus()
  await paste(page)
  await expect(page.getByRole('searchbox')).toHaveValue('https://many.localhost/a')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Favorites' }).focus()
  for (const text of ['Growing tomatoes', 'javascript:alert(1)', 'mina@lectern.example']) {
    await copy(page, text)
    await paste(page)
  }
  await copy(page, 'many.localhost/a')
  await paste(page)
  await expect(field(page, 'URL')).toHaveValue('https://many.localhost/a')
})

test('an address can be pasted in the reader, and on the page of notes', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/t/Read-first'), 'Read first')
  await copyFirst(page)
  for (const path of [`/reader/${id}`, '/notes']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await paste(page)
    await expect(field(page, 'URL')).toHaveValue('https://many.localhost/b')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})
const copyFirst = async (page: Page) => {
  await openDashboard(page)
  await copy(page, 'https://many.localhost/b')
}

test('the title comes by itself until one is typed, and the page’s can be had back', async ({
  signedIn: page,
}) => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/preview?*', async route => {
    await held
    await route.fulfill({ json: { image: null, title: 'Of the page' } })
  })
  await openDashboard(page)
  await addLink(page)
  await field(page, 'URL').fill(site('/a/From-its-path'))
  await expect(field(page, 'Title')).toHaveValue('From its path')
  await field(page, 'URL').fill(site('/a/Soil,-and-what-grows-in-it?x=1'))
  await expect(field(page, 'Title')).toHaveValue('Soil, and what grows in it')
  await expect(dialogOf(page).getByText('From the page')).toBeHidden()
  await field(page, 'Title').fill('Mine')
  release()
  await field(page, 'URL').fill(site('/a/Another'))
  await expect(field(page, 'Title')).toHaveValue('Mine')
  await field(page, 'Title').fill('')
  await dialogOf(page).getByRole('button', { name: 'Save Link' }).click()
  await expect(dialogOf(page).getByText('Title is required')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Use the page’s title' }).click()
  await expect(field(page, 'Title')).toHaveValue('Of the page')
  await expect(dialogOf(page).getByText('From the page')).toBeVisible()
  await expect(dialogOf(page).getByText('Title is required')).toBeHidden()
})

test('a draft survives Escape, a click outside and a reload, and a button clears it', async ({
  signedIn: page,
}) => {
  await openDashboard(page)
  await addLink(page)
  await field(page, 'URL').fill('many.localhost/draft')
  await field(page, 'Title').fill('A draft')
  await field(page, 'Note (Optional)').fill('Half a thought')
  await field(page, 'Tags (Optional)').fill('garden')
  const expectDraft = async () => {
    await expect(field(page, 'URL')).toHaveValue('many.localhost/draft')
    await expect(field(page, 'Title')).toHaveValue('A draft')
    await expect(field(page, 'Note (Optional)')).toHaveValue('Half a thought')
    await expect(field(page, 'Tags (Optional)')).toHaveValue('garden')
  }
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await addLink(page)
  await expectDraft()
  await page.mouse.click(5, 5)
  await expect(dialogOf(page)).toBeHidden()
  await addLink(page)
  await expectDraft()
  await page.reload()
  await page.waitForLoadState('networkidle')
  await addLink(page)
  await expectDraft()
  await expect(dialogOf(page).getByText('What you typed before is still here.')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(field(page, 'URL')).toBeFocused()
  for (const label of ['URL', 'Title', 'Note (Optional)', 'Tags (Optional)'])
    await expect(field(page, label)).toHaveValue('')
  await page.keyboard.press('Escape')
  await addLink(page)
  await expect(field(page, 'URL')).toHaveValue('')
})

test('a draft is gone once its link is saved, and one of another link stays', async ({ signedIn: page }) => {
  await openDashboard(page)
  await addLink(page)
  await field(page, 'Note (Optional)').fill('Of another link')
  await page.keyboard.press('Escape')
  await page.goto(addressOf('/share', { url: 'https://many.localhost/saved', title: 'Saved' }))
  await expect(field(page, 'Note (Optional)')).toHaveValue('')
  await field(page, 'Note (Optional)').fill('Of this one')
  await dialogOf(page).getByRole('button', { name: 'Save Link' }).click()
  await expect(page.getByRole('article', { name: 'Saved' })).toBeVisible()
  await addLink(page)
  await expect(field(page, 'Note (Optional)')).toHaveValue('Of another link')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await addLink(page)
  await expect(field(page, 'Note (Optional)')).toHaveValue('')
})

test('a draft is shown to nobody else who signs in here', async ({ signedIn: page }) => {
  await openDashboard(page)
  await addLink(page)
  await field(page, 'Note (Optional)').fill('For my eyes only')
  await page.keyboard.press('Escape')
  await page.request.post('/api/logout')
  await page.request.post('/api/signup', { data: newAccount() })
  await openDashboard(page)
  await addLink(page)
  await expect(field(page, 'Note (Optional)')).toHaveValue('')
})

test('a share opens the filled form after the sign-in and saves nothing by itself', async ({
  page,
  account,
}) => {
  await page.request.post('/api/logout')
  const shared = { title: 'Shared', text: `Read this: ${site('/a/Shared')}.` }
  await page.goto(addressOf('/share', shared))
  await signIn(page, account)
  await expect(field(page, 'URL')).toHaveValue(site('/a/Shared'))
  await expect(field(page, 'Title')).toHaveValue('Shared')
  await expect(field(page, 'Note (Optional)')).toHaveValue('Read this:')
  expect(await savedLinks(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Save Link' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('article', { name: 'Shared' })).toBeVisible()
})

test('a share is still there for a visitor who creates an account first', async ({ page }) => {
  const { email, username, password } = newAccount()
  await page.goto(addressOf('/share', { title: 'Shared', text: site('/a/Shared') }))
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/share\?/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Continue with Free Account' }).click()
  await expect(field(page, 'URL')).toHaveValue(site('/a/Shared'))
  await expect(field(page, 'Title')).toHaveValue('Shared')
  expect(await savedLinks(page)).toEqual([])
})

const signIn = async (page: Page, { email, password }: Account) => {
  await page.getByLabel('Email or Username').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a share without a good address keeps what it brought and says what is wrong', async ({
  signedIn: page,
}) => {
  for (const url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    `https://many.localhost/${'x'.repeat(5_000)}`,
  ]) {
    await page.goto(addressOf('/share', { url, title: 'Kept' }))
    await expect(field(page, 'URL')).toHaveValue(url)
    await expect(field(page, 'Title')).toHaveValue('Kept')
    await expect(dialogOf(page).getByText('Please enter a valid URL')).toBeVisible()
  }
  await page.goto(addressOf('/share', { text: 'Remember the milk' }))
  await expect(field(page, 'Note (Optional)')).toHaveValue('Remember the milk')
  await expect(field(page, 'URL')).toHaveValue('')
  await page.goto('/share?url=https://many.localhost/1&url=https://many.localhost/2&title=One&title=Two')
  await expect(field(page, 'URL')).toHaveValue('https://many.localhost/1')
  await expect(field(page, 'Note (Optional)')).toHaveValue('https://many.localhost/2\nTwo')
  await page.goto('/share')
  await expect(field(page, 'URL')).toHaveValue('')
  expect(await savedLinks(page)).toEqual([])
})

test('the bookmarklet opens the filled form', async ({ signedIn: page }) => {
  await openDashboard(page)
  const script = await page.getByRole('link', { name: 'Save to Lectern' }).getAttribute('href')
  await page.goto(site('/a/A-page-with-%26-and-%23'))
  const opened = page.waitForEvent('popup')
  // A browser decodes the script of a bookmark.
  await page.evaluate(decodeURIComponent((script ?? '').replace('javascript:', '')))
  const form = await opened
  await expect(field(form, 'URL')).toHaveValue(site('/a/A-page-with-%26-and-%23'))
  await expect(field(form, 'Title')).toHaveValue('A page with & and # · The Balcony')
  expect(await savedLinks(page)).toEqual([])
})

test('a duplicate can be opened in place of saving it again', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/t/Known'), 'The known one')
  await openDashboard(page)
  await copy(page, site('/t/Known#top'))
  await paste(page)
  await dialogOf(page).getByRole('button', { name: 'Save Link' }).click()
  const duplicate = page.getByRole('dialog', { name: 'Duplicate Link Detected' })
  await expect(duplicate.getByText('The known one')).toBeVisible()
  await duplicate.getByRole('button', { name: 'Open it' }).click()
  await expect(page).toHaveURL(`/reader/${id}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await openDashboard(page)
  await addLink(page)
  await expect(field(page, 'URL')).toHaveValue('')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a share is saved with one tap', async ({ signedIn: page }) => {
    await page.goto(addressOf('/share', { text: site('/a/From-the-phone') }))
    await expect(field(page, 'Title')).toHaveValue('From the phone')
    await dialogOf(page).getByRole('button', { name: 'Save Link' }).tap()
    await expect(page.getByRole('article', { name: 'From the phone' })).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
  })
})
