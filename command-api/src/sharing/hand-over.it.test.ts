import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { usersIn } from '../accounts/users.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { LibraryCommand } from '../domain/library.ts'
import { positionsIn } from '../reading/positions.ts'
import { startCommandApi } from '../test-support/api.ts'
import { policiesOn } from '../test-support/policies.ts'
import { sharersOn } from '../test-support/sharers.ts'
import { type HandOverParts, handOver } from './hand-over.ts'
import { peopleIn } from './people.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))
const { start } = policiesOn(api)
const { somebody, command, collection, invited, accept, now } = sharersOn(api)

/** A collection of three links that its editor has accepted, and what happened then is not done yet. */
const accepted = async () => {
  const [owner, editor, reader] = [await somebody(), await somebody(), await somebody()]
  const { libraryId } = owner
  await collection(libraryId)
  const people = peopleIn(api.pool, api.aggregates.libraries)
  const [memberId, readerId] = [
    await people.memberIdOf(libraryId, editor),
    await people.memberIdOf(libraryId, reader),
  ]
  await accept(libraryId, await invited(libraryId, 'editor'), memberId)
  await accept(libraryId, await invited(libraryId, 'reader'), readerId)
  const saved = { type: 'SaveLink', clientId: null, ignoreDuplicate: false, note: null, tags: [] } as const
  for (const n of [1, 2, 3])
    await command(libraryId, {
      ...{ ...saved, url: `https://example.com/${n}`, title: `${n}`, collectionId: 1, now: now() },
    })
  const flagged = { type: 'FlagShared', memberId: readerId, linkIds: [2], isArchived: true } as const
  await command(reader.libraryId, { ...flagged, known: { revision: 1 }, now: now() })
  const shared = { noteType: 'note', content: 'A word', selectedText: null, color: '#FBBF24' } as const
  const more = { isPrivate: false, position: null, anchor: null, clientId: null, linkId: 3 } as const
  const taken = { type: 'TakeNote', ...shared, ...more, memberId: readerId, known: { revision: 1 } } as const
  await api.aggregates.notebooks.handle(reader.libraryId, { ...taken, now: now() }, issuedBySystem('note'))
  await command(libraryId, { type: 'OfferHandover', collectionId: 1, memberId, now: now() })
  const take = { type: 'AcceptHandover', collectionId: 1, by: memberId, now: now() } satisfies LibraryCommand
  await command(libraryId, take)
  return { libraryId, editor, reader }
}

const deletionIn = async (libraryId: string) => {
  const stream = api.store.readStream(libraryStream(libraryId), { direction: 'backwards', maxCount: 1 })
  for await (const recorded of stream) {
    const event = readLibraryEvent(recorded) as Extract<LibraryEvent, { type: 'CollectionDeleted' }>
    return { id: recorded.id, deletion: event.data }
  }
  throw new Error('an empty library')
}

const seenBy = async ({ editor, reader }: Awaited<ReturnType<typeof accepted>>) => {
  const { libraries, notebooks } = api.aggregates
  return {
    ...(await libraries.read(editor.libraryId, ({ links, collections, members }) => ({
      links: [...links].map(([id, { texts, collectionId }]) => [id, texts.title, collectionId]),
      collections: collections.size,
      roles: [...(members.get(1)?.values() ?? [])],
    }))),
    flags: await libraries.read(reader.libraryId, ({ flags }) => [...flags.values()].map(each => [...each])),
    notes: await notebooks.read(reader.libraryId, ({ notes }) => [...notes.values()].map(n => n.linkId)),
  }
}
const DONE = {
  links: [
    [1, '1', 1],
    [2, '2', 1],
    [3, '3', 1],
  ],
  ...{ collections: 1, roles: ['reader', 'editor'], flags: [[[2, 2]]], notes: [3] },
}

describe('what follows from a handover', () => {
  it('is done by policies after a crash', async () => {
    const people = await accepted()
    start()
    await expect.poll(() => seenBy(people)).toEqual(DONE)
    const rows = () =>
      api.pool.query(
        'SELECT FROM sharing.memberships JOIN sharing.people USING (member_id) WHERE library_id = $1',
        [people.libraryId],
      )
    await expect.poll(async () => (await rows()).rowCount).toBe(0)
  })

  it('is done once, whatever the line that a crash comes after', async () => {
    const people = await accepted()
    const { libraries, notebooks } = api.aggregates
    const known = peopleIn(api.pool, libraries)
    const handedOver = await deletionIn(people.libraryId)
    let left = 0
    const failing = <Of extends HandOverParts['libraries'] | HandOverParts['notebooks']>(of: Of): Of => ({
      ...of,
      handle: async (...asked: never[]) => {
        if (left-- <= 0) throw new Error('a crash')
        return (of.handle as (...asked: never[]) => unknown)(...asked)
      },
    })
    const others = {
      store: api.store,
      people: known,
      users: usersIn(api.pool, 1),
      positions: positionsIn(api.pool),
    }
    const run = () =>
      handOver(
        { ...others, libraries: failing(libraries), notebooks: failing(notebooks) },
        people.libraryId,
        handedOver,
      )
    let crashes = 0
    for (let given = 0; given < 20; given += 1) {
      left = given
      const isDone = await run().then(
        () => true,
        () => false,
      )
      if (isDone) break
      crashes += 1
    }
    expect(crashes).toBeGreaterThan(3)
    left = 20
    await run()
    expect(await seenBy(people)).toEqual(DONE)
  })

  it('is nothing where the new owner is gone, and the links are where they were', async () => {
    const people = await accepted()
    const { libraries, notebooks } = api.aggregates
    await command(people.editor.libraryId, { type: 'CloseLibrary', now: now() } as LibraryCommand)
    const others = {
      store: api.store,
      people: peopleIn(api.pool, libraries),
      users: usersIn(api.pool, 1),
      positions: positionsIn(api.pool),
    }
    const handedOver = await deletionIn(people.libraryId)
    await expect(
      handOver({ ...others, libraries, notebooks }, people.libraryId, handedOver),
    ).rejects.toMatchObject({ code: 'account-closed' })
    expect(await libraries.read(people.libraryId, ({ links }) => links.size)).toBe(3)
  })
})
