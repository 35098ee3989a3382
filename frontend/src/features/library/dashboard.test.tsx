import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import { aLink, HttpResponse, http, library, refusal, server, withServer } from '../../test-support/server.ts'

withServer()

const card = (name: string) => screen.findByRole('article', { name })

test('a card shows the saved fields', async () => {
  server.use(...library([aLink({ note: 'Reread this.', tags: ['a', 'b', 'c', 'd'] })]))
  renderApp('/dashboard')
  const article = await card('What a log is')
  for (const text of ['example.test', 'Reread this.', '#a', '+1', 'Jul 3, 2026'])
    expect(article.textContent).toContain(text)
  const addressOf = (name: string) => within(article).getByRole('link', { name }).getAttribute('href')
  expect(addressOf('What a log is')).toBe('/reader/1')
  expect(addressOf('#a')).toBe('/dashboard?q=tag%3Aa')
})

test('an empty library asks for a first link', async () => {
  server.use(...library([]))
  renderApp('/dashboard')
  expect(await screen.findByLabelText('Link to save')).toBeDefined()
})

test('a visitor sees the login screen at the same address', async () => {
  server.use(http.get('*/api/user', () => refusal(401, 'Please sign in.')))
  renderApp('/dashboard')
  expect(await screen.findByLabelText('Email or Username')).toBeDefined()
})

test('a favourite is shown at once and sent as a target value', async () => {
  let sent: unknown
  server.use(
    http.patch('*/api/links/1/favorite', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({})
    }),
    ...library([aLink()]),
  )
  renderApp('/dashboard')
  const star = within(await card('What a log is')).getByRole('button', { name: 'Favorite' })
  fireEvent.click(star)
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
  await waitFor(() => expect(sent).toEqual({ isFavorite: true }))
})

test('a failed archive shows a toast, puts the card back and reloads the list', async () => {
  server.use(
    http.patch('*/api/links/1/archive', () => {
      server.use(...library([aLink({ note: 'As it is now' })]))
      return refusal(500, 'Something went wrong on our side.')
    }),
    ...library([aLink()]),
  )
  renderApp('/dashboard')
  fireEvent.click(within(await card('What a log is')).getByRole('button', { name: 'Archive' }))
  expect((await screen.findAllByText('Failed to toggle archive')).length).toBeGreaterThan(0)
  expect(await within(await card('What a log is')).findByText('As it is now')).toBeDefined()
})

describe('saving a link', () => {
  const openAndSave = async () => {
    renderApp('/save?source=chrome_extension&save=https%3A%2F%2Fa.test%2Fx&title=From%20the%20page')
    fireEvent.click(await screen.findByRole('button', { name: 'Save Link' }))
  }

  test('sends the values that the extension filled in', async () => {
    let sent: unknown
    server.use(
      http.post('*/api/links', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json(aLink(), { status: 201 })
      }),
      ...library([]),
    )
    await openAndSave()
    expect((await screen.findAllByText('Link saved successfully!')).length).toBeGreaterThan(0)
    expect(sent).toEqual({
      clientId: expect.any(String),
      url: 'https://a.test/x',
      title: 'From the page',
      titleFrom: 'page',
    })
    expect(location.pathname).toBe('/dashboard')
  })

  test('asks about a duplicate and adds it on Add Anyway', async () => {
    const sent: unknown[] = []
    const existingLink = { id: 9, title: 'The old title', createdAt: '2026-01-02T12:00:00.000Z' }
    server.use(
      http.post('*/api/links', async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 1
          ? refusal(409, 'Already there.', { isDuplicate: true, existingLink })
          : HttpResponse.json({}, { status: 201 })
      }),
      ...library([]),
    )
    await openAndSave()
    const dialog = await screen.findByRole('dialog', { name: 'Duplicate Link Detected' })
    expect(dialog.textContent).toContain('The old title')
    expect(dialog.textContent).toContain('Added on Jan 2, 2026')
    expect(dialog.textContent).toContain('From the page')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add Anyway' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({
      clientId: expect.any(String),
      url: 'https://a.test/x',
      title: 'From the page',
      titleFrom: 'page',
      ignoreDuplicate: true,
    })
  })

  test('offers the plans at the limit', async () => {
    server.use(
      http.post('*/api/links', () =>
        refusal(402, 'Full.', { currentCount: 500, limit: 500, upgradeRequired: true }),
      ),
      ...library([]),
    )
    await openAndSave()
    const dialog = await screen.findByRole('dialog', { name: "You've reached your limit!" })
    expect(dialog.textContent).toContain(
      "You've saved 500 articles on the free plan. Choose from our lifetime plans to continue saving articles.",
    )
  })

  test('tells a duplicate by a toast when the dialog was closed meanwhile', async () => {
    const answer = Promise.withResolvers<void>()
    const existingLink = { id: 9, title: 'The old title', createdAt: '2026-01-02T12:00:00.000Z' }
    server.use(
      http.post('*/api/links', async () => {
        await answer.promise
        return refusal(409, 'This link is already in your library.', { isDuplicate: true, existingLink })
      }),
      ...library([]),
    )
    await openAndSave()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answer.resolve()
    expect(await screen.findByText('This link is already in your library.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('waits for a lost connection, and sends the same idempotency key again', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/links', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({}, { status: 201 })
      }),
      ...library([]),
    )
    await openAndSave()
    const unsent = await card('From the page')
    expect(unsent.textContent).toContain('Not sent yet')
    expect(within(unsent).queryByRole('link')).toBeNull()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await screen.findAllByText('Link saved successfully!')).length).toBeGreaterThan(0)
    expect(keys[0]).toBe(keys[1])
    expect(keys).toHaveLength(2)
  })
})

test('a card names the site and the author, and where the search found the host, the host', async () => {
  const link = aLink({ siteName: 'The Log', author: 'A. Writer', previewImage: null, excerpt: 'It says so.' })
  server.use(...library([link]))
  renderApp('/dashboard')
  const card = within(await screen.findByRole('article', { name: 'What a log is' }))
  expect(card.getByText('The Log').title).toBe('example.test')
  expect(card.getByText('A. Writer')).toBeDefined()
  expect(card.getByText('It says so.', { exact: true })).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'site:example.test' } })
  await waitFor(() => expect(card.getByText('example.test').tagName).toBe('MARK'))
})

test.each(['The Log', 'https://social.example/the-log', null])(
  'an author %s that says nothing more is left out',
  async author => {
    server.use(...library([aLink({ siteName: 'The Log', author })]))
    renderApp('/dashboard')
    const card = within(await screen.findByRole('article', { name: 'What a log is' }))
    expect(card.getAllByText(/the.log/i)).toHaveLength(1)
  },
)
