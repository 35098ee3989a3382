import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { library } from '../domain/library.ts'
import { linkTo, openTestLibrary, startCommandApi } from '../test-support/api.ts'
import { createMailboxes } from './mailbox.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

/** Mailboxes with limited memory, and the streams that it loaded from their first event. */
const librariesWithin = (maxBytes: number) => {
  const loaded: string[] = []
  const store: EventStore = {
    ...api.store,
    readStream: (stream, options) => {
      if (options?.from === 0n) loaded.push(stream)
      return api.store.readStream(stream, options)
    },
  }
  const libraries = createMailboxes(library, {
    store,
    streamOf: libraryStream,
    snapshots: undefined,
    cold: limitConcurrency(2),
    space: { isLow: () => false },
    maxBytes,
  })
  return { loaded, libraries }
}

const open = async (count: number) => {
  const callers: Caller[] = []
  for (let n = 0; n < count; n++) callers.push(await openTestLibrary(api))
  return callers.map(({ libraryId }) => libraryId) as [string, string, string]
}

const look = ({ read }: ReturnType<typeof librariesWithin>['libraries'], id: string) =>
  read(id, ({ opened }) => opened)

const EMPTY = library.weight(library.initial()) + 250

it('keeps the most recently used libraries', async () => {
  const [one, two, three] = await open(3)
  const { libraries, loaded } = librariesWithin(2 * EMPTY)
  for (const id of [one, two, one, three, one]) await look(libraries, id)
  expect(loaded).toEqual([one, two, three].map(libraryStream))
})

it('weighs a library again when it has grown', async () => {
  const [one, two] = await open(2)
  const { libraries, loaded } = librariesWithin(3 * EMPTY)
  await look(libraries, two)
  for (let n = 0; n < 9; n++)
    await libraries.handle(
      one,
      {
        type: 'SaveLink',
        ...linkTo(n),
        note: null,
        tags: [],
        ignoreDuplicate: false,
        now: new Date().toISOString(),
      },
      { actorId: 'test', via: 'web', commandId: randomUUID() },
    )
  await look(libraries, one)
  expect(loaded).toEqual([two, one].map(libraryStream))
  await look(libraries, two)
  expect(loaded).toEqual([two, one, two].map(libraryStream))
})
