import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { namedLink } from '../../../data/answers.ts'
import { keepArticle, listAllSaved } from '../../../data/saved-articles/store.ts'
import { pushChange, renderApp } from '../../../test-support/render-app.tsx'
import { anArticle } from '../../../test-support/saved-articles.ts'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../../test-support/server.ts'
import { ANN, annsLink, aShared, SEEDS, sharedWithMe, someMembers } from '../../../test-support/sharing.ts'

withServer()

const card = (name: string) => screen.findByRole('article', { name })

/** A server with an own link, and Ann's list. @returns the searches of lists that were asked for */
const withAnns = (...shared: Parameters<typeof aShared>[0][]) => {
  const asked: string[] = []
  server.use(
    http.get('*/api/links', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(String(searchParams))
      if (searchParams.get('library') === ANN) return HttpResponse.json(aList([annsLink() as never]))
      const also = searchParams.get('shared') === 'also' ? [annsLink()] : []
      return HttpResponse.json({ ...aList([aLink()]), links: [aLink(), ...also], total: 1 + also.length })
    }),
    sharedWithMe(...shared.map(aShared)),
    ...library([aLink()]),
  )
  return asked
}

const menuOf = async (element: HTMLElement, name: string | RegExp) => {
  fireEvent.click(await within(element).findByRole('button', { name }))
  const menu = await screen.findByRole('menu')
  await within(menu).findByText('Save for offline')
  return [...menu.querySelectorAll('[role^=menuitem]')].map(entry => entry.textContent)
}

test('the sidebar has the collections of others with their owners and counts, which follow the server', async () => {
  withAnns({ count: 12 })
  renderApp('/dashboard')
  const nav = await screen.findByRole('navigation', { name: 'Shared with me' })
  const entry = within(nav).getByRole('link')
  expect(entry.textContent).toBe('SeedsAnn12')
  expect(entry.getAttribute('href')).toBe(SEEDS)
  server.use(sharedWithMe(aShared({ name: 'Beans', count: 13 })))
  pushChange({ what: [], sharing: true })
  expect((await within(nav).findByText('Beans')).textContent).toBe('Beans')
})

test('a list of somebody else says whose it is and who saved what, and offers what the role allows', async () => {
  const asked = withAnns({ role: 'reader' })
  renderApp(SEEDS)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Seeds')
  await screen.findByText('You can read, and keep private notes', { exact: false })
  const article = await card('Of beans')
  expect(article.textContent).toContain('Saved by Bo')
  expect(within(article).getByRole('link', { name: 'Of beans' }).getAttribute('href')).toBe(
    `/reader/1?library=${ANN}`,
  )
  expect(await menuOf(article, 'More actions')).toEqual([
    ...['Open original', 'Notes', 'Save for offline', 'Copy link'],
  ])
  expect(asked).toContain(`collection=3&library=${ANN}&limit=50`)
})

test('an editor edits, moves and removes; what is removed leaves the list', async () => {
  withAnns({ role: 'editor' })
  let body: unknown
  server.use(
    http.put('*/api/links/1/collection', async ({ request }) => {
      body = [new URL(request.url).search, await request.json()]
      return HttpResponse.json({ id: 1, collectionId: null })
    }),
  )
  renderApp(SEEDS)
  await screen.findByText('You can comment, save, edit and remove', { exact: false })
  const article = await card('Of beans')
  const entries = await menuOf(article, 'More actions')
  expect(entries).toEqual([
    ...['Open original', 'Notes', 'Edit details', 'Add to Collection', 'Save for offline', 'Copy link'],
    'Remove from collection',
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove from collection' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Of beans' })).toBeNull())
  await waitFor(() => expect(body).toEqual([`?library=${ANN}`, { collectionId: null }]))
})

test('keys of a reader change nothing, and say so', async () => {
  withAnns({ role: 'commenter' })
  renderApp(SEEDS)
  const title = within(await card('Of beans')).getByRole('link', { name: 'Of beans' })
  title.focus()
  fireEvent.keyDown(title, { key: '#' })
  expect(
    (await screen.findAllByText('Only editors of this collection can change this')).length,
  ).toBeGreaterThan(0)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a favourite of somebody else’s link is not that of the own link with its number', async () => {
  withAnns({ inAllArticles: true })
  const paths: string[] = []
  server.use(
    http.patch('*/api/links/1/favorite', ({ request }) => {
      paths.push(new URL(request.url).search)
      return HttpResponse.json({ id: 1, isFavorite: true })
    }),
  )
  renderApp('/dashboard')
  const theirs = await card('Of beans')
  const star = within(theirs).getByRole('button', { name: 'Favorite' })
  fireEvent.click(star)
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
  const own = within(await card('What a log is')).getByRole('button', { name: 'Favorite' })
  expect(own.getAttribute('aria-pressed')).toBe('false')
  await waitFor(() => expect(paths).toEqual([`?library=${ANN}`]))
})

