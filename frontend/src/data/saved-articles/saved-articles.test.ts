import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pass, withFakeTime } from '../../test-support/fake-time.ts'
import { anArticle } from '../../test-support/saved-articles.ts'
import {
  aContent,
  aLink,
  aList,
  aNote,
  HttpResponse,
  http,
  refusal,
  server,
  withServer,
} from '../../test-support/server.ts'
import { ANN } from '../../test-support/sharing.ts'
import { idIn } from '../id.ts'
import type { ActListener } from '../library/library.ts'
import { keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import { deleteSavedArticles } from './database.ts'
import { openSavedArticles, type SavedArticles } from './saved-articles.ts'
import { keepArticle, listAllSaved, readSavedArticle, readSavedImage } from './store.ts'

withServer()
withFakeTime()

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const image = (bytes = 10) =>
  new HttpResponse(new ArrayBuffer(bytes), { headers: { 'content-type': 'image/webp' } })

/** A server that has article 7 with one note, and the pictures A in its text and B on its card. */
const answers = () => [
  http.get('*/api/links/7', () =>
    HttpResponse.json(aLink({ id: 7, previewImage: `/api/images/${B}?w=400` })),
  ),
  http.post('*/api/cache-article', () => HttpResponse.json({ title: 'T', content: '<p>Lead.</p>' })),
  http.get('*/api/links/7/content', () =>
    HttpResponse.json(aContent({ content: `<p>Lead.</p><img src="/api/images/${A}" alt="">` })),
  ),
  http.get('*/api/links/7/notes', () => HttpResponse.json([aNote({ linkId: 7 })])),
  http.get('*/api/images/:hash', () => image()),
]

let client: QueryClient
let articles: SavedArticles
let tell: ActListener
let isCurrent: boolean
const onSignedOut = vi.fn()

const open = (isLeading = true) => {
  client = new QueryClient()
  articles = openSavedArticles({
    userId: 'mara',
    client,
    isCurrent: () => isCurrent,
    isLeading: () => isLeading,
    onAct: listener => {
      tell = listener
      return () => undefined
    },
    onSignedOut,
  })
}
beforeEach(async () => {
  isCurrent = true
  await deleteSavedArticles('mara')
})
afterEach(() => {
  articles.stop()
  onSignedOut.mockReset()
})

const idsOf = async () => (await listAllSaved('mara')).map(({ id }) => id).sort()

test('an article is saved with its text, its notes, and the pictures of text and card', async () => {
  const widths: (string | null)[] = []
  server.use(
    http.get('*/api/images/:hash', ({ request }) => {
      widths.push(new URL(request.url).searchParams.get('w'))
      return image()
    }),
    ...answers(),
  )
  open()
  const saving = articles.save([7])
  expect(articles.state().saving.has(7)).toBe(true)
  expect(await saving).toMatchObject({ total: 1, saved: 1, failures: [] })
  expect(await readSavedArticle('mara', 7)).toMatchObject({ notes: [{ linkId: 7 }], isByHand: true })
  expect(await readSavedImage('mara', A)).toBeDefined()
  expect(await readSavedImage('mara', B)).toBeDefined()
  expect(widths.sort()).toEqual(['800', null])
  expect([...articles.state().ids]).toEqual([7])
  expect(articles.state().saving.size).toBe(0)
})

test('an article whose page is being read is asked for again until it is there', async () => {
  let asked = 0
  server.use(
    http.post('*/api/cache-article', () =>
      ++asked < 3
        ? HttpResponse.json(
            { message: 'Later', error: 'Later' },
            { status: 503, headers: { 'retry-after': '15' } },
          )
        : HttpResponse.json({}),
    ),
    ...answers(),
  )
  open()
  const saving = articles.save([7])
  await vi.waitFor(() => expect(asked).toBe(1))
  await pass(14_000)
  expect(asked).toBe(1)
  await pass(60_000)
  expect(await saving).toMatchObject({ saved: 1 })
})

test.each([
  ['cache-article', http.post('*/api/cache-article', () => refusal(422, 'This page has no article.'))],
  ['its text', http.get('*/api/links/7/content', () => refusal(500, 'Something went wrong.'))],
  ['its notes', http.get('*/api/links/7/notes', () => refusal(500, 'Something went wrong.'))],
  ['a picture', http.get('*/api/images/:hash', () => refusal(500, 'Something went wrong.'))],
])('an article is not saved when %s fails', async (_what, failing) => {
  server.use(failing, ...answers())
  open()
  const { failures } = await articles.save([7])
  expect(failures[0]?.error.title).toBe('Failed to cache article')
  expect(failures[0]?.error.article).toBe('What a log is')
  expect(await listAllSaved('mara')).toEqual([])
  expect(await readSavedImage('mara', A)).toBeUndefined()
})

test('a picture that the server no longer has keeps nobody from saving', async () => {
  server.use(
    http.get(`*/api/images/${A}`, () => refusal(404, 'Not found.')),
    ...answers(),
  )
  open()
  expect(await articles.save([7])).toMatchObject({ saved: 1 })
  expect((await listAllSaved('mara'))[0]?.images).toEqual([B])
})

test('a lost connection ends the saving, and is told as that', async () => {
  server.use(http.get('*/api/links/7', () => HttpResponse.error()))
  open()
  expect(await articles.save([7, 8, 9])).toMatchObject({
    saved: 0,
    stopped: { title: 'Failed to cache article', message: 'Please check your connection and try again.' },
  })
})

test('a picture that does not come ends the saving', async () => {
  let asked = 0
  server.use(
    http.get('*/api/images/:hash', () => {
      asked++
      return new Promise<never>(() => undefined)
    }),
    ...answers(),
  )
  open()
  const saving = articles.save([7])
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0))
  await pass(31_000)
  expect(await saving).toMatchObject({
    stopped: { message: 'Please check your connection and try again.' },
  })
  expect(await listAllSaved('mara')).toEqual([])
})

