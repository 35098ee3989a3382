import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { BULK_LINKS_MAX } from '@lectern/contracts/limits.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { library } from './domain/library.ts'
import { appendLinks, newKey, openTestLibrary, startCommandApi, type TestApi } from './test-support/api.ts'
import { foldAll } from './test-support/given.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))
const other = duringTests(() => startCommandApi(parts))

type Options = { key?: string; on?: TestApi }
const call =
  (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
  (path: string, as: Caller, body?: unknown, { key, on = api }: Options = {}) =>
    on.call(method, path, { as, body, ...(key !== undefined && { key }) })
const [post, put, patch, remove] = [call('POST'), call('PUT'), call('PATCH'), call('DELETE')]

const libraryWith = async (links: number): Promise<Caller> => {
  const caller = await openTestLibrary(api)
  if (links > 0) await appendLinks(api.store, caller, links)
  return caller
}
const eventsOf = async ({ libraryId }: Caller): Promise<LibraryEvent[]> => {
  const events: LibraryEvent[] = []
  for await (const { type, data } of api.store.readStream(libraryStream(libraryId)))
    events.push({ type, data } as LibraryEvent)
  return events
}
const typesAfterSaves = async (caller: Caller) =>
  (await eventsOf(caller)).map(({ type }) => type).filter(type => /Collect|Links/.test(type))
const reading = { name: 'Reading', color: '#ef4444' }

describe('an act', () => {
  it('is undone by the id of its command, once, and that is undone too', async () => {
    const caller = await libraryWith(3)
    const [act, back, again] = [newKey(), newKey(), newKey()]
    await put('/api/links/bulk', caller, { linkIds: [[1, 3]], updates: { isArchived: true } }, { key: act })
    await put('/api/links/bulk', caller, { linkIds: [2], updates: { isArchived: false } })
    const undo = () => post('/api/undo', caller, { commandId: act }, { key: back, on: other })
    const left = [{ id: 2, title: 'Page 1' }]
    const answer = { status: 200, body: { restoredCount: 2, leftCount: 1, left } }
    expect(await undo()).toMatchObject(answer)
    expect(await undo()).toMatchObject(answer)
    expect(await post('/api/undo', caller, { commandId: act })).toMatchObject({
      body: { restoredCount: 0, leftCount: 3 },
    })
    expect(await post('/api/undo', caller, { commandId: back }, { key: again })).toMatchObject({
      body: { restoredCount: 2, leftCount: 0 },
    })
    expect((await eventsOf(caller)).slice(-4).map(({ type }) => type)).toEqual([
      ...['LinksEdited', 'LinksEdited', 'ActUndone', 'ActUndone'],
    ])
  })

  it('is undone once a later act on the same field was, whatever was done to other fields', async () => {
    const caller = await libraryWith(1)
    const [first, second] = [newKey(), newKey()]
    await patch('/api/links/1/favorite', caller, { isFavorite: true }, { key: first })
    await patch('/api/links/1/archive', caller, { isArchived: true })
    await patch('/api/links/1/favorite', caller, { isFavorite: false }, { key: second })
    const undo = (commandId: string) => post('/api/undo', caller, { commandId })
    expect(await undo(first)).toMatchObject({ body: { restoredCount: 0, leftCount: 1 } })
    expect(await undo(second)).toMatchObject({ body: { restoredCount: 1, leftCount: 0 } })
    expect(await undo(first)).toMatchObject({ body: { restoredCount: 1, leftCount: 0 } })
  })

  it('is not undone where nobody knows it, or it deleted something', async () => {
    const caller = await libraryWith(1)
    expect(await post('/api/undo', caller, { commandId: newKey() })).toMatchObject({ status: 404 })
    expect(await post('/api/undo', caller, {})).toMatchObject({ status: 400 })
    const key = newKey()
    await remove('/api/links/1', caller, undefined, { key })
    expect(await post('/api/undo', caller, { commandId: key })).toMatchObject({ status: 409 })
  })

  it('on 50,000 links is undone', async () => {
    const caller = await libraryWith(BULK_LINKS_MAX)
    const key = newKey()
    const linkIds = [[1, BULK_LINKS_MAX]]
    await put('/api/links/bulk', caller, { linkIds, updates: { addTags: ['x'], isFavorite: true } }, { key })
    const undone = await post('/api/undo', caller, { commandId: key })
    expect(undone).toMatchObject({ body: { restoredCount: BULK_LINKS_MAX } })
  })
})

describe('a tag', () => {
  it('is renamed, merged and deleted, with one answer for a repeated request', async () => {
    const caller = await libraryWith(3)
    const add = { linkIds: [1, 2], updates: { addTags: ['#News'] } }
    expect(await put('/api/links/bulk', caller, add)).toMatchObject({ body: { updatedCount: 2 } })
    const key = newKey()
    const rename = () => post('/api/tags/rename', caller, { from: 'news', to: 'Press' }, { key })
    expect(await rename()).toMatchObject({ status: 200, body: { updatedCount: 2 } })
    expect(await rename()).toMatchObject({ status: 200, body: { updatedCount: 2 } })
    const more = { linkIds: [3], updates: { addTags: ['Media'] } }
    await put('/api/links/bulk', caller, more)
    expect(await post('/api/tags/rename', caller, { from: 'press', to: 'media' })).toMatchObject({
      status: 409,
    })
    const merge = { from: ['press'], into: 'media' }
    expect(await post('/api/tags/merge', caller, merge)).toMatchObject({ body: { updatedCount: 2 } })
    expect(await post('/api/tags/delete', caller, { tag: 'MEDIA' })).toMatchObject({
      body: { updatedCount: 3 },
    })
    expect(await post('/api/tags/delete', caller, { tag: 'media' })).toMatchObject({ status: 404 })
    expect((await eventsOf(caller)).slice(-5).map(({ type }) => type)).toEqual([
      ...['LinksEdited', 'TagRenamed', 'LinksEdited', 'TagsMerged', 'TagDeleted'],
    ])
  })

  it.each([
    ['/api/tags/rename', { from: 'a', to: ' # ' }],
    ['/api/tags/rename', { from: 'a', to: 'b'.repeat(101) }],
    ['/api/tags/merge', { from: [], into: 'b' }],
    ['/api/tags/delete', {}],
  ])('POST %s %j is refused', async (path, body) => {
    expect(await post(path, await libraryWith(1), body)).toMatchObject({ status: 400 })
  })
})

describe('a collection', () => {
  it('is created, edited and deleted', async () => {
    const caller = await libraryWith(0)
    const created = await post('/api/collections', caller, { name: ' Reading ', extra: 1 })
    expect(created).toMatchObject({ status: 201 })
    expect(created.headers['lectern-position']).toMatch(/^\d+\/\d+$/)
    expect(created.body).toEqual({ id: 1, name: 'Reading', color: '#3B82F6', description: null })

    const edit = (body: object) => put('/api/collections/1', caller, body)
    expect((await edit({ ...reading, description: ' For the train ' })).body).toEqual({
      id: 1,
      name: 'Reading',
      color: '#EF4444',
      description: 'For the train',
    })
    expect((await edit({ name: 'Other' })).body).toEqual({
      id: 1,
      name: 'Other',
      color: '#EF4444',
      description: 'For the train',
    })
    expect((await edit({ name: 'Other', description: '' })).body).toMatchObject({ description: null })
    expect((await edit({ name: 'Other', description: null })).status).toBe(200)

    expect(await remove('/api/collections/1', caller)).toMatchObject({ status: 200, body: { id: 1 } })
    expect((await remove('/api/collections/1', caller)).status).toBe(404)
    expect(await typesAfterSaves(caller)).toEqual([
      'CollectionCreated',
      ...Array.from({ length: 3 }, () => 'CollectionEdited'),
      'CollectionDeleted',
    ])
  })

  it.each([
    [{ name: '  ' }, 'Collection name is required'],
    [{ color: '#3B82F6' }, 'Collection name is required'],
    [{ name: 'N'.repeat(101) }, 'Collection name is too long'],
    [{ name: 'N', color: 'red' }, 'Please enter a color such as #3B82F6'],
    [{ name: 'N', color: '#3B82F6"onload' }, 'Please enter a color such as #3B82F6'],
    [{ name: 'N', description: 'D'.repeat(501) }, 'Description is too long'],
  ])('is refused as %j', async (body, message) => {
    const caller = await libraryWith(0)
    const refusal = { status: 400, body: { message, error: message } }
    expect(await post('/api/collections', caller, body)).toMatchObject(refusal)
    await post('/api/collections', caller, reading)
    expect(await put('/api/collections/1', caller, body)).toMatchObject(refusal)
    expect(await typesAfterSaves(caller)).toEqual(['CollectionCreated'])
  })

  it('takes a link and releases it', async () => {
    const caller = await libraryWith(1)
    await post('/api/collections', caller, reading)
    const collect = (collectionId: unknown) => put('/api/links/1/collection', caller, { collectionId })
    for (const collectionId of [1, 1, null])
      expect(await collect(collectionId)).toMatchObject({ status: 200, body: { id: 1, collectionId } })
    for (const nonsense of ['1', 1.5, undefined, true]) expect((await collect(nonsense)).status).toBe(400)
    expect(await typesAfterSaves(caller)).toEqual(['CollectionCreated', 'LinkCollected', 'LinkCollected'])
  })

  it('answers repeated commands as the first time, from another process and after its deletion', async () => {
    const caller = await libraryWith(1)
    const [create, edit, collect, gone] = [newKey(), newKey(), newKey(), newKey()]
    const all = async (on: TestApi) => [
      await post('/api/collections', caller, reading, { key: create, on }),
      await put('/api/collections/1', caller, { ...reading, name: 'Other' }, { key: edit, on }),
      await put('/api/links/1/collection', caller, { collectionId: 1 }, { key: collect, on }),
      await remove('/api/collections/1', caller, undefined, { key: gone, on }),
    ]
    const answers = (given: Awaited<ReturnType<typeof all>>) =>
      given.map(({ status, body, headers }) => [status, body, headers['lectern-position']])
    const first = answers(await all(api))
    expect(first.map(([status]) => status)).toEqual([201, 200, 200, 200])
    expect(answers(await all(api)).map(each => each.slice(0, 2))).toEqual(first.map(each => each.slice(0, 2)))
    expect(answers(await all(other))).toEqual(first)
    expect(await typesAfterSaves(caller)).toHaveLength(4)
  })
})

describe('bulk work', () => {
  it('edits the links that are found, in one event', async () => {
    const caller = await libraryWith(5)
    await post('/api/collections', caller, reading)
    const linkIds = [5, 2, 2, 1, 99, -1, 0]
    const updates = { collectionId: 1, isFavorite: true, isArchived: false, tags: [' a ', 'b', 'a'] }
    const answer = await put('/api/links/bulk', caller, { linkIds, updates })
    expect(answer).toMatchObject({ status: 200, body: { updatedCount: 3 } })
    expect((await eventsOf(caller)).at(-1)).toMatchObject({
      type: 'LinksEdited',
      data: { links: [[1, 2], 5], changes: { ...updates, tags: ['a', 'b'] } },
    })
  })

  it('counts the links that are found, also if nothing changes', async () => {
    const caller = await libraryWith(3)
    const body = { linkIds: [1, 2, 2, 9], updates: { isFavorite: true, tags: ['a', 'b'] } }
    for (let n = 0; n < 2; n++)
      expect((await put('/api/links/bulk', caller, body)).body).toEqual({ updatedCount: 2 })
    expect(await typesAfterSaves(caller)).toEqual(['LinksEdited'])
  })

  it('deletes the links that are found, in one event', async () => {
    const caller = await libraryWith(5)
    const linkIds = [4, 1, 9]
    const answer = await remove('/api/links/bulk', caller, { linkIds })
    expect(answer).toMatchObject({ status: 200, body: { deletedCount: 2 } })
    expect((await remove('/api/links/bulk', caller, { linkIds })).body).toEqual({ deletedCount: 0 })
    expect(await typesAfterSaves(caller)).toEqual(['LinksDeleted'])
  })

  it('answers a repeated request with the same count, whatever happened in between', async () => {
    const caller = await libraryWith(4)
    const [edit, gone] = [newKey(), newKey()]
    const editing = (on: TestApi) =>
      put('/api/links/bulk', caller, { linkIds: [1, 2, 3], updates: { tags: ['x'] } }, { key: edit, on })
    const deleting = (on: TestApi) =>
      remove('/api/links/bulk', caller, { linkIds: [1, 2] }, { key: gone, on })
    const first = [await editing(api), await deleting(api)].map(({ body }) => body)
    expect(first).toEqual([{ updatedCount: 3 }, { deletedCount: 2 }])
    for (const on of [api, other])
      expect([await editing(on), await deleting(on)].map(({ body }) => body)).toEqual(first)
    expect(await typesAfterSaves(caller)).toEqual(['LinksEdited', 'LinksDeleted'])
  })

  it.each([
    [{ linkIds: [1], updates: {} }, 'Please select at least one field to update.'],
    [{ linkIds: [1], updates: { unknown: 1 } }, 'Please select at least one field to update.'],
    [{ linkIds: [1] }, 'Please select at least one field to update.'],
    [{ linkIds: [], updates: { isFavorite: true } }, 'Please select at least one link.'],
    [{ updates: { isFavorite: true } }, 'Please select at least one link.'],
    [{ linkIds: ['1'], updates: { isFavorite: true } }, 'Links are named by their ids.'],
    [{ linkIds: [1], updates: { tags: ['T'.repeat(101)] } }, 'A tag is too long'],
    [
      { linkIds: Array.from({ length: BULK_LINKS_MAX + 1 }, () => 1), updates: { isFavorite: true } },
      'Too many links at once.',
    ],
  ])('refuses a wrong request (%#)', async (body, message) => {
    const caller = await libraryWith(1)
    expect(await put('/api/links/bulk', caller, body)).toMatchObject({ status: 400, body: { message } })
    expect(await typesAfterSaves(caller)).toEqual([])
  })

  it('takes 50,000 links in one request, and 50,000 ids of nine digits', async () => {
    const caller = await libraryWith(BULK_LINKS_MAX)
    const linkIds = Array.from({ length: BULK_LINKS_MAX }, (_, n) => n + 1)
    const answer = await put('/api/links/bulk', caller, { linkIds, updates: { isArchived: true } })
    expect(answer.body).toEqual({ updatedCount: BULK_LINKS_MAX })
    const unknown = linkIds.map(id => 999_999_999 - 2 * id)
    expect((await remove('/api/links/bulk', caller, { linkIds: unknown })).body).toEqual({ deletedCount: 0 })
    const everySecond = linkIds.filter(id => id % 2 === 0)
    expect((await remove('/api/links/bulk', caller, { linkIds: everySecond })).body).toEqual({
      deletedCount: BULK_LINKS_MAX / 2,
    })
  })
})

describe('links and collections of another user', () => {
  it('are answered with 404 or skipped, and nothing changes', async () => {
    const [mine, theirs] = [await libraryWith(1), await libraryWith(7)]
    await post('/api/collections', theirs, reading)
    await post('/api/collections', theirs, reading)
    const before = await eventsOf(theirs)
    const collection = { collectionId: 2 }
    const refused = [
      await put('/api/collections/2', mine, reading),
      await remove('/api/collections/2', mine),
      await put('/api/links/1/collection', mine, collection),
      await put('/api/links/7/collection', mine, { collectionId: null }),
      await put('/api/links/bulk', mine, { linkIds: [1], updates: collection }),
      ...(await Promise.all(
        ['0', '-1', '1.5', 'abc', '1e0', '99999999999', '%00'].flatMap(id => [
          put(`/api/collections/${id}`, mine, reading),
          remove(`/api/collections/${id}`, mine),
          put(`/api/links/${id}/collection`, mine, { collectionId: null }),
        ]),
      )),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
    const updates = { isFavorite: true }
    expect((await put('/api/links/bulk', mine, { linkIds: [6, 7], updates })).body).toEqual({
      updatedCount: 0,
    })
    expect((await remove('/api/links/bulk', mine, { linkIds: [6, 7] })).body).toEqual({ deletedCount: 0 })
    expect(await typesAfterSaves(mine)).toEqual([])
    expect(await eventsOf(theirs)).toEqual(before)
  })

  it('are refused without a session', async () => {
    const calls = [
      ['POST', '/api/collections'],
      ['PUT', '/api/collections/1'],
      ['DELETE', '/api/collections/1'],
      ['PUT', '/api/links/1/collection'],
      ['PUT', '/api/links/bulk'],
      ['DELETE', '/api/links/bulk'],
    ] as const
    for (const [method, path] of calls)
      expect((await api.call(method, path, { body: reading })).status).toBe(401)
  })
})

describe('two command-apis', () => {
  it('put no link into a collection that the other deletes', async () => {
    const caller = await libraryWith(20)
    for (let id = 1; id <= 10; id++) {
      await post('/api/collections', caller, reading)
      const racing = [
        remove(`/api/collections/${id}`, caller, undefined, { on: other }),
        put(`/api/links/${id}/collection`, caller, { collectionId: id }),
        put('/api/links/bulk', caller, { linkIds: [id + 10], updates: { collectionId: id } }, { on: other }),
      ]
      const [removed, ...assigned] = (await Promise.all(racing)).map(({ status }) => status)
      expect(removed).toBe(200)
      for (const status of assigned) expect([200, 404]).toContain(status)
    }
    const events = await eventsOf(caller)
    const deletedSoFar = new Set<number>()
    for (const event of events) {
      if (event.type === 'CollectionDeleted') deletedSoFar.add(event.data.collectionId)
      if (event.type === 'LinkCollected') expect(deletedSoFar).not.toContain(event.data.collectionId)
      if (event.type === 'LinksEdited') expect(deletedSoFar).not.toContain(event.data.changes.collectionId)
    }
    const { links } = foldAll(library, events)
    expect([...links.values()].filter(link => link.collectionId !== null)).toEqual([])
  })

  it('give every collection an id of its own', async () => {
    const caller = await libraryWith(0)
    const racing = Array.from({ length: 30 }, (_, n) =>
      post('/api/collections', caller, reading, { on: n % 2 ? api : other }),
    )
    const ids = (await Promise.all(racing)).map(({ body }) => (body as { id: number }).id)
    expect(new Set(ids).size).toBe(30)
  })
})
