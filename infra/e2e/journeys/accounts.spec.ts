import { expect, newAccount, test } from '../src/journey.ts'
import { everyLook } from '../src/looks.ts'

test('a new user signs up, chooses the free account and sees an empty library', async ({ page }) => {
  const { email, username, password } = newAccount()
  await page.goto('/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page.getByText('$19')).toBeVisible()
  await expect(page.getByText('$49')).toBeVisible()
  await expect(page.getByText('$99')).toBeVisible()
  await expect(page.getByText('Most Popular')).toBeVisible()
  await page.getByRole('link', { name: 'Continue with Free Account' }).click()

  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('heading', { name: 'My Saved Links' })).toBeVisible()
})

test('signup reports empty fields, a short password and an existing account', async ({
  page,
  account,
  context,
}) => {
  await context.clearCookies()
  await page.goto('/signup')
  const create = page.getByRole('button', { name: 'Create Account' })

  await create.click()
  await expect(page.getByText('Missing Information', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert').getByText('Please fill in all fields')).toBeVisible()

  await page.getByLabel('Email').fill(account.email.toUpperCase())
  await page.getByLabel('Username').fill(`${account.username}-again`)
  await page.getByLabel('Password').fill('short')
  await create.click()
  await expect(page.getByText('Password Too Short', { exact: true })).toBeVisible()

  await page.getByLabel('Password').fill(account.password)
  await create.click()
  await expect(page.getByText('Account Already Exists', { exact: true })).toBeVisible()
  await page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .getByRole('link', { name: 'Sign In' })
    .or(page.getByRole('button', { name: 'Sign In' }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/login/)
})

test('a common password is refused, and the form keeps its values', async ({ page }) => {
  const { email, username } = newAccount()
  await page.goto('/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('This password is too common. Please choose another.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test.describe('signing in', () => {
  for (const by of ['email', 'username'] as const) {
    test(`the ${by} and the password sign in`, async ({ page, account, context }) => {
      await context.clearCookies()
      await page.goto('/login')
      await page.getByLabel('Email or Username').fill(account[by])
      await page.getByLabel('Password').fill(account.password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('Welcome back!', { exact: true })).toBeVisible()
      await expect(page).toHaveURL(/\/dashboard/)
    })
  }

  test('a wrong password shows an error and keeps the name', async ({ page, account, context }) => {
    await context.clearCookies()
    await page.goto('/auth')
    await page.getByLabel('Email or Username').fill(account.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Sign in failed', { exact: true })).toBeVisible()
    await expect(page.getByText('Invalid username or password. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Email or Username')).toHaveValue(account.email)
  })

  test('empty fields show an error', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
  })
})

test('protected screens show visitors the login, and the login redirects signed-in users to the dashboard', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard/)
  await context.clearCookies()
  for (const path of ['/dashboard', '/save', '/reader/1']) {
    await page.goto(path)
    await expect(page.getByLabel('Email or Username')).toBeVisible()
  }
})

test('signing out ends the session on the server', async ({ signedIn: page, context }) => {
  await page.goto('/dashboard')
  const cookies = await context.cookies()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await context.addCookies(cookies)
  expect((await page.request.get('/api/user')).status()).toBe(401)
})

test('an unknown path shows the 404 page', async ({ page }) => {
  await page.goto('/nowhere/at/all')
  await expect(page.getByText('404')).toBeVisible()
})

test('errors of the signup stand at their field, and nothing moves', async ({ page, account, context }) => {
  await context.clearCookies()
  await page.goto('/signup')
  const create = page.getByRole('button', { name: 'Create Account' })
  const before = await create.boundingBox()
  await create.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Missing Information Please fill in all fields',
  )
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Username').fill(`${account.username}-again`)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await create.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Account Already Exists .* Sign In/)
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(await create.boundingBox()).toEqual(before)
  await page.getByLabel('Email').fill(`new-${account.email}`)
  await page.getByLabel('Username').fill(account.username)
  await create.click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is taken/)
  expect(await create.boundingBox()).toEqual(before)
})

test('errors of the login stand at their field, and nothing moves', async ({ page, account, context }) => {
  await context.clearCookies()
  await page.goto('/login')
  const signIn = page.getByRole('button', { name: 'Sign in' })
  const before = await signIn.boundingBox()
  await page.getByLabel('Email or Username').fill(account.email)
  await page.getByLabel('Password').fill('not the password')
  await signIn.click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/^Sign in failed Invalid username/)
  await expect(page.getByLabel('Password')).toBeFocused()
  expect(await signIn.boundingBox()).toEqual(before)
  await page.route('**/api/login', route => route.abort())
  await signIn.click()
  await expect(page.getByText('Invalid username or password. Please try again.')).toBeVisible()
  await expect(page.getByText('There was no answer, so please check your connection, too.')).toBeVisible()
  await expect(page.getByLabel('Password')).not.toHaveAttribute('aria-invalid')
  expect(await signIn.boundingBox()).toEqual(before)
})

for (const viewport of everyLook(
  { width: 320, height: 640 },
  { width: 390, height: 664 },
  { width: 1280, height: 720 },
))
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('the free account is in view after the signup, and the empty library waits for a link', async ({
      page,
    }) => {
      const { email, username, password } = newAccount()
      await page.goto('/signup')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Create Account' }).click()
      const free = page.getByRole('link', { name: 'Continue with Free Account' })
      await expect(free).toBeInViewport({ ratio: 1 })
      await free.click()
      const field = page.getByLabel('Link to save')
      await expect(field).toBeFocused()
      await expect(page.getByRole('link', { name: 'import a library' })).toBeVisible()
      const bookmarklet = page.getByRole('link', { name: 'Save to Lectern' })
      await expect(bookmarklet).toHaveAttribute('href', /^javascript:void open\("http.*\/share\?url=/)
      await bookmarklet.click()
      await expect(page.getByText('Drag it to your bookmarks bar')).toBeVisible()
      await field.fill('https://a.localhost/first-thing')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('article', { name: 'First thing' })).toBeVisible()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    })
  })