test('a collection is also in All Articles if the person says so', async () => {
  const asked = withAnns({})
  let sent: unknown
  server.use(
    http.put('*/api/shared/3', async ({ request }) => {
      sent = [new URL(request.url).search, await request.json()]
      server.use(sharedWithMe(aShared({ inAllArticles: true })))
      return HttpResponse.json({ inAllArticles: true, weeklyMail: false })
    }),
  )
  renderApp('/dashboard')
  const nav = await screen.findByRole('navigation', { name: 'Shared with me' })
  await menuOf(nav, 'Actions for Seeds')
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Also in All Articles' }))
  await card('Of beans')
  expect(sent).toEqual([`?library=${ANN}`, { inAllArticles: true }])
  expect(asked.at(-1)).toBe('shared=also&limit=50')
})

test('the counts of All Articles, Favorites and Archive have what their lists have', async () => {
  withAnns({ inAllArticles: true, count: 12, favorites: 2, archived: 3 }, { collectionId: 4, count: 5 })
  server.use(http.patch('*/api/links/1/favorite', () => HttpResponse.json({ id: 1, isFavorite: true })))
  renderApp('/dashboard')
  const theirs = await card('Of beans')
  const nav = within(screen.getByRole('navigation', { name: 'My Collections' }))
  const count = (name: string) => nav.getByRole('link', { name: new RegExp(name) }).textContent
  await waitFor(() => expect(count('All Articles')).toBe('All Articles13'))
  expect([count('Favorites'), count('Archive')]).toEqual(['Favorites2', 'Archive3'])
  fireEvent.click(within(theirs).getByRole('button', { name: 'Favorite' }))
  await waitFor(() => expect(count('Favorites')).toBe('Favorites3'))
  expect(count('All Articles')).toBe('All Articles13')
})

test('the members are named, and who leaves may take copies', async () => {
  withAnns({})
  let sent: unknown
  server.use(
    http.get('*/api/collections/3/members', () => HttpResponse.json(someMembers())),
    http.post('*/api/collections/3/leave', async ({ request }) => {
      sent = [new URL(request.url).search, await request.json()]
      server.use(sharedWithMe())
      return HttpResponse.json({ libraryId: ANN, collectionId: 3, copied: 2, leftNotes: 0 })
    }),
  )
  renderApp('/dashboard')
  const nav = await screen.findByRole('navigation', { name: 'Shared with me' })
  await menuOf(nav, 'Actions for Seeds')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Members' }))
  const members = await screen.findByRole('dialog', { name: 'Members of "Seeds"' })
  await within(members).findByText('mara (you)')
  fireEvent.click(within(members).getByRole('button', { name: 'Close' }))
  await menuOf(nav, 'Actions for Seeds')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Leave…' }))
  const leaving = await screen.findByRole('dialog', { name: 'Leave "Seeds"' })
  fireEvent.click(within(leaving).getByRole('checkbox', { name: /Take copies with me/ }))
  fireEvent.click(within(leaving).getByRole('button', { name: 'Leave' }))
  expect((await screen.findAllByText('You have left "Seeds"')).length).toBeGreaterThan(0)
  expect(sent).toEqual([`?library=${ANN}`, { copies: true, leaveNotes: false }])
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Shared with me' })).toBeNull())
  // What the person did themself is no news.
  expect(screen.getAllByText('You have left "Seeds"').length).toBeGreaterThan(0)
  expect(screen.queryByText(/is not shared with you any more/)).toBeNull()
})

test('what others do shows as it is pushed, and no own list is read again for it', async () => {
  const asked = withAnns({})
  renderApp(SEEDS)
  await card('Of beans')
  const before = asked.length
  server.use(
    http.get('*/api/links', ({ request }) => {
      asked.push(String(new URL(request.url).searchParams))
      return HttpResponse.json(aList([annsLink({ id: 2, title: 'Of peas' }) as never]))
    }),
  )
  pushChange({ what: [], shared: [{ library: ANN, collections: [3] }] })
  await card('Of peas')
  expect(asked.slice(before)).toEqual([`collection=3&library=${ANN}&limit=50`])
})

