import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readEntry } from '../../lib/navigation.tsx'
import { renderApp } from '../../test-support/render-app.tsx'
import {
  HttpResponse,
  http,
  library,
  mara,
  payments,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'
import { problemsOf } from './signup-form.tsx'

withServer()

const visitor = http.get('*/api/user', () => refusal(401, 'Please sign in.'))
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const openLogin = async (path = '/login') => {
  renderApp(path)
  await screen.findByLabelText('Email or Username')
}

describe('login', () => {
  test('asks for both fields', async () => {
    server.use(visitor)
    await openLogin()
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Email is required')).toBeDefined()
    expect(screen.getByText('Password is required')).toBeDefined()
  })

  test('shows the text of a refusal', async () => {
    server.use(
      visitor,
      http.post('*/api/login', () => new HttpResponse('Not this one.', { status: 401 })),
    )
    await openLogin()
    fill('Email or Username', 'mara')
    fill('Password', 'secret')
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Sign in failed Not this one.')
  })

  test('leads to the dashboard', async () => {
    server.use(
      visitor,
      http.post('*/api/login', () => HttpResponse.json(mara)),
      ...library([]),
    )
    await openLogin('/')
    fill('Email or Username', 'mara')
    fill('Password', 'secret')
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'My Saved Links' })).toBeDefined()
    expect(location.pathname).toBe('/dashboard')
  })

  test('without an answer says the sentence of a refusal, and to check the connection', async () => {
    server.use(
      visitor,
      http.post('*/api/login', () => HttpResponse.error()),
    )
    await openLogin()
    fill('Email or Username', 'mara')
    fill('Password', 'secret')
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Sign in failed Invalid username or password. Please try again.')
    expect(alert.textContent).toContain('There was no answer, so please check your connection, too.')
  })

  test('fetches the user when the answer does not contain the plan', async () => {
    let isSignedIn = false
    const { isPro: _isPro, plan: _plan, itemsAllowed: _itemsAllowed, ...withoutPlan } = mara
    server.use(
      http.get('*/api/user', () => (isSignedIn ? HttpResponse.json(mara) : refusal(401, 'Please sign in.'))),
      http.post('*/api/login', () => {
        isSignedIn = true
        return HttpResponse.json(withoutPlan)
      }),
      ...library([]),
    )
    await openLogin('/')
    fill('Email or Username', 'mara')
    fill('Password', 'secret')
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'My Saved Links' })).toBeDefined()
  })
})

describe('signup', () => {
  test.each([
    [{ email: '', username: 'mara', password: 'secret' }, 'Missing Information', 'Please fill in all fields'],
    [
      { email: 'a@b.test', username: 'mara', password: 'short' },
      'Password Too Short',
      'Password must be at least 6 characters',
    ],
  ])('%o is refused: %s', (fields, title, text) => {
    expect(problemsOf(fields)).toMatchObject([{ title, text }])
  })

  test('marks all fields that are wrong at once, and each until it is right', async () => {
    server.use(visitor)
    renderApp('/signup')
    await screen.findByLabelText('Username')
    fill('Email', 'nobody')
    fill('Password', 'short')
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
    const wrong = () =>
      ['Email', 'Username', 'Password'].filter(
        label => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true',
      )
    await waitFor(() => expect(wrong()).toEqual(['Email', 'Username', 'Password']))
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(screen.getByText('Please fill in all fields')).toBeDefined()
    expect(screen.getByText('Password must be at least 6 characters')).toBeDefined()
    fill('Username', 'mara')
    await waitFor(() => expect(wrong()).toEqual(['Email', 'Password']))
  })

  test('says that an account exists and links to the login', async () => {
    server.use(
      visitor,
      http.post('*/api/signup', () =>
        refusal(409, 'An account with this email already exists.', { hasAccount: true }),
      ),
    )
    renderApp('/signup')
    await screen.findByLabelText('Username')
    fill('Email', 'a@b.test')
    fill('Username', 'mara')
    fill('Password', 'secret')
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Account Already Exists')
    expect(alert.querySelector('a')?.getAttribute('href')).toBe('/login')
  })

  test('offers the plans after the account is open, also after a reload', async () => {
    let isSignedIn = false
    server.use(
      http.get('*/api/user', () => (isSignedIn ? HttpResponse.json(mara) : refusal(401, 'Please sign in.'))),
      http.post('*/api/signup', () => {
        isSignedIn = true
        return HttpResponse.json(mara, { status: 201 })
      }),
      ...library([]),
    )
    const { unmount } = renderApp('/signup')
    await screen.findByLabelText('Username')
    fill('Email', 'a@b.test')
    fill('Username', 'mara')
    fill('Password', 'secret')
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByText('Your account is ready. Choose your plan.')
    unmount()
    renderApp(location.pathname, readEntry())
    await screen.findByText('Your account is ready. Choose your plan.')
    expect((await screen.findAllByRole('button', { name: 'Available soon' })).length).toBe(3)
    fireEvent.click(screen.getByRole('link', { name: 'Continue with Free Account' }))
    expect(await screen.findByRole('heading', { name: 'My Saved Links' })).toBeDefined()
  })

  const chooseBasic = async (answer: () => Response) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    server.use(payments('stripe'), http.post('*/api/create-tier-checkout', answer), ...library([]))
    renderApp('/signup', { step: 'plan' })
    fireEvent.click(await screen.findByRole('button', { name: 'Choose Basic' }))
    return assign
  }

  test('a chosen plan leads to the page where one pays', async () => {
    const assign = await chooseBasic(() => HttpResponse.json({ url: 'https://checkout.example.test/1' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://checkout.example.test/1'))
    assign.mockRestore()
  })

  test.each([
    ['is refused', () => refusal(409, 'You have this plan already.'), 'You have this plan already.'],
    ['has no address', () => HttpResponse.json({}), 'Failed to start checkout'],
    ['has no answer', () => HttpResponse.error(), 'Failed to start checkout. Please try again.'],
  ])('a checkout that %s leaves the choice open', async (_, answer, text) => {
    const assign = await chooseBasic(answer)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(`Checkout Error${text}`)
    expect(screen.getByRole('button', { name: 'Choose Basic' }).hasAttribute('disabled')).toBe(false)
    expect(assign).not.toHaveBeenCalled()
    assign.mockRestore()
  })
})
