import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { issuedBySystem } from '../aggregate/issued.ts'
import { eraseLeftovers } from '../closing/leftovers.ts'
import type { NotebookCommand } from '../domain/notebook.ts'
import { startCommandApi } from '../test-support/api.ts'
import { policiesOn } from '../test-support/policies.ts'
import { sharersOn } from '../test-support/sharers.ts'
import { leaveNotes } from './leave-notes.ts'
import { peopleIn } from './people.ts'
import { takeCopies } from './take-copies.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))
const limited = duringTests(() => startCommandApi(parts, { rateLimits: true }))
const { start } = policiesOn(api)

const { somebody, command, collection, invited, accept, now } = sharersOn(api)

const rowsOf = async (libraryId: string) => {
  const members = await api.pool.query<{ id: string }>(
    'SELECT member_id AS id FROM sharing.memberships JOIN sharing.people USING (member_id) WHERE library_id = $1',
    [libraryId],
  )
  const { rows } = await api.pool.query(
    'SELECT ended, email FROM sharing.invitations WHERE library_id = $1 ORDER BY ended NULLS LAST',
    [libraryId],
  )
  return { members: members.rows.map(({ id }) => id), invitations: rows }
}

describe('rows follow from events', () => {
  it('after a crash between the event and them', async () => {
    const [owner, member] = [await somebody(), await somebody()]
    const { libraryId } = owner
    await collection(libraryId)
    const people = peopleIn(api.pool, api.aggregates.libraries)
    const [used, withdrawn, open] = [
      await invited(libraryId),
      await invited(libraryId),
      await invited(libraryId),
    ]
    const memberId = await people.memberIdOf(libraryId, member)
    await accept(libraryId, used, memberId)
    await command(libraryId, {
      type: 'WithdrawInvitation',
      collectionId: 1,
      invitationId: withdrawn,
      now: now(),
    })
    expect((await rowsOf(libraryId)).members).toEqual([])

    start()
    const isOpen = { ended: null, email: `${open}@example.org` }
    await expect
      .poll(() => rowsOf(libraryId))
      .toEqual({
        members: [memberId],
        invitations: [{ ended: 'used', email: null }, { ended: 'withdrawn', email: null }, isOpen],
      })
    await command(libraryId, { type: 'EndMembership', collectionId: 1, memberId, how: 'removed', now: now() })
    await expect.poll(async () => (await rowsOf(libraryId)).members).toEqual([])
    await command(libraryId, { type: 'DeleteCollection', collectionId: 1, now: now() })
    await expect
      .poll(async () => (await rowsOf(libraryId)).invitations.filter(({ email }) => email !== null))
      .toEqual([])
  })

  it('of the latest state, also where an earlier one was read by another', async () => {
    const [owner, member] = [await somebody(), await somebody()]
    const { libraryId } = owner
    await collection(libraryId)
    const { libraries } = api.aggregates
    const memberId = await peopleIn(api.pool, libraries).memberIdOf(libraryId, member)
    await accept(libraryId, await invited(libraryId), memberId)
    const [hasRead, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: typeof libraries.read = async (...asked) => {
      const value = await libraries.read(...asked)
      hasRead.resolve()
      await goesOn.promise
      return value
    }
    const late = peopleIn(api.pool, { ...libraries, read: slow }).settle(libraryId)
    await hasRead.promise
    await command(libraryId, { type: 'EndMembership', collectionId: 1, memberId, how: 'left', now: now() })
    const latest = peopleIn(api.pool, libraries).settle(libraryId)
    await pause(100)
    goesOn.resolve()
    await Promise.all([late, latest])
    expect((await rowsOf(libraryId)).members).toEqual([])
  })

  it('a person is known by one id, however many ask at once', async () => {
    const [owner, member] = [await somebody(), await somebody()]
    const people = peopleIn(api.pool, api.aggregates.libraries)
    const ids = await Promise.all(Array.from({ length: 5 }, () => people.memberIdOf(owner.libraryId, member)))
    expect(new Set(ids).size).toBe(1)
    expect(await people.libraryOf(ids[0] ?? '')).toBe(owner.libraryId)
    expect(await people.libraryOf(randomUUID())).toBeUndefined()
  })
})

describe('notes that a member leaves', () => {
  /** A collection whose only member shared two notes on its link, and one elsewhere. */
  const withNotes = async () => {
    const [owner, member] = [await somebody(), await somebody()]
    const { libraryId } = owner
    await collection(libraryId)
    const memberId = await peopleIn(api.pool, api.aggregates.libraries).memberIdOf(libraryId, member)
    await accept(libraryId, await invited(libraryId, 'commenter'), memberId)
    const saved = {
      type: 'SaveLink',
      clientId: null,
      ignoreDuplicate: false,
      title: 'A',
      note: null,
    } as const
    for (const [n, collectionId] of [1, 1, undefined].entries())
      await command(libraryId, {
        ...{ ...saved, url: `https://example.com/${n}`, tags: [], now: now() },
        ...(collectionId && { collectionId }),
      })
    for (const [linkId, content] of [
      [1, 'One'],
      [2, 'Two'],
      [3, 'Three'],
    ] as const) {
      const note = { linkId, clientId: null, noteType: 'note', content, selectedText: null } as const
      const more = {
        color: '#FBBF24',
        isPrivate: false,
        position: null,
        anchor: null,
        isShared: true,
      } as const
      const of = { memberId, known: { revision: 1 } }
      await notebook(member.libraryId, { type: 'TakeNote', ...note, ...more, ...of, now: now() })
    }
    return { libraryId, member, memberId }
  }
  const notebook = (libraryId: string, asked: NotebookCommand) =>
    api.aggregates.notebooks.handle(libraryId, asked, issuedBySystem(randomUUID()))
  const leave = (libraryId: string, memberId: string) => {
    const leaving = { type: 'EndMembership', collectionId: 1, memberId, how: 'left' } as const
    return command(libraryId, { ...leaving, leavesNotes: true, now: now() })
  }
  const notesOf = (libraryId: string) =>
    api.aggregates.notebooks.read(libraryId, ({ notes }) =>
      [...notes.values()].map(({ linkId, isShared, of }) => ({ linkId, isShared, isOfMember: of !== null })),
    )
  const LEFT = [1, 2].map(linkId => ({ linkId, isShared: true, isOfMember: false }))

  it('are copied after a crash', async () => {
    const { libraryId, member, memberId } = await withNotes()
    await leave(libraryId, memberId)
    start()
    await expect.poll(() => notesOf(libraryId)).toEqual(LEFT)
    await expect
      .poll(async () => (await notesOf(member.libraryId)).map(({ isShared }) => isShared))
      .toEqual([false, false, true])
  })

  it('are copied once, whatever the line that a crash comes after', async () => {
    const { libraryId, memberId } = await withNotes()
    await leave(libraryId, memberId)
    const { libraries, notebooks } = api.aggregates
    const people = peopleIn(api.pool, libraries)
    const parts = { libraries, people, store: api.store, readRow: async () => undefined }
    const left = { eventId: randomUUID(), collectionId: 1, memberId, at: now() }
    for (const given of [0, 1, 2, 1]) {
      let count = given
      const handle: typeof notebooks.handle = async (...asked) => {
        if (count-- <= 0) throw new Error('a crash')
        return notebooks.handle(...asked)
      }
      const crashed = leaveNotes({ ...parts, notebooks: { ...notebooks, handle } }, libraryId, left)
      await expect(crashed).rejects.toThrow('a crash')
    }
    await leaveNotes({ ...parts, notebooks }, libraryId, left)
    await leaveNotes({ ...parts, notebooks }, libraryId, left)
    expect(await notesOf(libraryId)).toEqual(LEFT)
  })

  it('stay the writer’s where the writer came back before they were copied, and long after', async () => {
    const { libraryId, member, memberId } = await withNotes()
    await leave(libraryId, memberId)
    const { libraries, notebooks } = api.aggregates
    const people = peopleIn(api.pool, libraries)
    const parts = { libraries, notebooks, people, store: api.store, readRow: async () => undefined }
    const left = { eventId: randomUUID(), collectionId: 1, memberId, at: now() }
    const old = new Date(Date.now() - 9 * 86_400_000).toISOString()
    expect(await leaveNotes(parts, libraryId, { ...left, at: old })).toBe(0)
    await accept(libraryId, await invited(libraryId, 'commenter'), memberId)
    expect(await leaveNotes(parts, libraryId, left)).toBe(0)
    expect((await notesOf(member.libraryId)).every(({ isShared }) => isShared)).toBe(true)
  })
})

it('copies that a member takes are counted once, whatever the line that a crash comes after', async () => {
  const { libraryId } = await somebody()
  const { libraries } = api.aggregates
  const note = 'x'.repeat(100_000)
  const links = Array.from({ length: 7 }, (_, n) => ({
    ...{ url: `https://example.com/${n}`, title: `${n}`, titleFrom: 'person' as const, note, tags: [] },
  }))
  const issued = issuedBySystem(randomUUID())
  for (const given of [0, 1, 2]) {
    let left = given
    const handle: typeof libraries.handle = async (...asked) => {
      if (left-- <= 0) throw new Error('a crash')
      return libraries.handle(...asked)
    }
    const crashed = takeCopies({ libraries: { ...libraries, handle } }, libraryId, links, issued)
    await expect(crashed).rejects.toThrow('a crash')
  }
  for (const some of [links, []])
    expect(await takeCopies({ libraries }, libraryId, some, issued)).toMatchObject({ copied: 7 })
  expect(await libraries.read(libraryId, ({ links }) => links.size)).toBe(7)
  // They are there already, for another act.
  expect(await takeCopies({ libraries }, libraryId, links, issuedBySystem(randomUUID()))).toMatchObject({
    copied: 0,
  })
})

it('rows of people and libraries that are gone go, too', async () => {
  const [owner, member, gone] = [await somebody(), await somebody(), await somebody()]
  const people = peopleIn(api.pool, api.aggregates.libraries)
  const ids = [
    await people.memberIdOf(owner.libraryId, member),
    await people.memberIdOf(owner.libraryId, gone),
  ]
  await people.memberIdOf(gone.libraryId, owner)
  await api.pool.query('DELETE FROM identity.users WHERE id = $1', [gone.userId])
  await eraseLeftovers(api.pool)
  const { rows } = await api.pool.query<{ id: string }>(
    'SELECT member_id AS id FROM sharing.people WHERE library_id = ANY ($1)',
    [[owner.libraryId, gone.libraryId]],
  )
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 1))
})

it('an account sends 20 invitations an hour, and a refused one costs nothing', async () => {
  const owner = await somebody()
  for (const name of ['One', 'Two']) await collection(owner.libraryId, name)
  const ask = (count: number, id = 1, key?: string) => {
    const emails = Array.from({ length: count }, (_, n) => `${n}-${key ?? randomUUID()}@example.org`)
    const options = { as: owner, body: { emails, role: 'reader' }, ...(key !== undefined && { key }) }
    return limited.call('POST', `/api/collections/${id}/invitations`, options)
  }
  expect((await ask(10, 9)).status).toBe(404)
  const key = randomUUID()
  for (const id of [1, 2]) expect((await ask(10, id, `${key}${id}`)).status).toBe(201)
  // The same request again sends nothing.
  expect((await ask(10, 1, `${key}1`)).status).toBe(201)
  const refused = await ask(1)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
  const { rowCount } = await api.pool.query('SELECT FROM sharing.invitations WHERE library_id = $1', [
    owner.libraryId,
  ])
  expect(rowCount).toBe(20)
})
