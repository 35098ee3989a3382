import type { Page } from '@playwright/test'
import { type Account, expect, grant, need, newAccount, saveLink, site, test } from '../src/journey.ts'

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

/** Pastes by a key, and gives the milliseconds until a card of this name is in the list. */
const msUntilCard = async (page: Page, name: string): Promise<number> => {
  // In the browser's own words: journeys are compiled without its types.
  await page.evaluate(`void (globalThis.shown = new Promise(resolve => {
    const onPaste = () => {
      const began = performance.now()
      const look = () => {
        const titles = [...document.querySelectorAll('article h2')].map(title => title.textContent)
        if (titles.includes(${JSON.stringify(name)})) resolve(performance.now() - began)
        else requestAnimationFrame(look)
      }
      look()
    }
    document.addEventListener('paste', onPaste, { once: true, capture: true })
  }))`)
  await paste(page)
  return page.evaluate('shown') as Promise<number>
}
const notice = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

test('one key saves a pasted address at once under the title of its page, the focus stays, and a click takes it back', async ({
  signedIn: page,
}) => {
  const { id } = await saveLink(page.request, 'https://many.localhost/first', 'The first one')
  await openDashboard(page)
  const title = page.locator(`[data-link="${id}"]`).getByRole('link', { name: 'The first one' })
  await title.focus()
  await copy(page, site('/a/Growing-tomatoes?utm_source=x'))
  const ms = await msUntilCard(page, 'Growing tomatoes')
  test.info().annotations.push({ type: 'ms until the card', description: ms.toFixed(0) })
  expect(ms).toBeLessThan(100)
  await expect(notice(page).getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(title).toBeFocused()
  await expect.poll(async () => (await savedLinks(page)).length).toBe(2)
  await notice(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(notice(page).getByText('Undone')).toBeVisible()
  await expect.poll(async () => (await savedLinks(page)).length).toBe(1)
})

test('tags are added to what was pasted with one click and the words', async ({ signedIn: page }) => {
  await openDashboard(page)
  // In the field of the empty library, which has the focus.
  await copy(page, 'https://many.localhost/#!/one')
  await paste(page)
  await notice(page).getByRole('button', { name: 'Add tags' }).click()
  await page.getByRole('dialog', { name: 'Tags' }).getByRole('combobox').fill('garden')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText('#garden')).toBeVisible()
})

test('several addresses in one paste are saved with one notice, and one key takes them back', async ({
  signedIn: page,
}) => {
  await saveLink(page.request, 'https://many.localhost/#!/known', 'Known')
  await openDashboard(page)
  const addresses = ['one', 'two', 'known'].map(name => `https://many.localhost/#!/${name}`)
  await copy(page, `Read these:\n${addresses.join(', and\n')}.`)
  await paste(page)
  await expect(notice(page).getByText('Saved 2 links')).toBeVisible()
  await expect(notice(page).getByText('1 other you had before')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.keyboard.press('z')
  await expect(notice(page).getByText('2 links removed')).toBeVisible()
  await expect
    .poll(async () => (await savedLinks(page)).map(({ title }: { title: string }) => title))
    .toEqual(['Known'])
})

test('500 addresses are saved as an import that can be undone, and 5 MB of words say that they have none', async ({
  signedIn: page,
  account,
}) => {
  await grant(account, 'pro')
  await openDashboard(page)
  const addresses = Array.from({ length: 500 }, (_, n) => `https://many.localhost/#!/${n}`)
  await bring(page, 'paste', addresses.join('\n'))
  await expect(notice(page).getByText(/Saved as an import|Import Successful/)).toBeVisible()
  await expect.poll(async () => (await (await page.request.get('/api/counts')).json()).used).toBe(500)
  const { imports } = await (await page.request.get('/api/imports')).json()
  expect(imports).toMatchObject([{ fileName: 'Pasted addresses.csv', imported: 500, failed: 0 }])
  await bring(page, 'paste', 'growing and/or tomatoes '.repeat(218_000))
  await expect(notice(page).getByText('There is no address in what you pasted')).toBeVisible()
})

/** Lets the page have a text as a paste or a drop brings it. Playwright drags nothing from other windows. */
const bring = (page: Page, type: 'paste' | 'dragover' | 'drop', text: string, kind = 'text/plain') =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.setData('${kind}', ${JSON.stringify(text)})
    const init = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
    document.body.dispatchEvent(new ${type === 'paste' ? 'ClipboardEvent' : 'DragEvent'}('${type}', init))
  }`)

test('a link that is dragged over the page says where it goes, and is saved when it is dropped', async ({
  signedIn: page,
}) => {
  await openDashboard(page)
  await bring(page, 'dragover', '', 'text/uri-list')
  await expect(page.getByText('Drop it to save it')).toBeVisible()
  await bring(page, 'drop', 'https://many.localhost/#!/Dropped', 'text/uri-list')
  await expect(page.getByText('Drop it to save it')).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(async () => (await savedLinks(page)).length).toBe(1)
})

test('an address pasted into a field stays there, and other texts say that they are none', async ({
  signedIn: page,
}) => {
  await openDashboard(page)
  await copy(page, 'https://many.localhost/a')
  await page.getByRole('searchbox').focus()
  await paste(page)
  await expect(page.getByRole('searchbox')).toHaveValue('https://many.localhost/a')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Favorites' }).focus()
  for (const text of ['Growing tomatoes', 'javascript:alert(1)', 'mina@lectern.example']) {
    await copy(page, text)
    await paste(page)
    await expect(notice(page).getByText('There is no address in what you pasted')).toBeVisible()
    await notice(page).getByRole('button', { name: 'Close' }).click()
  }
  expect(await savedLinks(page)).toEqual([])
  await copy(page, 'many.localhost/a')
  await paste(page)
  await expect.poll(async () => (await savedLinks(page)).length).toBe(1)
})

test('an address can be pasted in the reader, and on the page of notes', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/t/Read-first'), 'Read first')
  for (const [n, path] of [`/reader/${id}`, '/notes'].entries()) {
    await openDashboard(page)
    await copy(page, `https://many.localhost/#!/${n}`)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await paste(page)
    await expect(notice(page).getByText('Saved', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect.poll(async () => (await savedLinks(page)).length).toBe(2 + n)
  }
})

