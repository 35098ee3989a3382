import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import {
  type EventStore,
  type NewEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '@lectern/platform/event-store/port.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import { inTraces } from '@lectern/platform/process/tracing.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLink } from '../domain/library/links.ts'
import { type LibraryCommand, library } from '../domain/library.ts'
import { anyCommand, now } from '../test-support/any-command.ts'
import { libraryId, ownerId } from '../test-support/library.ts'
import { createMailboxes } from './mailbox.ts'

/** A store of one stream, with the sizes of its appends. */
const memoryStore = () => {
  const events: NewEvent[] = []
  const appends: number[] = []
  const positionOf = (index: number) => ({ commit: BigInt(index), prepare: BigInt(index) })
  const store = {
    append: async (_stream, expected, added) => {
      if ((expected === 'no_stream' ? -1 : Number(expected)) !== events.length - 1)
        throw new WrongExpectedRevision('another was first')
      events.push(...added)
      appends.push(added.length)
      return { revision: BigInt(events.length - 1), position: positionOf(events.length - 1) }
    },
    readStream: async function* (stream, { from = 0n, maxCount = Number.POSITIVE_INFINITY } = {}) {
      for (const [index, event] of events.slice(Number(from), Number(from) + maxCount).entries()) {
        const revision = from + BigInt(index)
        yield { ...event, stream, revision, position: positionOf(Number(revision)), created: new Date(0) }
      }
    },
  } as Partial<EventStore> as EventStore
  return { store, events, appends }
}

const mailboxesOn = (store: EventStore) =>
  createMailboxes(library, {
    store,
    streamOf: id => `library-${id}`,
    snapshots: undefined,
    cold: limitConcurrency(2),
    space: { isLow: () => false },
    maxBytes: 1_000_000,
  })

type Given = { command: LibraryCommand; commandId: string }

/** Gives commands, as many at once as `sizes` says. Outcomes leave out positions: commands of one append share one. */
const giveAll = async (given: readonly Given[], sizes: readonly number[]) => {
  const { store, events } = memoryStore()
  const { handle, read } = mailboxesOn(store)
  const give = ({ command, commandId }: Given) =>
    handle(libraryId, command, { actorId: ownerId, via: 'web', commandId }).then(
      outcome => outcome.events,
      error => (error instanceof Rejected ? [error.code, error.details] : error),
    )
  await give({ command: { type: 'OpenLibrary', libraryId, ownerId, now }, commandId: 'open' })
  const outcomes: unknown[] = []
  for (let from = 0, round = 0; from < given.length; round++) {
    const size = sizes[round % sizes.length] ?? 1
    outcomes.push(...(await Promise.all(given.slice(from, from + size).map(give))))
    from += size
  }
  return { outcomes, events, state: await read(libraryId, state => state) }
}

// Few ids make commands repeat, and ids stand for several commands.
const anyGiven = fc.record({ command: anyCommand, commandId: fc.nat(20).map(n => `command-${n}`) })

const save = (n: number, note: string): LibraryCommand => ({
  type: 'SaveLink',
  url: `https://example.com/${n}`,
  title: 'A title',
  note,
  tags: [],
  ignoreDuplicate: true,
  now,
})
const byUser = (commandId: string) => ({ actorId: ownerId, via: 'web', commandId }) as const

