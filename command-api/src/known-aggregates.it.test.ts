import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { permits } from '@lectern/platform/process/permits.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { library } from './domain/library.ts'
import { aggregates } from './handle.ts'
import { recallFrom } from './recall.ts'
import { linkTo, openTestLibrary, startCommandApi } from './test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

/** Libraries in so much memory, and the streams that were folded from their first event. */
const librariesWithin = (maxBytes: number) => {
  const folded: string[] = []
  const store: EventStore = {
    ...api.store,
    readStream: (stream, options) => {
      if (options?.from === 0n) folded.push(stream)
      return api.store.readStream(stream, options)
    },
  }
  const recall = recallFrom(store, library, { snapshots: undefined, cold: permits(2) })
  return {
    folded,
    libraries: aggregates(store, library, { stream: libraryStream, recall, snapshots: undefined, maxBytes }),
  }
}

const open = async (count: number) => {
  const callers: Caller[] = []
  for (let n = 0; n < count; n++) callers.push(await openTestLibrary(api))
  return callers.map(({ libraryId }) => libraryId) as [string, string, string]
}

const EMPTY = library.weight(library.initial()) + 250

it('keeps the libraries that were used last, whether they were read or changed', async () => {
  const [one, two, three] = await open(3)
  const { libraries, folded } = librariesWithin(2 * EMPTY)
  for (const id of [one, two, one, three, one]) await libraries.recall(id)
  expect(folded).toEqual([one, two, three].map(libraryStream))
})

it('weighs a library again when it has grown', async () => {
  const [one, two] = await open(2)
  const { libraries, folded } = librariesWithin(3 * EMPTY)
  await libraries.recall(two)
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
  await libraries.recall(one)
  expect(folded).toEqual([two, one].map(libraryStream))
  await libraries.recall(two)
  expect(folded).toEqual([two, one, two].map(libraryStream))
})
