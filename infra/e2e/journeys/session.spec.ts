import type { BrowserContext, Page } from '@playwright/test'
import { type Account, expect, newAccount, saveLinks, site, test } from '../src/journey.ts'

const star = (page: Page) =>
  page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' })
const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })

const signIn = async (page: Page, { email, password }: Account) => {
  await expect(signInAgain(page).getByLabel('Email or Username')).toHaveValue(email)
  await signInAgain(page).getByLabel('Password').fill(password)
  await signInAgain(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(signInAgain(page)).toBeHidden()
}

/** The statuses of the answers to this kind of request, as they come. */
const answersTo = (context: BrowserContext, method: string): number[] => {
  const statuses: number[] = []
  context.on('response', response => {
    if (response.request().method() === method && response.url().includes('/api/links'))
      statuses.push(response.status())
  })
  return statuses
}

/** Ends the session once a call of this address is on its way, so that nothing else tells of the end first. */
const endSessionDuring = (page: Page, address: string) =>
  page.route(
    address,
    async route => {
      await page.request.post('/api/logout')
      await route.continue()
    },
    { times: 1 },
  )

test.beforeEach(async ({ signedIn: page }) => {
  await saveLinks(page.request, ['One'])
  // The sidebar or the first opening of the form reads the tags, and without a session every reading asks for one.
  const tags = page.waitForResponse('**/api/tags')
  await page.goto('/dashboard')
  await expect(star(page)).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeVisible()
  await (await tags).finished()
  // The server tells open tabs that their session ended. These tests are about acts that find it out first.
  await page.context().route('**/api/changes', () => undefined)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('a session that ends during work', () => {
  test('a sign-in over the page sends the act once, and a form keeps its values', async ({
    signedIn: page,
    account,
    context,
  }) => {
    const statuses = answersTo(context, 'PATCH')
    // The answer comes when the form is filled.
    const filled = Promise.withResolvers<void>()
    await page.route('**/favorite', async route => {
      await filled.promise
      await route.continue()
    })
    await star(page).click()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'Add New Link' })
    await form.getByLabel('URL').fill(site('/a/Kept'))
    await form.getByLabel('Title').fill('Kept')
    await form.getByLabel('Tags (Optional)').fill('garden')
    await page.request.post('/api/logout')
    filled.resolve()

    await expect(signInAgain(page)).toBeVisible()
    await expect(signInAgain(page).getByLabel('Password')).toBeFocused()
    await expect(page.getByText('You are signed out')).toBeAttached()
    await signIn(page, account)
    await expect(form.getByLabel('URL')).toHaveValue(site('/a/Kept'))
    await expect(form.getByLabel('Title')).toHaveValue('Kept')
    await expect(form.getByLabel('Tags (Optional)')).toHaveValue('garden')
    await expect.poll(() => statuses).toEqual([401, 200])
    await expect(form.getByLabel('Tags (Optional)')).toBeFocused()
    await form.getByRole('button', { name: 'Save Link' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('article', { name: 'Kept' })).toBeVisible()
    await expect(page.getByText('You are signed out')).toBeHidden()
    await page.reload()
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
    expect(statuses).toEqual([401, 200])
  })

  test('a form on its way stops, and goes on after the sign-in', async ({
    signedIn: page,
    account,
    context,
  }) => {
    const statuses = answersTo(context, 'POST')
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'Add New Link' })
    await form.getByLabel('URL').fill(site('/a/Later'))
    await form.getByLabel('Title').fill('Later')
    await endSessionDuring(page, '**/api/links')
    await form.getByRole('button', { name: 'Save Link' }).click()
    await expect(signInAgain(page)).toBeVisible()
    // The upper dialog hides the lower one from assistive technology.
    await expect(page.locator('input[name=title]')).toHaveValue('Later')
    await signIn(page, account)
    await expect(form).toBeHidden()
    await expect(page.getByRole('article', { name: 'Later' })).toHaveCount(1)
    expect(statuses).toEqual([401, 201])
  })

  test('the line offers the sign-in later, and no dialog waits for it', async ({
    signedIn: page,
    account,
  }) => {
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'Add New Link' })
    const save = async (title: string) => {
      await form.getByLabel('URL').fill(site(`/a/${title}`))
      await form.getByLabel('Title').fill(title)
      await form.getByRole('button', { name: 'Save Link' }).click()
    }
    await endSessionDuring(page, '**/api/links')
    await save('Later')
    await signInAgain(page).getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'Later' })).toBeVisible()
    await expect(page.getByText('You are signed out · 1 change not sent yet')).toBeVisible()
    await page.keyboard.press('n')
    await save('Last')
    await expect(form).toBeHidden()
    await expect(page.getByText('You are signed out · 2 changes not sent yet')).toBeVisible()

    await page.getByRole('button', { name: 'Sign in' }).click()
    await signIn(page, account)
    await expect(page.getByText(/changes? not sent yet/)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(3)
  })

  test('the tab that one works in asks for the sign-in, whichever tab leads', async ({
    signedIn: page,
    account,
    context,
  }) => {
    const second = await context.newPage()
    await second.goto('/dashboard')
    await expect(star(second)).toBeVisible()
    const statuses = answersTo(context, 'PATCH')
    // The act is on its way when the session ends, so that nothing else tells of the end first.
    const ended = Promise.withResolvers<void>()
    await context.route('**/favorite', async route => {
      await ended.promise
      await route.continue()
    })
    await star(second).click()
    await context.request.post('/api/logout')
    ended.resolve()
    await signIn(second, account)
    await expect.poll(() => statuses).toEqual([401, 200])
    for (const tab of [page, second]) {
      await expect(star(tab)).toHaveAttribute('aria-pressed', 'true')
      await expect(signInAgain(tab)).toBeHidden()
    }
  })

  test('acts stay with their user when another one signs in', async ({
    signedIn: page,
    context,
    request,
  }) => {
    const other = newAccount()
    expect((await request.post('/api/signup', { data: other })).ok()).toBe(true)
    await saveLinks(request, ['Two'])
    const statuses = answersTo(context, 'PATCH')
    await endSessionDuring(page, '**/favorite')
    await star(page).click()
    const dialog = signInAgain(page)
    await dialog.getByLabel('Email or Username').fill(other.email)
    await dialog.getByLabel('Password').fill(other.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    const two = page.getByRole('article', { name: 'Two' })
    await expect(two.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText(/changes? not sent yet/)).toBeHidden()
    expect(statuses).toEqual([401])
  })
})

test('a sign-out with an act that waits asks first, and the next user sees nothing of it', async ({
  signedIn: page,
  account,
  context,
  request,
}) => {
  const other = newAccount()
  expect((await request.post('/api/signup', { data: other })).ok()).toBe(true)
  await saveLinks(request, ['One'])
  await page.route('**/favorite', route => route.fulfill({ status: 503, body: '' }))
  await star(page).click()
  await expect(page.getByText('Waiting for the server · 1 change not sent yet')).toBeVisible()

  const askToSignOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  const question = page.getByRole('dialog', { name: 'Sign out and lose changes?' })
  await askToSignOut()
  await expect(question.getByText('1 change has not reached the server yet.')).toBeVisible()
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toBeHidden()
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  await askToSignOut()
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.unroute('**/favorite')

  const statuses = answersTo(context, 'PATCH')
  for (const { email, password } of [other, account]) {
    await page.getByLabel('Email or Username').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(star(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText(/changes? not sent yet/)).toBeHidden()
    await askToSignOut()
    await expect(page).toHaveURL(/\/login/)
  }
  expect(statuses).toEqual([])
})