test('without room nothing is saved, and what was saved before stays', async () => {
  await keepArticle('mara', anArticle(1))
  server.use(...answers())
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    storage: { estimate: async () => ({ usage: 990, quota: 1_000 }) },
  })
  open()
  expect(await articles.save([7])).toMatchObject({ saved: 0, stopped: { title: 'Failed to save article' } })
  expect(await idsOf()).toEqual([1])
})

test('a write that finds the storage full is told as that', async () => {
  server.use(...answers())
  open()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const { stopped } = await articles.save([7])
  expect(stopped).toMatchObject({
    message: 'There is no room left on this device. What was saved before stays.',
  })
  expect(await listAllSaved('mara')).toEqual([])
})

test('an article that arrives after the sign-out is not kept', async () => {
  server.use(
    http.get('*/api/links/7/notes', () => {
      isCurrent = false
      return HttpResponse.json([])
    }),
    ...answers(),
  )
  open()
  expect(await articles.save([7])).toMatchObject({ saved: 0, stopped: { message: 'You are signed out.' } })
  expect(await listAllSaved('mara')).toEqual([])
})

test('a session that has ended asks to sign in again', async () => {
  server.use(http.get('*/api/links/7', () => refusal(401, 'Please sign in.')))
  open()
  await articles.save([7])
  expect(onSignedOut).toHaveBeenCalledOnce()
})

test('expired articles are removed at the start', async () => {
  await keepArticle('mara', anArticle(1))
  vi.setSystemTime(Date.now() + 8 * 86_400_000)
  await keepArticle('mara', anArticle(2))
  open()
  await vi.waitFor(() => expect([...articles.state().ids]).toEqual([2]))
  expect(await idsOf()).toEqual([2])
})

test('a saved article is renewed when it or its notes are read, and a text that is not saved is not', async () => {
  await keepArticle('mara', anArticle(7))
  const before = (await readSavedArticle('mara', 7))?.expiresAt ?? ''
  vi.setSystemTime(Date.now() + 5 * 86_400_000)
  let reads = 0
  server.use(
    http.get('*/api/links/7/content', () => {
      reads++
      return HttpResponse.json(aContent({ content: '<p>New words.</p>' }))
    }),
    ...answers(),
  )
  open()
  await vi.waitFor(() => expect(articles.state().ids.has(7)).toBe(true))
  client.setQueryData(keys.content(7), aContent())
  client.setQueryData(noteKeys.ofLink(7), { data: [], asOf: 1 })
  client.setQueryData(keys.content(8), aContent())
  await pass(5_000)
  await vi.waitFor(async () => {
    const article = await readSavedArticle('mara', 7)
    expect(article?.content.content).toBe('<p>New words.</p>')
    expect(article?.notes).toHaveLength(1)
    expect(Date.parse(article?.expiresAt ?? '')).toBeGreaterThan(Date.parse(before))
  })
  expect(reads).toBe(1)
})

test('a renewal that fails leaves the copy, and one of a deleted article removes it', async () => {
  await keepArticle('mara', anArticle(7))
  server.use(
    http.get('*/api/links/7/content', () => HttpResponse.error()),
    ...answers(),
  )
  open()
  await vi.waitFor(() => expect(articles.state().ids.has(7)).toBe(true))
  client.setQueryData(keys.content(7), aContent())
  await pass(5_000)
  expect(await idsOf()).toEqual([7])
  // A proxy whose server is being restarted.
  server.use(http.get('*/api/links/7/content', () => new HttpResponse('404 page not found', { status: 404 })))
  client.setQueryData(keys.content(7), aContent({ title: 'Once more' }))
  await pass(5_000)
  expect(await idsOf()).toEqual([7])
  server.use(http.get('*/api/links/7/content', () => refusal(404, 'This article was not found.')))
  client.setQueryData(keys.content(7), aContent({ title: 'Again' }))
  await pass(5_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([]))
})

