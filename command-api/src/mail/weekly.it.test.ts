import { randomUUID } from 'node:crypto'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { readWeeklyToken, unsubscribeToken, weeklyToken } from '../accounts/unsubscribe-token.ts'
import { usersIn } from '../accounts/users.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import { peopleIn } from '../sharing/people.ts'
import { startCommandApi } from '../test-support/api.ts'
import { sharersOn } from '../test-support/sharers.ts'
import { mailsIn } from './mails.ts'
import { askForWeekly, beginningOf, prepareWeekly, weekOf } from './weekly.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))
const { somebody, command, collection, invited, accept, now } = sharersOn(api)

const DAY_MS = 86_400_000
const monday = beginningOf(weekOf(Date.now()))
beforeEach(() => api.pool.query('DELETE FROM command.mails'))

/** A collection with an editor, who chose weekly mails some weeks ago, and another one. */
const shared = async () => {
  const [owner, member, other] = [await somebody(), await somebody(), await somebody()]
  const { libraryId } = owner
  await collection(libraryId)
  await collection(libraryId, 'House')
  const people = peopleIn(api.pool, api.aggregates.libraries)
  const [memberId, otherId] = [
    await people.memberIdOf(libraryId, member),
    await people.memberIdOf(libraryId, other),
  ]
  for (const id of [memberId, otherId]) await accept(libraryId, await invited(libraryId, 'editor'), id)
  await people.settle(libraryId)
  await api.pool.query(
    `UPDATE sharing.memberships SET weekly_mail = member_id = $1, joined_at = now() - interval '30 days'
     WHERE member_id = ANY ($2)`,
    [memberId, [memberId, otherId]],
  )
  return { owner, member, other, memberId, otherId, libraryId }
}

/** Appends events of a time. @param by a member; undefined: the owner */
const record = async (libraryId: string, at: number, by: string | undefined, ...events: LibraryEvent[]) => {
  const metadata = { commandId: randomUUID(), commandHash: 'x', via: 'web' }
  const who = by === undefined ? { actorId: randomUUID() } : { actorId: by, isMember: true }
  const stored = events.map(({ type, data }) => ({
    ...{ id: randomUUID(), type, metadata: { ...metadata, ...who } },
    data: { ...data, at: new Date(at).toISOString() },
  }))
  await api.store.append(libraryStream(libraryId), 'any', stored)
}
const at = ''
const saved = (linkId: number): LibraryEvent => {
  const url = `https://example.com/${linkId}`
  const texts = { url, urlKey: url, title: `Title ${linkId}`, note: null, tags: [] }
  return { type: 'LinkSaved', data: { linkId, ...texts, duplicateAccepted: false, at } }
}
const moved = (linkId: number, from: number | null, collectionId: number | null): LibraryEvent => ({
  type: 'LinkCollected',
  data: { linkId, collectionId, before: { collectionId: from }, at },
})
const edited = (linkId: number): LibraryEvent => {
  const url = `https://example.com/${linkId}`
  const before = { url, urlKey: url, title: `Title ${linkId}`, titleFrom: 'person' as const, note: null }
  return { type: 'LinkEdited', data: { linkId, changes: { note: 'Why' }, before, at } }
}

/** Takes a note that all see. @param memberId of a member who takes it */
const note = async (
  { libraryId }: { libraryId: string },
  time: number,
  linkId: number,
  memberId?: string,
  more: { isShared?: true | undefined } = {},
) => {
  const taken = { type: 'TakeNote', linkId, clientId: null, noteType: 'note', content: 'A word' } as const
  const facts = { selectedText: null, color: '#FBBF24', isPrivate: false, position: null, anchor: null }
  const of = memberId === undefined ? {} : { memberId, known: { revision: 1 } }
  const asked = {
    ...taken,
    ...facts,
    isShared: true,
    ...of,
    ...more,
    now: new Date(time).toISOString(),
  } as const
  await api.aggregates.notebooks.handle(libraryId, asked, issuedBySystem(randomUUID()))
}

const waiting = async () => {
  const { rows } = await api.pool.query<{ accountId: string; eventId: string; revision: number }>(
    `SELECT account_id AS "accountId", event_id AS "eventId", revision FROM command.mails WHERE kind = 'weekly'`,
  )
  return rows
}
const prepare = async () => {
  const [mail] = await waiting()
  if (mail === undefined) throw new Error('no mail waits')
  const { aggregates, pool, store } = api
  const shownTitles = async (links: readonly { title: string }[]) => links.map(({ title }) => title)
  const own = { users: usersIn(pool, 0), shownTitles, internalSecret: 'secret' }
  return prepareWeekly({ kind: 'weekly', ...mail }, { ...aggregates, ...own, pool, store })
}

