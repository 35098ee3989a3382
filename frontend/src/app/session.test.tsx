import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reloadApp, renderApp } from '../test-support/render-app.tsx'
import {
  aLink,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../test-support/server.ts'

withServer()
afterEach(() => {
  vi.restoreAllMocks()
})

const bob = { ...mara, id: '019a0000-0000-7000-8000-000000000002', email: 'bob@example.test' }
const card = (name = 'What a log is') => screen.findByRole('article', { name })
const button = (within_: HTMLElement, name: string) => within(within_).getByRole('button', { name })
const star = async () => button(await card(), 'Favorite')
/** Tells this tab that another one signed in or out. */
const tellFromAnotherTab = () => {
  const channel = new BroadcastChannel('lectern-session')
  channel.postMessage('changed')
  channel.close()
}

/** Answers PATCH favorite with these answers in turn, and returns the idempotency keys that arrived. */
const favorites = (...answers: (() => Response)[]) => {
  const keys: (string | null)[] = []
  server.use(
    http.patch('*/api/links/1/favorite', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return (answers[keys.length - 1] ?? (() => HttpResponse.json({})))()
    }),
  )
  return keys
}

describe('the session', () => {
  test('is not checked when another tab writes to storage', async () => {
    let checks = 0
    server.use(
      http.get('*/api/user', () => {
        checks++
        return HttpResponse.json(mara)
      }),
      ...library([aLink()]),
    )
    renderApp('/dashboard')
    await card()
    dispatchEvent(new StorageEvent('storage', { key: 'reading:someone', newValue: '[]' }))
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(checks).toBe(1)
  })

  test('keeps the last known user when the server cannot be reached, and says so', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    server.use(...library([aLink()]))
    renderApp('/dashboard')
    await card()
    cleanup()
    server.use(http.get('*/api/user', () => HttpResponse.error(), { once: true }))
    reloadApp('/dashboard')
    expect(await card()).toBeDefined()
    expect(await screen.findByText('Offline')).toBeDefined()
    dispatchEvent(new Event('online'))
    expect(await screen.findByText('Online')).toBeDefined()
    expect(screen.queryByText('Offline')).toBeNull()
    await waitFor(() => expect(screen.queryByText('Online')).toBeNull(), { timeout: 10_000 })
  })

  test('ends when the server says so, also for a remembered user', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    server.use(...library([aLink()]))
    renderApp('/dashboard')
    await card()
    cleanup()
    server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
    reloadApp('/dashboard')
    expect(await screen.findByLabelText('Email or Username')).toBeDefined()
  })

  test("of another user closes dialogs, and does not send the first user's acts", async () => {
    const keys = favorites(...Array.from({ length: 20 }, () => () => HttpResponse.error()))
    server.use(...library([aLink()]))
    renderApp('/dashboard')
    fireEvent.click(await star())
    await waitFor(() => expect(keys.length).toBeGreaterThan(0))
    fireEvent.keyDown(await within(await card()).findByRole('link'), { key: 'j' })
    fireEvent.click(button(await card(), 'More actions'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByRole('dialog', { name: 'Delete Link' })

    server.use(...library([aLink({ title: 'A link of Bob' })], bob))
    tellFromAnotherTab()
    expect(await card('A link of Bob')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    const sent = keys.length
    dispatchEvent(new Event('online'))
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(keys).toHaveLength(sent)
    expect((await screen.findByRole('button', { name: 'Favorite' })).getAttribute('aria-pressed')).toBe(
      'false',
    )
  })
})

describe('a session that ends at work', () => {
  const signIn = async () => {
    server.use(http.post('*/api/login', () => HttpResponse.json(mara)))
    const dialog = await screen.findByRole('dialog', { name: 'Please sign in again' })
    expect(within(dialog).getByLabelText('Email or Username')).toHaveProperty('value', mara.email)
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'a password' } })
    fireEvent.click(button(dialog, 'Sign in'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please sign in again' })).toBeNull())
  }

  test('asks to sign in over the page, and then sends the act with its key', async () => {
    const isTold = () => {
      server.use(...library([aLink({ isFavorite: true })]))
      return HttpResponse.json({})
    }
    const keys = favorites(() => refusal(401, 'Please sign in.'), isTold)
    server.use(...library([aLink()]))
    renderApp('/dashboard')
    const favorite = await star()
    fireEvent.click(favorite)
    await signIn()
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[0]).toBe(keys[1])
    expect(favorite.getAttribute('aria-pressed')).toBe('true')
  })

  test('keeps an open form and goes on with its act', async () => {
    const saved: unknown[] = []
    server.use(
      http.post('*/api/links', () => refusal(401, 'Please sign in.'), { once: true }),
      http.post('*/api/links', async ({ request }) => {
        saved.push(await request.json())
        return HttpResponse.json(aLink({ id: 2 }), { status: 201 })
      }),
      ...library([]),
    )
    renderApp('/save')
    const form = await screen.findByRole('dialog', { name: 'Add New Link' })
    fireEvent.change(within(form).getByLabelText('URL'), { target: { value: 'https://a.test/' } })
    fireEvent.change(within(form).getByLabelText('Title'), { target: { value: 'Typed' } })
    fireEvent.click(button(form, 'Save Link'))
    await signIn()
    expect((await screen.findAllByText('Link saved successfully!')).length).toBeGreaterThan(0)
    expect(saved).toEqual([{ clientId: expect.any(String), url: 'https://a.test/', title: 'Typed' }])
  })

  test('can be left for later, and asked for again from the line', async () => {
    favorites(() => refusal(401, 'Please sign in.'))
    server.use(...library([aLink()]))
    renderApp('/dashboard')
    fireEvent.click(await star())
    const dialog = await screen.findByRole('dialog', { name: 'Please sign in again' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText(/^You are signed out/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await signIn()
  })
})

describe('acts that the server does not have yet', () => {
  const failOnce = async () => {
    const keys = favorites(() => HttpResponse.error())
    server.use(...library([aLink()]))
    renderApp('/dashboard')
    fireEvent.click(await star())
    await waitFor(() => expect(keys).toHaveLength(1))
    return keys
  }

  test('survive a reload and are sent once more, with the same key', async () => {
    const keys = await failOnce()
    cleanup()
    reloadApp('/dashboard')
    // The device's acts may be read after the list.
    const favorite = await star()
    await waitFor(() => expect(favorite.getAttribute('aria-pressed')).toBe('true'))
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[0]).toBe(keys[1])
    // The link that the server now has is a favourite; a second reload sends nothing.
    server.use(...library([aLink({ isFavorite: true })]))
    cleanup()
    reloadApp('/dashboard')
    expect((await star()).getAttribute('aria-pressed')).toBe('true')
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(keys).toHaveLength(2)
  })

  test('are asked about at sign-out, and gone after it', async () => {
    const keys = favorites(...Array.from({ length: 20 }, () => () => HttpResponse.error()))
    server.use(
      http.post('*/api/logout', () => new HttpResponse(null, { status: 204 })),
      ...library([aLink()]),
    )
    renderApp('/dashboard')
    fireEvent.click(await star())
    await waitFor(() => expect(keys.length).toBeGreaterThan(0))
    const signOut = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
      return screen.findByRole('dialog', { name: 'Sign out and lose changes?' })
    }
    const dialog = await signOut()
    expect(dialog.textContent).toContain('1 change has not reached the server yet.')
    fireEvent.click(button(dialog, 'Stay signed in'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(button(await signOut(), 'Sign out anyway'))
    await screen.findByLabelText('Email or Username')
    cleanup()
    const sent = keys.length
    reloadApp('/dashboard')
    expect((await star()).getAttribute('aria-pressed')).toBe('false')
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(keys).toHaveLength(sent)
  })

  test('count with notes that were typed and not saved, at sign-out', async () => {
    server.use(
      http.get('*/api/links/1/notes', () => HttpResponse.json([])),
      ...library([aLink({ noteCount: 3 })]),
    )
    renderApp('/dashboard')
    fireEvent.click(await screen.findByRole('button', { name: '3 notes' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Notes' }))
    fireEvent.click(await panel.findByRole('button', { name: 'New note' }))
    fireEvent.change(panel.getByLabelText('Content'), { target: { value: 'Half a thought' } })
    fireEvent.click(panel.getByRole('button', { name: 'Close notes' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Account menu' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out and lose changes?' })
    expect(dialog.textContent).toContain('1 change has not reached the server yet.')
  })

  test('are taken back alone when the server refuses one of two', async () => {
    server.use(
      http.patch('*/api/links/1/favorite', () => refusal(500, 'Something went wrong.')),
      http.patch('*/api/links/2/favorite', () => {
        server.use(...library([aLink(), aLink({ id: 2, title: 'Another', isFavorite: true })]))
        return HttpResponse.json({})
      }),
      ...library([aLink(), aLink({ id: 2, title: 'Another' })]),
    )
    renderApp('/dashboard')
    const [first, second] = [await star(), button(await card('Another'), 'Favorite')]
    fireEvent.click(first)
    fireEvent.click(second)
    expect((await screen.findAllByText('Failed to toggle favorite')).length).toBeGreaterThan(0)
    expect(first.getAttribute('aria-pressed')).toBe('false')
    expect(second.getAttribute('aria-pressed')).toBe('true')
  })
})