test('the form says while one types that the address is already there', async ({ signedIn: page }) => {
  const { id } = await saveLink(page.request, site('/t/Known'), 'The known one')
  await page.request.patch(`/api/links/${id}/archive`, { data: { isArchived: true } })
  await openDashboard(page)
  await addLink(page)
  await field(page, 'URL').fill(`${site('/t/Known')}/?utm_source=mail`)
  await expect(
    dialogOf(page).getByText(/^You saved this on .*, and archived it: The known one/),
  ).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Open it' }).click()
  await expect(page).toHaveURL(`/reader/${id}`)
})

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
  await page.goto(
    addressOf('/dashboard', {
      save: 'https://many.localhost/saved',
      title: 'Saved',
      source: 'chrome_extension',
    }),
  )
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

test('a share is saved after the sign-in, with its words as the note, and once', async ({
  page,
  account,
}) => {
  await page.request.post('/api/logout')
  const shared = { title: 'Shared', text: `Read this: ${site('/a/Shared')}.` }
  await page.goto(addressOf('/share', shared))
  await signIn(page, account)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('article', { name: 'Shared' }).getByText('Read this:')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto(addressOf('/share', shared))
  await expect(notice(page).getByText('You saved this before')).toBeVisible()
  await notice(page).getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/reader\/\d+$/)
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
  await expect(page.getByRole('article', { name: 'Shared' })).toBeVisible()
  expect(await savedLinks(page)).toMatchObject([{ url: site('/a/Shared') }])
})

test('a page of another site that leads to a share opens the filled form and saves nothing', async ({
  signedIn: page,
}) => {
  await page.goto(site('/a/Elsewhere'))
  const address = `${need('LECTERN_URL')}${addressOf('/share', { url: site('/a/Pushed'), title: 'Pushed' })}`
  await page.evaluate(`location.assign(${JSON.stringify(address)})`)
  await expect(field(page, 'URL')).toHaveValue(site('/a/Pushed'))
  await expect(field(page, 'Title')).toHaveValue('Pushed')
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
  await page.goto('/share')
  await expect(field(page, 'URL')).toHaveValue('')
  await page.goto(addressOf('/share', { url: 'https://many.localhost/1', text: 'x'.repeat(501) }))
  await dialogOf(page).getByRole('button', { name: 'Save Link' }).click()
  await expect(dialogOf(page).getByText('Note is too long')).toBeVisible()
  expect(await savedLinks(page)).toEqual([])
  await page.goto('/share?url=https://many.localhost/1&url=https://many.localhost/2&title=One&title=Two')
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
  await expect.poll(async () => (await savedLinks(page))[0]?.note).toBe('https://many.localhost/2\nTwo')
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
  await addLink(page)
  await field(page, 'URL').fill(site('/t/Known#top'))
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

  test('a share is saved without a tap, and the empty library saves what is typed with one', async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard')
    await page.getByLabel('Link to save').fill(site('/a/Typed'))
    await page.getByRole('button', { name: 'Save it' }).tap()
    await expect(page.getByRole('article', { name: 'Typed' })).toBeVisible()
    await page.goto(addressOf('/share', { text: site('/a/From-the-phone') }))
    await expect(page.getByRole('article', { name: 'From the phone' })).toBeVisible()
    await expect(notice(page).getByText('Saved', { exact: true })).toBeVisible()
    await notice(page).getByRole('button', { name: 'Undo' }).tap()
    await expect(page.getByRole('article')).toHaveCount(1)
  })
})
