import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAccount } from '../../../test-support/account.ts'
import { reloadApp, renderApp } from '../../../test-support/render-app.tsx'
import {
  aContent,
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  mara,
  server,
  withServer,
} from '../../../test-support/server.ts'

withServer()

const unread = aLink({ id: 1, title: 'Unread' })
const begun = [
  aLink({ id: 2, title: 'Nearly done', wordCount: 4_000, progress: 0.94 }),
  aLink({ id: 3, title: 'Just begun', wordCount: 4_000, progress: 0.1 }),
]

/** Serves this library, and those of `begun` as begun. @returns the searches of each request of a list */
const serve = (links: ReturnType<typeof aLink>[], hasMore = false) => {
  const asked: string[] = []
  server.use(
    http.get('*/api/links', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      asked.push(search)
      const isBegun = searchParams.get('progress') === 'begun'
      const shown = isBegun ? begun.filter(link => links.includes(link)) : links
      return HttpResponse.json(aList(shown, !isBegun && hasMore ? { hasMore, nextCursor: 'more' } : {}))
    }),
    http.get('*/api/links/:id', ({ params }) =>
      HttpResponse.json(links.find(({ id }) => id === Number(params.id))),
    ),
    http.get('*/api/links/:id/content', () => HttpResponse.json(aContent())),
    ...library(links),
  )
  return asked
}
const shelf = () => screen.findByRole('region', { name: 'Continue reading' })
const noShelf = () => expect(screen.queryByRole('region', { name: 'Continue reading' })).toBeNull()

test('articles that were begun stand above the list with the minutes left, and the reader goes on to the next of them', async () => {
  const asked = serve([unread, ...begun])
  renderApp('/dashboard')
  const links = within(await shelf()).getAllByRole('link', { name: /min left/ })
  expect(links.map(link => link.textContent)).toEqual([
    expect.stringMatching(/Nearly done.*2 min left/),
    expect.stringMatching(/Just begun.*18 min left/),
  ])
  expect(asked).toContainEqual(expect.stringMatching(/progress=begun&sort=lastRead/))
  fireEvent.click(links[0] as HTMLElement)
  await screen.findByRole('heading', { name: 'Nearly done', level: 1 })
  await screen.findByRole('button', { name: 'Next: Just begun' })
  history.back()
  await shelf()
})

test('a whole library without one that was begun has no shelf, and is not asked again', async () => {
  const asked = serve([unread])
  renderApp('/dashboard')
  await screen.findByRole('article', { name: 'Unread' })
  noShelf()
  expect(asked).toHaveLength(1)
})

test('a library of more pages is asked for them, and an empty answer shows nothing', async () => {
  const page = Array.from({ length: 50 }, (_, n) => aLink({ id: 100 + n, title: `Link ${n}` }))
  const asked = serve(page, true)
  renderApp('/dashboard')
  await waitFor(() => expect(asked.filter(search => search.includes('begun'))).toHaveLength(1))
  await screen.findByRole('article', { name: 'Link 49' })
  noShelf()
})

test.each(['?favorite=true', '?archived=true', '?progress=begun', '?q=done', '?collection=none'])(
  'the list of %s has no shelf',
  async search => {
    serve([unread, ...begun])
    renderApp(`/dashboard${search}`)
    await screen.findByRole('article', { name: 'Nearly done' })
    noShelf()
  },
)

test('the shelf is switched off in the settings, and on again', async () => {
  anAccount()
  serve([unread, ...begun])
  renderApp('/settings')
  const box = async () => screen.findByRole('checkbox', { name: 'Show “Continue reading” above my links' })
  fireEvent.click(await box())
  await screen.findAllByText('Saved on this device')
  cleanup()
  reloadApp('/dashboard')
  await screen.findByRole('article', { name: 'Unread' })
  noShelf()
  cleanup()
  reloadApp('/settings')
  fireEvent.click(await box())
  cleanup()
  reloadApp('/dashboard')
  await shelf()
})

test('the list leaves the place of the shelf free at the next visit, while there is something on it', async () => {
  const kept = () => localStorage.getItem(`reading:${mara.id}:begun`)
  serve([unread, ...begun])
  renderApp('/dashboard')
  await shelf()
  await waitFor(() => expect(kept()).toBe('true'))
  cleanup()
  serve([unread])
  reloadApp('/dashboard')
  await screen.findByRole('article', { name: 'Unread' })
  await waitFor(() => expect(kept()).toBeNull())
})