describe('the weekly mail of a shared collection', () => {
  it('is asked for once a week, on its first days, for who chose it', async () => {
    const { member } = await shared()
    await askForWeekly(api.pool, monday + 3 * DAY_MS)
    expect(await waiting()).toEqual([])
    await Promise.all([askForWeekly(api.pool, monday), askForWeekly(api.pool, monday + DAY_MS)])
    const [first, ...others] = await waiting()
    expect([first?.accountId, first?.revision, others]).toEqual([member.userId, weekOf(monday) - 1, []])
    // What was sent is known until the week is over.
    await api.pool.query(`UPDATE command.mails SET ended_at = now() - interval '2 days'`)
    await mailsIn(api.pool).clean()
    await askForWeekly(api.pool, monday + DAY_MS)
    expect(await waiting()).toHaveLength(1)
    await askForWeekly(api.pool, monday + 7 * DAY_MS)
    expect(await waiting()).toHaveLength(2)
    // Who joined after the week is told of nothing.
    await api.pool.query('UPDATE sharing.memberships SET joined_at = $1, weekly_mail = true', [
      new Date(monday + 8 * DAY_MS),
    ])
    await api.pool.query('DELETE FROM command.mails')
    await askForWeekly(api.pool, monday + 7 * DAY_MS)
    expect(await waiting()).toEqual([])
    await api.pool.query('UPDATE sharing.memberships SET weekly_mail = false')
  })

  it('says who did what in that week, but for its reader', async () => {
    const { owner, member, other, memberId, otherId, libraryId } = await shared()
    const [before, then] = [monday - 9 * DAY_MS, monday - 3 * DAY_MS]
    await record(libraryId, before, undefined, saved(1), moved(1, null, 1), saved(2), saved(3))
    await record(libraryId, then, otherId, saved(4), moved(4, null, 1), edited(1), edited(1))
    await record(libraryId, then, undefined, moved(2, null, 1), moved(1, 1, 2), edited(1), edited(3))
    await record(libraryId, then, memberId, saved(5), moved(5, null, 1))
    await record(libraryId, monday + 1, undefined, moved(3, null, 1), edited(2))
    // The first is in the collection no more.
    for (const linkId of [1, 4]) await note(other, then, linkId, otherId)
    await note(other, before, 4, otherId)
    await note(owner, then, 2)
    for (const [linkId, more] of [
      [2, { isShared: undefined }],
      [4, { isShared: undefined }],
    ] as const)
      await note(owner, then, linkId, undefined, more)
    await askForWeekly(api.pool, monday)
    const { rows } = await api.pool.query('SELECT id, username FROM identity.users WHERE id = ANY ($1)', [
      [owner.userId, other.userId],
    ])
    const nameOf = ({ userId }: { userId: string }) => rows.find(({ id }) => id === userId)?.username
    expect(await prepare()).toMatchObject({
      ...{ send: true, to: `${member.userId}@example.org` },
      facts: {
        ...{ kind: 'weekly', collection: 'Garden', owner: nameOf(owner) },
        doings: expect.arrayContaining([
          [nameOf(other), 'added 1 article, changed 1 article, wrote 1 note'],
          [nameOf(owner), 'added 1 article, took out 1 article, wrote 1 note'],
        ]),
        titles: expect.arrayContaining(['Title 2', 'Title 4']),
        path: `/shared/${libraryId}/1`,
        unsubscribeToken: weeklyToken({ memberId, collectionId: 1 }, 'secret'),
      },
    })
    await api.pool.query('UPDATE sharing.memberships SET weekly_mail = false WHERE member_id = $1', [
      memberId,
    ])
    expect(await prepare()).toMatchObject({ send: false })
  })

  it('is not sent where the others did nothing, or somebody is a member no more', async () => {
    const { memberId, libraryId } = await shared()
    await record(libraryId, monday - 3 * DAY_MS, memberId, saved(5), moved(5, null, 1))
    await record(libraryId, monday - 3 * DAY_MS, undefined, saved(6), edited(6))
    await askForWeekly(api.pool, monday)
    expect(await prepare()).toEqual({ send: false, reason: 'nothing happened' })
    await record(libraryId, monday - 2 * DAY_MS, undefined, moved(6, null, 1))
    expect(await prepare()).toMatchObject({ send: true })
    await command(libraryId, { type: 'EndMembership', collectionId: 1, memberId, how: 'removed', now: now() })
    expect(await prepare()).toMatchObject({ send: false })
    await peopleIn(api.pool, api.aggregates.libraries).settle(libraryId)
    expect(await prepare()).toMatchObject({ send: false })
  })

  it('ends by its link, and by the address', async () => {
    const { member, memberId } = await shared()
    const chosen = async () =>
      (
        await api.pool.query('SELECT weekly_mail AS is FROM sharing.memberships WHERE member_id = $1', [
          memberId,
        ])
      ).rows[0]?.is
    const token = weeklyToken({ memberId, collectionId: 1 }, parts.internalSecret)
    const end = (body: object) => api.call('POST', '/api/unsubscribe', { body })
    expect((await end({ token: `${token}x` })).status).toBe(400)
    expect(await chosen()).toBe(true)
    for (const _ of [1, 2]) expect((await end({ token })).status).toBe(200)
    expect(await chosen()).toBe(false)
    await api.pool.query('UPDATE sharing.memberships SET weekly_mail = true WHERE member_id = $1', [memberId])
    expect((await end({ email: `${member.userId}@EXAMPLE.org` })).status).toBe(200)
    expect(await chosen()).toBe(false)
    // The tokens of one kind of mails end no others.
    expect(readWeeklyToken(unsubscribeToken(member.userId, 'secret'), 'secret')).toBeUndefined()
  })
})
