import { randomUUID } from 'node:crypto'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import {
  type EventStore,
  StoreUnavailable,
  WrongExpectedRevision,
} from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import {
  appendLinks,
  linkTo,
  newKey,
  openTestLibrary,
  startCommandApi,
  type TestApi,
} from './test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))
const other = duringTests(() => startCommandApi(parts))

const typesIn = async (caller: Caller): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of api.store.readStream(libraryStream(caller.libraryId))) types.push(type)
  return types
}
const countOf = async (caller: Caller, type: LibraryEvent['type']) =>
  (await typesIn(caller)).filter(each => each === type).length

const save = (to: TestApi, caller: Caller, path: string | number, key?: string) =>
  to.call('POST', '/api/links', { as: caller, body: linkTo(path), ...(key && { key }) })

describe('editing a link', () => {
  const edit = (caller: Caller, body: object, { id = 1, key = newKey(), to = api } = {}) =>
    to.call('PATCH', `/api/links/${id}`, { as: caller, body, key })

  it('answers its texts as they are now, and again where the request is repeated', async () => {
    const caller = await openTestLibrary(api)
    const saved = await save(api, caller, 'a')
    const { createdAt } = saved.body as { createdAt: string }
    const key = newKey()
    const body = { title: 'Better', tags: ['x'] }
    const first = await edit(caller, body, { key })
    const link = { id: 1, url: 'https://example.com/a', title: 'Better', titleFrom: 'person', note: null }
    expect(first).toMatchObject({ status: 200, body: { ...link, createdAt } })
    expect(await edit(caller, { note: ' Why ' }, { to: other })).toMatchObject({
      body: { ...link, note: 'Why' },
    })
    expect(await edit(caller, body, { key })).toMatchObject({ status: 200, body: { ...link, note: 'Why' } })
    expect(await countOf(caller, 'LinkEdited')).toBe(2)
  })

  it('names the link that has the new address, with its latest title', async () => {
    const caller = await openTestLibrary(api)
    for (const path of ['a', 'b']) await save(api, caller, path)
    await edit(caller, { title: 'Latest' }, { id: 2 })
    const refused = await edit(caller, { url: 'https://example.com/b' })
    const existingLink = { id: 2, title: 'Latest' }
    expect(refused).toMatchObject({ status: 409, body: { isDuplicate: true, existingLink } })
    expect(await edit(caller, { url: 'https://example.com/b', ignoreDuplicate: true })).toMatchObject({
      status: 200,
    })
  })

  it('is refused where the person saw something else, and not where it is repeated', async () => {
    const caller = await openTestLibrary(api)
    await save(api, caller, 'a')
    const title = ((await edit(caller, { note: 'N' })).body as { title: string }).title
    const key = newKey()
    const body = { title: 'Mine', was: { title } }
    expect(await edit(caller, body, { key })).toMatchObject({ status: 200 })
    expect(await edit(caller, { title: 'Late', was: { title } })).toMatchObject({
      status: 409,
      body: { message: 'This link was changed elsewhere meanwhile.' },
    })
    expect(await edit(caller, body, { key })).toMatchObject({ status: 200, body: { title: 'Mine' } })
    expect(await edit(caller, { was: { title } })).toMatchObject({ status: 400 })
  })

  it('at the same time leaves every change', async () => {
    const caller = await openTestLibrary(api)
    await save(api, caller, 'a')
    const answers = await Promise.all([edit(caller, { title: 'Better' }), edit(caller, { note: 'Why' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await edit(caller, { tags: [] })).body).toMatchObject({ title: 'Better', note: 'Why' })
  })

  it.each([
    [{}, 1, 400],
    [{ title: ' ' }, 1, 400],
    [{ url: 'ftp://example.com' }, 1, 400],
    [{ note: 'N'.repeat(501) }, 1, 400],
    [{ title: 'Better' }, 2, 404],
    [{ collectionId: 1 }, 1, 404],
  ])('refuses %j for link %i with %i and changes nothing', async (body, id, status) => {
    const caller = await openTestLibrary(api)
    await save(api, caller, 'a')
    expect(await edit(caller, body, { id })).toMatchObject({ status })
    expect(await countOf(caller, 'LinkEdited')).toBe(0)
  })
})

describe('saving', () => {
  it('answers the link as lists show it, and the position for the next read', async () => {
    const caller = await openTestLibrary(api)
    const body = { ...linkTo('a'), note: ' A note ', tags: ['x', ' y ', 'x', ''], unknown: 1 }
    const answer = await api.call('POST', '/api/links', { as: caller, body })
    expect(answer.status).toBe(201)
    expect(answer.headers['lectern-position']).toMatch(/^\d+\/\d+$/)
    expect(answer.body).toMatchObject({
      id: 1,
      url: 'https://example.com/a',
      title: 'Page a',
      note: 'A note',
      tags: ['x', 'y'],
      isFavorite: false,
      isArchived: false,
      extraction: 'pending',
    })
  })

  it('refuses a duplicate and names the existing link, unless the duplicate is accepted', async () => {
    const caller = await openTestLibrary(api)
    const first = await save(api, caller, 'a')
    const { title, createdAt } = first.body as { title: string; createdAt: string }
    const body = { ...linkTo('a'), url: 'http://www.example.com/a/?utm_source=x', title: 'Other' }
    const again = await api.call('POST', '/api/links', { as: caller, body })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ isDuplicate: true, existingLink: { id: 1, title, createdAt } })
    const anyway = { ...body, ignoreDuplicate: true }
    const accepted = await api.call('POST', '/api/links', { as: caller, body: anyway })
    expect(accepted).toMatchObject({ status: 201, body: { id: 2 } })
  })

  it.each([
    [{ url: 'not a url', title: 'T' }, 'Please enter a valid URL'],
    [{ url: 'ftp://example.com/', title: 'T' }, 'Please enter a valid URL'],
    [{ url: 'https://example.com/', title: '  ' }, 'Title is required'],
    [{ url: 'https://example.com/', title: 'T'.repeat(201) }, 'Title is too long'],
    [{ url: 'https://example.com/', title: 'T', note: 'N'.repeat(501) }, 'Note is too long'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const caller = await openTestLibrary(api)
    const answer = await api.call('POST', '/api/links', { as: caller, body })
    expect(answer).toMatchObject({ status: 400, body: { message, error: message } })
    expect(await countOf(caller, 'LinkSaved')).toBe(0)
  })

  it('is refused without a session', async () => {
    expect((await api.call('POST', '/api/links', { body: linkTo('a') })).status).toBe(401)
  })
})

describe('changing a link', () => {
  it('favourites and archives, by toggle and by target', async () => {
    const caller = await openTestLibrary(api)
    await save(api, caller, 'a')
    const patch = async (path: string, body?: object) =>
      (await api.call('PATCH', `/api/links/1/${path}`, { as: caller, body })).body
    expect(await patch('favorite')).toEqual({ id: 1, isFavorite: true })
    expect(await patch('favorite')).toEqual({ id: 1, isFavorite: false })
    expect(await patch('favorite', { isFavorite: true })).toEqual({ id: 1, isFavorite: true })
    expect(await patch('favorite', { isFavorite: true })).toEqual({ id: 1, isFavorite: true })
    expect(await patch('archive', {})).toEqual({ id: 1, isArchived: true })
    expect(await patch('archive', { isArchived: false })).toEqual({ id: 1, isArchived: false })
    expect(await countOf(caller, 'LinkFavorited')).toBe(2)
  })

  it.each(['0', '-1', '1.5', 'abc', '99', '99999999999', '%00', '1e1'])(
    'answers 404 for link %s and for a link of another library',
    async id => {
      const [mine, theirs] = [await openTestLibrary(api), await openTestLibrary(api)]
      await save(api, theirs, 'a')
      const calls = [
        ['DELETE', `/api/links/${id}`],
        ['DELETE', '/api/links/1'],
        ['PATCH', `/api/links/${id}/favorite`],
        ['PATCH', '/api/links/1/archive'],
        ['POST', `/api/links/${id}/extraction`],
        ['POST', '/api/links/1/extraction'],
      ] as const
      for (const [method, path] of calls)
        expect(await api.call(method, path, { as: mine })).toMatchObject({ status: 404 })
      expect(await typesIn(mine)).toEqual(['LibraryOpened', 'AllowanceChanged'])
    },
  )

  it('deletes once', async () => {
    const caller = await openTestLibrary(api)
    await save(api, caller, 'a')
    const remove = () => api.call('DELETE', '/api/links/1', { as: caller })
    expect(await remove()).toMatchObject({ status: 200, body: { id: 1 } })
    expect((await remove()).status).toBe(404)
  })
})

describe('a command repeated under its id', () => {
  it('has one effect and the first answer, also from another process and after later events', async () => {
    const caller = await openTestLibrary(api)
    const key = newKey()
    const first = await save(api, caller, 'a', key)
    expect(first.status).toBe(201)
    await save(other, caller, 'b')
    for (const to of [api, other]) {
      const again = await save(to, caller, 'a', key)
      expect(again.status).toBe(201)
      expect(again.body).toEqual(first.body)
    }
    expect(await countOf(caller, 'LinkSaved')).toBe(2)
  })

  it('has one effect across a restart', async () => {
    const caller = await openTestLibrary(api)
    const key = newKey()
    const first = await save(api, caller, 'a', key)
    const toggle = { as: caller, key: newKey() }
    const toggled = await api.call('PATCH', '/api/links/1/favorite', toggle)
    const restarted = await startCommandApi(parts)
    try {
      expect((await save(restarted, caller, 'a', key)).body).toEqual(first.body)
      const again = await restarted.call('PATCH', '/api/links/1/favorite', toggle)
      expect(again.body).toEqual(toggled.body)
    } finally {
      await restarted.stop()
    }
    expect(await typesIn(caller)).toEqual(['LibraryOpened', 'AllowanceChanged', 'LinkSaved', 'LinkFavorited'])
  })

  it('saves one link and makes one collection for each clientId, however late, also after a restart', async () => {
    const caller = await openTestLibrary(api)
    const clientId = randomUUID()
    const link = { as: caller, body: { ...linkTo(1), tags: ['one'], clientId } }
    const collection = { as: caller, body: { name: 'Reading', clientId: clientId.toUpperCase() } }
    const saved = await api.call('POST', '/api/links', link)
    const made = await api.call('POST', '/api/collections', collection)
    await api.call('PATCH', '/api/links/1/favorite', { as: caller })
    const restarted = await startCommandApi(parts)
    try {
      const again = await restarted.call('POST', '/api/links', link)
      expect([again.status, again.body]).toEqual([201, { ...(saved.body as object), isFavorite: true }])
      const remade = await restarted.call('POST', '/api/collections', collection)
      expect([remade.status, remade.body]).toEqual([201, made.body])
      await restarted.call('DELETE', '/api/links/1', { as: caller })
      expect(await restarted.call('POST', '/api/links', link)).toMatchObject({
        status: 404,
        body: { message: 'This article was saved, and deleted since.' },
      })
    } finally {
      await restarted.stop()
    }
    expect(await countOf(caller, 'LinkSaved')).toBe(1)
    expect(await countOf(caller, 'CollectionCreated')).toBe(1)
  })

  it('deletes once and answers twice', async () => {
    const caller = await openTestLibrary(api)
    await save(api, caller, 'a')
    const options = { as: caller, key: newKey() }
    const answers = [
      await api.call('DELETE', '/api/links/1', options),
      await other.call('DELETE', '/api/links/1', options),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  it('is refused if it is a different command', async () => {
    const caller = await openTestLibrary(api)
    const key = newKey()
    await save(api, caller, 'a', key)
    expect((await save(api, caller, 'b', key)).status).toBe(422)
    expect(await countOf(caller, 'LinkSaved')).toBe(1)
  })

  it('is two commands if two users give it', async () => {
    const [one, two] = [await openTestLibrary(api), await openTestLibrary(api)]
    const key = newKey()
    expect([await save(api, one, 'a', key), await save(api, two, 'b', key)]).toMatchObject([
      { status: 201 },
      { status: 201 },
    ])
  })

  it('has one effect if the answer to the append was lost', async () => {
    const caller = await openTestLibrary(api)
    const key = newKey()
    const crashing = await startCommandApi(parts, { faulty: losingAnswers })
    try {
      const lost = await save(crashing, caller, 'a', key)
      expect(lost.status).toBe(503)
      expect(lost.headers['retry-after']).toBe('1')
      expect(await save(crashing, caller, 'a', key)).toMatchObject({ status: 201, body: { id: 1 } })
    } finally {
      await crashing.stop()
    }
    expect(await save(api, caller, 'a', key)).toMatchObject({ status: 201, body: { id: 1 } })
    expect(await countOf(caller, 'LinkSaved')).toBe(1)
  })
})

describe('two command-apis on one library', () => {
  it('make one link of 100 parallel saves of one url', async () => {
    const caller = await openTestLibrary(api)
    const saves = Array.from({ length: 100 }, (_, n) => save(n % 2 ? api : other, caller, 'same'))
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(99)
    expect(await countOf(caller, 'LinkSaved')).toBe(1)
  })

  it('leave 500 links after 50 parallel saves at 499', async () => {
    const caller = await openTestLibrary(api)
    await appendLinks(api.store, caller, 499)
    const saves = Array.from({ length: 50 }, (_, n) => save(n % 2 ? api : other, caller, `new-${n}`))
    const answers = await Promise.all(saves)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 402)
    expect(refused).toHaveLength(49)
    expect(refused[0]?.body).toMatchObject({ currentCount: 500, limit: 500, upgradeRequired: true })
    expect(await countOf(caller, 'LinkSaved')).toBe(500)
  })

  it('see the events of the other when there is nothing to append', async () => {
    const caller = await openTestLibrary(api)
    await save(api, caller, 'a')
    await save(other, caller, 'b')
    expect((await api.call('DELETE', '/api/links/2', { as: caller })).status).toBe(200)
    expect((await other.call('PATCH', '/api/links/2/favorite', { as: caller })).status).toBe(404)
    expect((await save(other, caller, 'b')).status).toBe(201)
  })

  it('both succeed when they save at once', async () => {
    const caller = await openTestLibrary(api)
    const saves = Array.from({ length: 60 }, (_, n) => save(n % 2 ? api : other, caller, n))
    const answers = await Promise.all(saves)
    expect(answers.map(({ status }) => status)).toEqual(saves.map(() => 201))
    expect(await countOf(caller, 'LinkSaved')).toBe(saves.length)
  })
})

describe('a store that does not take an append', () => {
  it.each([
    ['is unreachable', new StoreUnavailable('not now')],
    ['says again and again that another was first', new WrongExpectedRevision('another was first')],
  ])('because it %s leads to a 503 without any change, and the next attempt succeeds', async (_, failure) => {
    const caller = await openTestLibrary(api)
    let fails = true
    const faulty = (store: EventStore): EventStore => ({
      ...store,
      append: (...args) => (fails ? Promise.reject(failure) : store.append(...args)),
    })
    const failing = await startCommandApi(parts, { faulty })
    try {
      const refused = await save(failing, caller, 'a')
      expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
      expect(await countOf(caller, 'LinkSaved')).toBe(0)
      fails = false
      expect(await save(failing, caller, 'a')).toMatchObject({ status: 201, body: { id: 1 } })
    } finally {
      await failing.stop()
    }
  })
})

/** Stores the first append, but loses its answer. */
const losingAnswers = (store: EventStore): EventStore => {
  let isFirst = true
  return {
    ...store,
    append: async (...args) => {
      const appended = await store.append(...args)
      if (!isFirst) return appended
      isFirst = false
      throw new StoreUnavailable('the answer was lost')
    },
  }
}