test('the copy of a link that the person deletes goes with it', async () => {
  await keepArticle('mara', anArticle(7))
  open()
  await vi.waitFor(() => expect(articles.state().ids.has(7)).toBe(true))
  const act = { name: 'deleteLink', params: { linkId: 7 }, seq: 1 }
  tell({ outbox: 'sent', act } as Parameters<ActListener>[0], { isOwn: true, isAnswered: false })
  await vi.waitFor(async () => expect(await idsOf()).toEqual([]))
})

test('removed articles leave this and the other tabs', async () => {
  await keepArticle('mara', anArticle(1))
  await keepArticle('mara', anArticle(2))
  open()
  const first = articles
  await vi.waitFor(() => expect(first.state().ids.size).toBe(2))
  open()
  await vi.waitFor(() => expect(articles.state().ids.size).toBe(2))
  await articles.remove([1])
  await vi.waitFor(() => expect([...first.state().ids]).toEqual([2]))
  expect([...articles.state().ids]).toEqual([2])
  first.stop()
})

/** A server whose newest unread articles are these, and that gives any of them. */
const newestAre = (...ids: number[]) =>
  server.use(
    http.get('*/api/links', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const links = ids.map(id => aLink({ id, createdAt: new Date(1_700_000_000_000 + id).toISOString() }))
      if (searchParams.get('progress') !== 'unread') return HttpResponse.json(aList([]))
      return HttpResponse.json(aList(links.slice(0, Number(searchParams.get('limit')))))
    }),
    http.post('*/api/cache-article', () => HttpResponse.json({})),
    http.get('*/api/links/:id', ({ params }) => HttpResponse.json(aLink({ id: Number(params.id) }))),
    http.get('*/api/links/:id/content', () => HttpResponse.json(aContent())),
    http.get('*/api/links/:id/notes', () => HttpResponse.json([])),
  )

test('the newest unread articles are kept by themselves, and leave when they are no longer among them', async () => {
  await keepArticle('mara', anArticle(1))
  newestAre(5, 4)
  open()
  articles.setNewest(25)
  await pass(20_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([1, 4, 5]))
  // 5 is read now, and 6 is new.
  newestAre(6, 4)
  client.setQueryData(keys.counts, { data: {}, asOf: 1 })
  await pass(40_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([1, 4, 6]))
  articles.setNewest(0)
  await pass(1_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([1]))
})

test('the setting takes effect while articles are being kept', async () => {
  newestAre(6, 5, 4)
  open()
  articles.setNewest(25)
  await vi.waitFor(async () => {
    await pass(100)
    expect((await idsOf()).length).toBeGreaterThan(0)
  })
  articles.setNewest(0)
  await pass(1_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([]))
})

test('the setting takes effect at once where another tab leads', async () => {
  newestAre(5, 4)
  open()
  const leading = articles
  await pass(20_000)
  open(false)
  articles.setNewest(25)
  await pass(20_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([4, 5]))
  leading.stop()
})

test('an article that the person removes does not come back by itself', async () => {
  newestAre(5, 4)
  open()
  articles.setNewest(25)
  await pass(20_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([4, 5]))
  await articles.remove([5])
  client.setQueryData(keys.counts, { data: {}, asOf: 1 })
  await pass(40_000)
  expect(await idsOf()).toEqual([4])
})

test('an article kept by itself that the person saves stays when it is read', async () => {
  newestAre(5)
  open()
  articles.setNewest(25)
  await pass(20_000)
  await vi.waitFor(async () => expect(await idsOf()).toEqual([5]))
  await articles.save([5])
  newestAre()
  client.setQueryData(keys.counts, { data: {}, asOf: 1 })
  await pass(40_000)
  expect(await idsOf()).toEqual([5])
})

test('an article of somebody else is saved beside the own one with its number', async () => {
  open()
  const asked: string[] = []
  const theirs = (request: Request) => new URL(request.url).searchParams.get('library') !== null
  server.use(
    http.get('*/api/links/7', ({ request }) =>
      HttpResponse.json(
        aLink({ id: 7, title: 'Theirs', ...(theirs(request) && { library: ANN, collectionId: 3 }) }),
      ),
    ),
    // Its page is still being read.
    http.post('*/api/cache-article', ({ request }) => {
      asked.push(new URL(request.url).search)
      if (asked.length > 1) return HttpResponse.json({})
      const later = { message: 'Not yet.', error: 'Not yet.' }
      return HttpResponse.json(later, { status: 503, headers: { 'retry-after': '15' } })
    }),
    ...answers(),
  )
  const id = idIn(ANN, 7)
  const saving = articles.save([id])
  await vi.waitFor(() => expect(asked.length).toBe(1))
  await pass(60_000)
  expect((await saving).failures).toEqual([])
  expect(asked).toEqual(Array(2).fill(`?library=${ANN}`))
  expect(await readSavedArticle('mara', id)).toMatchObject({ title: 'Theirs', link: { library: ANN } })
  expect(await readSavedArticle('mara', 7)).toBeUndefined()
  expect([...articles.state().ids]).toEqual([id])
})