describe('the trace of a command', () => {
  const [one, other] = ['a', 'b'].map(digit => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`)
  const tracesIn = (events: readonly NewEvent[]) =>
    events.map(({ metadata }) => (metadata as EventMetadata).traceparent)

  it('is in the metadata of its events, also where several share an append', async () => {
    const { store, events, appends } = memoryStore()
    const { handle } = mailboxesOn(store)
    await handle(libraryId, { type: 'OpenLibrary', libraryId, ownerId, now }, byUser('open'))
    const traces = Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other))
    const saves = traces.map((trace, n) =>
      inTraces([trace], () => handle(libraryId, save(n, ''), byUser(`save-${n}`))),
    )
    await Promise.all(saves)
    expect(Math.max(...appends)).toBeGreaterThan(2)
    expect(tracesIn(events).slice(-40)).toEqual(traces)
  })

  it('is no part of what is asked for: the command may be repeated in another one', async () => {
    const { store, events } = memoryStore()
    const { handle } = mailboxesOn(store)
    await handle(libraryId, { type: 'OpenLibrary', libraryId, ownerId, now }, byUser('open'))
    const give = (trace: string | undefined) =>
      inTraces([trace], () => handle(libraryId, save(1, ''), byUser('save')))
    const first = await give(one)
    expect((await give(other)).events).toEqual(first.events)
    expect(tracesIn(events).filter(Boolean)).toEqual([one])
  })
})

describe('commands given at once', () => {
  it('have the same outcomes as one by one, however they are grouped', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyGiven, { maxLength: 60 }), sizes, async (given, groups) => {
        expect(await giveAll(given, groups)).toEqual(await giveAll(given, [1]))
      }),
      { numRuns: 300 },
    )
  })

  it('share appends far below the limit, and one that is larger has its own', async () => {
    const { store, events, appends } = memoryStore()
    const { handle } = mailboxesOn(store)
    const allow = { type: 'SetAllowance', plan: 'ultra', cause: 'test', now } as const
    await handle(libraryId, { type: 'OpenLibrary', libraryId, ownerId, now }, byUser('open'))
    await handle(libraryId, allow, byUser('allow'))
    const [first, seen] = [appends.length, events.length]
    const notes = ['small', 'n'.repeat(300_000), ...Array.from({ length: 600 }, () => 'n'.repeat(1_000))]
    await Promise.all(notes.map((note, n) => handle(libraryId, save(n, note), byUser(`save-${n}`))))
    expect(events).toHaveLength(seen + notes.length)
    const sizes = appends.slice(first)
    expect(sizes.slice(0, 2)).toEqual([1, 1])
    expect(Math.max(...sizes)).toBeGreaterThan(10)
    expect(Math.max(...sizes)).toBeLessThan(300)
  })

  it('are refused behind a thousand others', async () => {
    const { handle } = mailboxesOn(memoryStore().store)
    const answers = await Promise.allSettled(
      Array.from({ length: 1_001 }, (_, n) =>
        handle(libraryId, { type: 'OpenLibrary', libraryId, ownerId, now }, byUser(`open-${n}`)),
      ),
    )
    expect(answers.map(({ status }) => status).indexOf('rejected')).toBe(1_000)
    expect(answers.at(-1)).toMatchObject({ reason: { code: 'unavailable' } })
  })
})

describe('a read', () => {
  it('sees what the commands before it did, and fails alone', async () => {
    const { handle, read } = mailboxesOn(memoryStore().store)
    const [, opened, failed] = await Promise.allSettled([
      handle(libraryId, { type: 'OpenLibrary', libraryId, ownerId, now }, byUser('open')),
      read(libraryId, library => library.opened),
      read(libraryId, () => {
        throw new Rejected('link-not-found')
      }),
    ])
    expect(opened).toMatchObject({ value: true })
    expect(failed).toMatchObject({ reason: { code: 'link-not-found' } })
  })

  it('fails where the stream cannot be read, and the next one loads it', async () => {
    const { store } = memoryStore()
    let isAway = true
    const { read } = mailboxesOn({
      ...store,
      readStream: (...args) => {
        if (isAway) throw new StoreUnavailable('not now')
        return store.readStream(...args)
      },
    })
    await expect(read(libraryId, library => library.opened)).rejects.toThrow('not now')
    isAway = false
    expect(await read(libraryId, library => library.opened)).toBe(false)
  })
})

describe('peek', () => {
  it('looks at the state in memory without a read of the store, and refuses at its end alone', async () => {
    const { store } = memoryStore()
    let reads = 0
    const counting: EventStore = {
      ...store,
      readStream: (...args) => {
        reads += 1
        return store.readStream(...args)
      },
    }
    const [here, elsewhere] = [mailboxesOn(counting), mailboxesOn(store)]
    const give = (on: typeof here, command: LibraryCommand, commandId: string) =>
      on.handle(libraryId, command, { actorId: ownerId, via: 'web', commandId })
    await give(here, { type: 'OpenLibrary', libraryId, ownerId, now }, 'open')
    reads = 0
    const link = { url: 'https://example.com/', title: 'A', note: null, tags: [], ignoreDuplicate: false }
    await give(elsewhere, { type: 'SaveLink', ...link, now }, 'save')
    expect(await here.peek(libraryId, ({ links }) => links.size)).toBe(0)
    expect(reads).toBe(0)
    const find = (linkId: number) => here.peek(libraryId, state => void findLink(state, linkId))
    await find(1)
    await expect(find(2)).rejects.toThrow(new Rejected('link-not-found'))
    await give(elsewhere, { type: 'DeleteLink', linkId: 1, now }, 'delete')
    await find(1)
    expect(await here.read(libraryId, ({ links }) => links.size)).toBe(0)
    await expect(find(1)).rejects.toThrow(new Rejected('link-not-found'))
  })
})
