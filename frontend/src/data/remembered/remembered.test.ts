import 'fake-indexeddb/auto'
import type { Query } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { pass, withFakeTime } from '../../test-support/fake-time.ts'
import { aContent, aLink, aList, aNote, mara } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { LinkList } from '../answers.ts'
import { ALL_LINKS, keys, type LinkFilters } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import { createQueryClient } from '../query-client.ts'
import { ANSWER_WAIT_MS, type Reading } from '../reading.ts'
import { keepArticle } from '../saved-articles/store.ts'
import { openRememberedAnswers, type RememberedAnswers } from './remembered.ts'

withFakeTime()

const NO_ANSWER = new TypeError('Failed to fetch')
const hang = () => new Promise<never>(() => undefined)
const fail = async (): Promise<never> => {
  throw NO_ANSWER
}

type Answer = () => Promise<unknown>

const open = () => {
  let remembered: RememberedAnswers | undefined
  let acts: readonly PendingAct[] = []
  let told = () => undefined as unknown
  let isCurrent = true
  const client = createQueryClient(undefined, (error, query) => {
    if (!remembered) throw error
    return remembered.instead(error, query)
  })
  const check = vi.fn(async () => undefined)
  const outbox = {
    pending: () => acts,
    subscribe: (listener: () => void) => {
      told = listener
      return () => undefined
    },
  }
  remembered = openRememberedAnswers({
    ...{ client, userId: mara.id, outbox, askServer: check },
    plan: () => mara.plan,
    isAway: () => false,
    isCurrent: () => isCurrent,
  })
  return {
    client,
    check,
    stop: remembered.stop,
    /** Another tab signs out. This one has not heard of it. */
    signOutElsewhere: () => {
      isCurrent = false
    },
    act: (now: readonly PendingAct[]) => {
      acts = now
      told()
    },
    read: (queryKey: readonly unknown[], queryFn: Answer) =>
      client.fetchQuery({ queryKey, queryFn, staleTime: 0 }) as Promise<Reading<unknown>>,
    list: (filters: Partial<LinkFilters> = {}) =>
      client.getQueryData<Reading<LinkList>>(keys.list({ ...ALL_LINKS, ...filters })),
  }
}
let device: ReturnType<typeof open>
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  device = open()
})
afterEach(() => device.stop())

const answer = (data: unknown) => async () => ({ data, asOf: performance.now() })
const view = (filters: Partial<LinkFilters> = {}) => keys.list({ ...ALL_LINKS, ...filters })
const one = aLink({ id: 1, title: 'One' })
const two = aLink({ id: 2, title: 'Two', createdAt: '2026-07-04T09:41:00.000Z' })
const idsOf = (reading: Reading<unknown> | undefined) =>
  (reading?.data as LinkList | undefined)?.links.map(({ id }) => id)

/** The server answers, the device keeps it, and the person closes the tab and opens another one. */
const afterSeeing = async (...answered: [readonly unknown[], unknown][]) => {
  for (const [queryKey, data] of answered) {
    await device.read(queryKey, answer(data))
    await pass(5_000)
  }
  device.stop()
  device = open()
}
const pending = (act: Partial<Act>): PendingAct => ({
  act: { seq: 1, key: 'k', userId: mara.id, at: '2026-07-05T09:41:00.000Z', state: 'waiting', ...act } as Act,
  sentAt: null,
})

test('a list without an answer is the one that was seen, with its date and without further pages', async () => {
  const rememberedAt = new Date().toISOString()
  await afterSeeing([view(), aList([two, one], { total: 90, hasMore: true, nextCursor: 'next' })])
  const reading = await device.read(view(), fail)
  expect(reading).toMatchObject({
    asOf: 0,
    rememberedAt,
    data: { total: 90, hasMore: false, nextCursor: null },
  })
  expect(idsOf(reading)).toEqual([2, 1])
  expect(reading).not.toHaveProperty('isGathered')
  expect(device.check).toHaveBeenCalled()
})

test.each([
  ['a captive portal', new SyntaxError('Unexpected token <')],
  ['the page of a proxy', new ApiError(404, '404: Not Found', {}, 0, true)],
  ['a server without its services', new ApiError(503, 'Unavailable')],
])('%s is no answer', async (_, error) => {
  await afterSeeing([view(), aList([one])])
  expect(
    idsOf(
      await device.read(view(), async () => {
        throw error
      }),
    ),
  ).toEqual([1])
})

test.each([401, 404, 429, 500])('a refusal with %i is an answer', async status => {
  await afterSeeing([view(), aList([one])])
  const refuse = async () => {
    throw new ApiError(status, 'No.')
  }
  const refused = device.read(view(), refuse).catch((error: ApiError) => error.status)
  await pass(20_000)
  expect(await refused).toBe(status)
})

test('while the server gives no answer, the seen list shows after a short wait, and the answer takes its place', async () => {
  await afterSeeing([view(), aList([one])])
  let come = (_: unknown) => undefined as unknown
  const reading = device.read(view(), () => new Promise(resolve => (come = resolve)))
  await pass(ANSWER_WAIT_MS - 100)
  expect(device.list()).toBeUndefined()
  await pass(200)
  expect(idsOf(device.list())).toEqual([1])
  expect(device.list()?.rememberedAt).toBeDefined()
  come({ data: aList([two, one]), asOf: performance.now() })
  await reading
  expect(idsOf(device.list())).toEqual([2, 1])
  expect(device.list()).not.toHaveProperty('rememberedAt')
})