test('a member who is removed leaves the list with a word, and the copies on the device go', async () => {
  withAnns({}, { collectionId: 4, name: 'Beans' })
  renderApp(SEEDS)
  await card('Of beans')
  const theirs = namedLink(annsLink())
  const others = namedLink(annsLink({ id: 2, collectionId: 4 }))
  for (const link of [theirs, others]) await keepArticle(mara.id, { ...anArticle(9), link })
  const gone = () => refusal(404, 'This collection was not found.')
  server.use(
    http.get('*/api/links', ({ request }) =>
      new URL(request.url).searchParams.has('library') ? gone() : HttpResponse.json(aList([aLink()])),
    ),
    sharedWithMe(aShared({ collectionId: 4, name: 'Beans' })),
  )
  pushChange({ what: [], sharing: true })
  expect(
    (await screen.findAllByText('"Seeds" of Ann is not shared with you any more')).length,
  ).toBeGreaterThan(0)
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  await waitFor(async () => expect((await listAllSaved(mara.id)).map(({ id }) => id)).toEqual([others.id]))
  expect(screen.queryByRole('article', { name: 'Of beans' })).toBeNull()
})

test('a search among all that is shared lets go of what is not shared any more', async () => {
  let links = [annsLink(), annsLink({ id: 2, collectionId: 4, title: 'Of peas' })]
  server.use(
    http.get('*/api/links', () => HttpResponse.json(aList(links as never))),
    sharedWithMe(aShared(), aShared({ collectionId: 4, name: 'Beans' })),
    ...library([]),
  )
  renderApp('/dashboard?q=is:shared')
  await card('Of beans')
  await screen.findByRole('navigation', { name: 'Shared with me' })
  links = links.slice(1)
  server.use(sharedWithMe(aShared({ collectionId: 4, name: 'Beans' })))
  pushChange({ what: [], sharing: true })
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Of beans' })).toBeNull())
  expect(screen.getByRole('article', { name: 'Of peas' })).toBeDefined()
})

test('who is offered a collection takes it over, or is told why not', async () => {
  withAnns({ role: 'editor', isOffered: true })
  let asked = 0
  server.use(
    http.post('*/api/collections/3/handover/accept', () => {
      asked += 1
      if (asked === 1) return refusal(402, 'Sharing is part of Lifetime Ultra.')
      return HttpResponse.json({ libraryId: mara.id, collectionId: 8 })
    }),
  )
  renderApp(SEEDS)
  const offer = within(await screen.findByRole('region', { name: 'Offer to take over' }))
  fireEvent.click(offer.getByRole('button', { name: 'Take it over' }))
  expect(await offer.findByText('Sharing is part of Lifetime Ultra.')).toBeDefined()
  fireEvent.click(offer.getByRole('button', { name: 'Take it over' }))
  await waitFor(() => expect(location.search).toBe('?collection=8'))
})

test('an editor changes the tags of one article by its key', async () => {
  withAnns({ role: 'editor' })
  let sent: unknown
  server.use(
    http.put('*/api/links/bulk', async ({ request }) => {
      sent = [new URL(request.url).search, await request.json()]
      return HttpResponse.json({ updatedCount: 1 })
    }),
  )
  renderApp(SEEDS)
  await screen.findByText('You can comment, save, edit and remove', { exact: false })
  const title = within(await card('Of beans')).getByRole('link', { name: 'Of beans' })
  title.focus()
  fireEvent.keyDown(title, { key: 't' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }))
  fireEvent.change(await dialog.findByRole('combobox'), { target: { value: 'garden' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([`?library=${ANN}`, { linkIds: [1], updates: { tags: ['garden'] } }]),
  )
})

test('a collection that is not shared says so, and an empty one leads to the own articles', async () => {
  server.use(
    http.get('*/api/links', ({ request }) =>
      new URL(request.url).searchParams.has('library')
        ? refusal(404, 'This collection was not found.')
        : HttpResponse.json(aList([aLink()])),
    ),
    ...library([aLink()]),
  )
  const { unmount } = renderApp(SEEDS)
  expect(await screen.findByText('This collection is not shared with you')).toBeDefined()
  fireEvent.click(screen.getByRole('link', { name: 'Show your own articles' }))
  await card('What a log is')
  unmount()

  server.use(
    http.get('*/api/links', ({ request }) =>
      HttpResponse.json(aList(new URL(request.url).searchParams.has('library') ? [] : [aLink()])),
    ),
    sharedWithMe(aShared()),
  )
  renderApp(SEEDS)
  await screen.findByText('Nobody has saved anything here', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: 'Show all articles' }))
  await card('What a log is')
})
