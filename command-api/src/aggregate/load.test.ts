import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { type ConcurrencyLimit, limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import { describe, expect, it } from 'vitest'
import { library } from '../domain/library.ts'
import { foldAll } from '../test-support/given.ts'
import { allowed, at, created, opened, saved } from '../test-support/library.ts'
import { createMailboxes } from './mailbox.ts'

const metadata = { actorId: 'a', via: 'web', commandId: 'c', commandHash: '', generated: true }
const importId = '01980000-0000-7000-8000-00000000000a'
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n + 1))

/** A store of some libraries that takes no append, and the number of events that were read. */
const storeOf = (libraries: Readonly<Record<string, readonly object[]>>) => {
  const streams = new Map(Object.entries(libraries).map(([id, events]) => [libraryStream(id), events]))
  const read = { count: 0 }
  const store = {
    readStream: async function* (stream, { from = 0n, maxCount = Number.POSITIVE_INFINITY } = {}) {
      const events = (streams.get(stream) ?? []) as NewEvent[]
      for (const [n, event] of events.slice(Number(from), Number(from) + maxCount).entries()) {
        read.count += 1
        const revision = from + BigInt(n)
        const position = { commit: revision, prepare: revision }
        yield { ...event, id: String(n), metadata, stream, revision, position, created: new Date(0) }
      }
    },
  } as Partial<EventStore> as EventStore
  return { store, read }
}

const mailboxesOn = (
  store: EventStore,
  options: { maxBytes?: number; loadMs?: number; cold?: ConcurrencyLimit } = {},
) =>
  createMailboxes(library, {
    ...{ store, streamOf: libraryStream, snapshots: undefined, cold: limitConcurrency(1) },
    ...{ space: { isLow: () => false }, maxBytes: 10_000_000, ...options },
  })

describe('a load', () => {
  it('stops where the state outgrows its limit, and others go on', async () => {
    const over = [opened, allowed(null), ...many(20_000, n => created(n))]
    const { store, read } = storeOf({ over, small: [opened, allowed(null), saved(1)] })
    const { read: look } = mailboxesOn(store, { maxBytes: 1_000_000 })
    const [refused, seen] = await Promise.allSettled([
      look('over', ({ collections }) => collections.size),
      look('small', ({ links }) => links.size),
    ])
    expect(refused).toMatchObject({ reason: { code: 'too-large-to-open', status: 409 } })
    expect(seen).toMatchObject({ value: 1 })
    // 500 bytes a collection. The rest is not read, and nothing is read again for the next request.
    expect(read.count).toBeLessThan(3_000)
    const before = read.count
    await expect(look('over', ({ opened: is }) => is)).rejects.toMatchObject({ code: 'too-large-to-open' })
    expect(read.count).toBe(before)
  })

  it('stops after some time, and the next one goes on from there', async () => {
    const events = [opened, allowed(null), ...many(20_000, n => saved(n))]
    const { store, read } = storeOf({ long: events })
    const { read: look } = mailboxesOn(store, { loadMs: 0 })
    let refusals = 0
    const insist = async () => {
      for (;;)
        try {
          return await look('long', state => structuredClone(state))
        } catch (error) {
          expect(error).toMatchObject({ code: 'being-opened', status: 503 })
          refusals += 1
        }
    }
    const state = await insist()
    expect(refusals).toBeGreaterThan(0)
    expect(state).toEqual(foldAll(library, events))
    // Each event once, and the first that follows a stop never twice.
    expect(read.count).toBe(events.length)
  })

  it('waits for a permit where a few events have many links', async () => {
    const flags = { isFavorite: false, isArchived: false }
    const link = { title: 'A title', titleFrom: 'person', note: null, tags: [], ...flags }
    const none = { newCollections: [], duplicates: [], skipped: [], failed: [], shortened: [] }
    const imported = many(10, n => {
      const links = many(500, row => {
        const url = `https://example.com/${n}/${row}`
        return { ...link, row, linkId: 500 * n + row, url, urlKey: url, savedAt: at, collectionId: null }
      })
      return { type: 'LinksImported', data: { importId, firstRow: n, lastRow: n, links, ...none, at } }
    })
    const { store } = storeOf({ few: [opened, saved(1)], large: [opened, ...imported] })
    const cold = limitConcurrency(1)
    const { read: look } = mailboxesOn(store, { cold })
    const { promise: until, resolve: free } = Promise.withResolvers<void>()
    const holding = cold.use(() => until)
    let isLoaded = false
    const loading = look('large', ({ links }) => {
      isLoaded = true
      return links.size
    })
    expect(await look('few', ({ links }) => links.size)).toBe(1)
    expect(isLoaded).toBe(false)
    free()
    await holding
    expect(await loading).toBe(5_000)
  })
})