test('data of the server on the screen is not replaced by what was seen', async () => {
  await afterSeeing([view(), aList([one])])
  await device.read(view(), answer(aList([two])))
  await expect(device.read(view(), fail)).rejects.toBe(NO_ANSWER)
  expect(idsOf(device.list())).toEqual([2])
})

test('a view that was never seen has the links of all views and of saved articles, each as seen last', async () => {
  await afterSeeing(
    [view(), aList([{ ...two, isFavorite: true }, one], { total: 9 })],
    [keys.one(2), { ...two, title: 'Two, later', isFavorite: true }],
  )
  const saved = aLink({ id: 3, isFavorite: true })
  await keepArticle(mara.id, { link: saved, content: aContent(), notes: [], images: [], isByHand: true })
  const reading = await device.read(view({ favorite: true, sort: 'oldest' }), fail)
  expect(reading).toMatchObject({ isGathered: true, data: { total: 2 } })
  expect((reading.data as LinkList).links.map(({ title }) => title)).toEqual([saved.title, 'Two, later'])
})

test('a link that a later whole list no longer has is left out', async () => {
  await afterSeeing(
    [view({ favorite: true }), aList([{ ...one, isFavorite: true }], { total: 5 })],
    [view(), aList([two])],
  )
  expect(idsOf(await device.read(view({ q: 'one' }), fail))).toEqual([])
})

test('a search follows what the person saves, changes and takes back meanwhile', async () => {
  await afterSeeing([view(), aList([one])])
  const found = () => device.list({ q: 'o' })?.data.links.map(({ title }) => title)
  await device.read(view({ q: 'o' }), fail)
  expect(found()).toEqual(['One'])
  const save = pending({
    name: 'saveLink',
    params: { url: 'https://a.test/', title: 'Found' },
  } as Partial<Act>)
  device.act([save])
  await pass(100)
  expect(found()).toEqual(['Found', 'One'])
  device.act([])
  await pass(100)
  expect(found()).toEqual(['One'])
})

test('nothing stands in for a library that the device has never seen', async () => {
  await expect(device.read(view(), fail)).rejects.toBe(NO_ANSWER)
  await expect(device.read(keys.counts, fail)).rejects.toBe(NO_ANSWER)
})

test('nothing is kept once another tab has signed out', async () => {
  device.signOutElsewhere()
  await afterSeeing([view(), aList([one])])
  await expect(device.read(view(), fail)).rejects.toBe(NO_ANSWER)
})

test('searches are not kept', async () => {
  await afterSeeing([view({ q: 'one' }), aList([one])])
  await expect(device.read(view(), fail)).rejects.toBe(NO_ANSWER)
})

test('the library of another user stays unseen', async () => {
  await afterSeeing([view(), aList([one])])
  device.stop()
  const other = createQueryClient(undefined, (error, query: Query) => bob.instead(error, query))
  const bob = openRememberedAnswers({
    client: other,
    userId: 'bob',
    outbox: { pending: () => [], subscribe: () => () => undefined },
    plan: () => mara.plan,
    isAway: () => true,
    askServer: hang,
    isCurrent: () => true,
  })
  await expect(other.fetchQuery({ queryKey: view(), queryFn: fail })).rejects.toBe(NO_ANSWER)
  bob.stop()
})

test('an article without an answer is the saved one, and its notes are those seen last', async () => {
  const content = aContent()
  await keepArticle(mara.id, { link: one, content, notes: [aNote({ id: 1 })], images: [], isByHand: true })
  expect(await device.read(keys.content(1), fail)).toEqual(content)
  expect(await device.read(keys.one(1), fail)).toMatchObject({ data: one })
  expect(await device.read(noteKeys.ofLink(1), fail)).toMatchObject({ data: [{ id: 1 }] })
  await pass(1_000)
  await afterSeeing([noteKeys.ofLink(1), [aNote({ id: 2 })]])
  expect(await device.read(noteKeys.ofLink(1), fail)).toMatchObject({ data: [{ id: 2 }] })
})

test('notes are filtered, searched and counted among those that the device keeps, new ones included', async () => {
  const shown = { title: 'What a log is', url: one.url, previewImage: null, siteName: null }
  const entries = [
    { note: aNote({ id: 2, content: 'Read twice', type: 'quote' }), link: shown },
    { note: aNote({ id: 1, content: 'Ask Mina' }), link: shown },
  ]
  await afterSeeing(
    [view(), aList([one])],
    [noteKeys.list({ type: null, q: '' }), { entries, nextCursor: null }],
    [noteKeys.count(''), { all: 2, note: 1, highlight: 0, quote: 1 }],
  )
  const params = {
    ...{ linkId: 1, clientId: 'c', type: 'note', content: 'New', selectedText: null, color: '#fbbf24' },
    ...{ isPrivate: false, position: null, anchor: null },
  }
  device.act([pending({ name: 'takeNote', params } as Partial<Act>)])
  const texts = async (filters: { type: 'quote' | null; q: string }) => {
    const { data } = await device.read(noteKeys.list(filters), fail)
    return (data as { entries: typeof entries }).entries.map(({ note }) => note.content)
  }
  expect(await texts({ type: null, q: '' })).toEqual(['New', 'Read twice', 'Ask Mina'])
  expect(await texts({ type: 'quote', q: '' })).toEqual(['Read twice'])
  expect(await texts({ type: null, q: 'mina log' })).toEqual(['Ask Mina'])
  expect(await device.read(noteKeys.count(''), fail)).toMatchObject({ data: { all: 3, note: 2, quote: 1 } })
  expect(await device.read(noteKeys.count('mina'), fail)).toMatchObject({ data: { all: 1, note: 1 } })
})
