import { randomUUID } from 'node:crypto'
import { headerOf, mailServer } from '@lectern/command-api/test-support/mail-server.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'
import { streamsOf } from './test-support/streams.ts'

const parts = duringTests(startReadParts)
const smtp = duringTests(() => mailServer())
const gateway = duringTests(() => startGateway(parts, { smtpUrl: smtp.url }))
const { signUp, memberIdOf, share } = peopleOf(gateway)
const { lastOf, lastAct } = streamsOf(gateway)

const OFFER = '/api/collections/1/handover'
const note = (content: string, more: object = {}) => ({ type: 'note', content, ...more })
const inCollection = async (who: Person, collection: number | 'none') => {
  const { links } = await who.ok('GET', `/api/links?collection=${collection}&archived=all`)
  return links as { id: number; title: string; tags: string[]; isFavorite: boolean; createdAt: string }[]
}

type Received = Extract<LibraryEvent, { type: 'LinksReceived' }>
const receivedIn = (events: Awaited<ReturnType<typeof lastOf>>) =>
  events.flatMap(event => (event.type === 'LinksReceived' ? (event as unknown as Received).data.links : []))

/** A collection with two links, in which everybody has something of their own, offered to an editor. */
const offered = async () => {
  const { owner, editor, commenter, reader, there } = await share()
  await gateway.setPlan(editor.email, 'ultra')
  await owner.ok('PATCH', '/api/links/1', { title: 'First', note: 'Why', tags: ['soil'] })
  const { id } = await editor.ok('POST', there('/api/links'), {
    ...{ url: 'https://example.com/3', title: 'Third', collectionId: 1, tags: ['light'] },
  })
  const notes = there('/api/links/1/notes')
  for (const who of [editor, commenter]) {
    await who.ok('POST', notes, note(`of ${who.name}`))
    await who.ok('POST', notes, note(`of ${who.name} for all`, { shared: true }))
  }
  await owner.ok('POST', '/api/links/1/notes', note('Own'))
  await owner.ok('POST', '/api/links/1/notes', note('For all', { shared: true }))
  await owner.ok('PATCH', '/api/links/1/archive', { isArchived: true })
  await editor.ok('PATCH', there('/api/links/1/favorite'), { isFavorite: true })
  await reader.ok('PATCH', there(`/api/links/${id}/archive`), { isArchived: true })
  const memberId = await memberIdOf(owner, editor)
  await owner.ok('POST', OFFER, { memberId })
  return { owner, editor, commenter, reader, there, memberId }
}

describe('a collection that is handed over', () => {
  it('is in the library of the new owner, with all that everybody has in it', async () => {
    const { owner, editor, commenter, reader, there } = await offered()
    const before = await owner.ok('GET', '/api/links/1')
    await gateway.pool.query(
      `UPDATE sharing.memberships SET weekly_mail = true
       WHERE member_id = (SELECT member_id FROM sharing.people WHERE library_id = $1 AND user_id = $2)`,
      [owner.libraryId, reader.userId],
    )
    const key = randomUUID()
    const answer = await editor.ok('POST', there(`${OFFER}/accept`), undefined, key)
    expect(answer).toEqual({ libraryId: editor.libraryId, collectionId: 1 })

    const [third, first] = await inCollection(editor, 1)
    expect([third, first]).toMatchObject([
      { id: 2, title: 'Third', tags: ['light'], isFavorite: false },
      { id: 1, title: 'First', tags: ['soil'], isFavorite: true, createdAt: before.createdAt },
    ])
    const events = await lastOf(libraryStream(editor.libraryId), 50)
    const former = await memberIdOf(editor, owner)
    const received = receivedIn(events)
    expect(received).toMatchObject([{ from: 1, savedBy: former }, { from: 3 }])
    expect(received[1]).not.toHaveProperty('savedBy')

    // The former owner is an editor, and the others are what they were.
    const here = (path: string) => `${path}?library=${editor.libraryId}`
    const { rows } = await gateway.pool.query(
      `SELECT user_id AS id, weekly_mail AS "weeklyMail" FROM sharing.memberships JOIN sharing.people USING (member_id)
       WHERE library_id = $1`,
      [editor.libraryId],
    )
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      [owner, commenter, reader].map(({ userId }) => userId).toSorted(),
    )
    expect(rows.filter(({ weeklyMail }) => weeklyMail)).toMatchObject([{ id: reader.userId }])
    await owner.ok('PATCH', here('/api/links/1'), { title: 'Renamed' })
    expect((await commenter.ask('PATCH', here('/api/links/1'), { title: 'x' })).status).toBe(403)
    for (const who of [editor, commenter, reader])
      expect((await who.ask('PATCH', there('/api/links/1/archive'), { isArchived: true })).status).toBe(404)

    // Notes and flags follow each person.
    const moved = async (who: Person) => (await lastOf(notebookStream(who.libraryId)))[0]?.data
    const of = { memberId: await memberIdOf(editor, commenter), revision: expect.any(Number) }
    expect(await moved(commenter)).toMatchObject({
      notes: [
        [1, 1],
        [2, 1],
      ],
      of,
    })
    expect(await moved(owner)).toMatchObject({ notes: [[2, 1]], of: { memberId: former } })
    expect(await moved(editor)).toEqual({
      notes: [
        [1, 1],
        [2, 1],
      ],
      at: expect.any(String),
    })
    const flags = await lastOf(libraryStream(reader.libraryId), 2)
    const readerId = await memberIdOf(editor, reader)
    expect(flags).toMatchObject([
      { data: { memberId: readerId, links: [2], isArchived: true } },
      { data: { links: [3], isArchived: false } },
    ])
    expect((await lastOf(libraryStream(owner.libraryId)))[0]).toMatchObject({
      ...{ type: 'SharedLinksFlagged', data: { memberId: former, links: [1], isArchived: true } },
    })
    // A repetition has the same answer.
    expect(await editor.ok('POST', there(`${OFFER}/accept`), undefined, key)).toEqual(answer)
    expect((await editor.ask('POST', there(`${OFFER}/accept`))).status).toBe(404)
    expect(await inCollection(editor, 1)).toHaveLength(2)
  })

  it('leaves the former owner what was in the library', async () => {
    const { owner, editor, there } = await offered()
    const { used } = await owner.ok('GET', '/api/counts')
    await editor.ok('POST', there(`${OFFER}/accept`))
    const act = `l${BigInt((await lastAct(owner)).slice(1)) - 1n}`
    await expect.poll(async () => (await owner.ok('GET', '/api/collections')).length).toBe(1)
    expect((await inCollection(owner, 'none')).map(({ title }) => title)).toEqual(['Third', '2', 'First'])
    expect(await owner.ok('GET', '/api/counts')).toMatchObject({ used })
    expect(await owner.ok('GET', '/api/links/1')).toMatchObject({ isArchived: true, note: 'Why' })
    // The undoing shares nothing, and takes nothing from the new owner.
    await owner.ok('POST', '/api/undo', { act })
    expect((await inCollection(owner, 1)).map(({ title }) => title)).toEqual(['Third', 'First'])
    expect((await editor.ask('PATCH', there('/api/links/1'), { title: 'x' })).status).toBe(404)
    expect(await inCollection(editor, 1)).toHaveLength(2)
  })

  it('needs the editor who was offered it, with the plan and the room for it', async () => {
    const { owner, editor, commenter, there, memberId } = await offered()
    const accept = (who: Person, path = there(`${OFFER}/accept`)) => who.ask('POST', path)
    const messageOf = async (answer: ReturnType<typeof accept>) => {
      const { status, body } = await answer
      return [status, body.message]
    }
    expect((await accept(owner, `${OFFER}/accept`)).status).toBe(400)
    expect((await accept(commenter)).status).toBe(403)
    expect((await accept(await signUp('ultra'))).status).toBe(404)
    expect((await editor.ask('POST', there(OFFER), { memberId })).status).toBe(403)
    for (const body of [{}, { memberId: 'none' }])
      expect((await owner.ask('POST', OFFER, body)).status).toBe(400)
    expect((await owner.ask('POST', OFFER, { memberId: randomUUID() })).status).toBe(404)
    const ofReader = await memberIdOf(owner, commenter)
    expect((await owner.ask('POST', OFFER, { memberId: ofReader })).status).toBe(409)
    expect((await owner.ask('POST', '/api/collections/9/handover', { memberId })).status).toBe(404)

    await gateway.setPlan(editor.email, 'pro')
    expect(await messageOf(accept(editor))).toEqual([402, 'Sharing collections is part of the Ultra plan.'])
    const full: LibraryEvent = {
      type: 'AllowanceChanged',
      data: { plan: 'ultra', limit: 1, cause: randomUUID(), at: new Date().toISOString() },
    }
    const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: 'x' }
    await gateway.store.append(libraryStream(editor.libraryId), 'any', [
      { ...full, id: randomUUID(), metadata },
    ])
    const refused = await accept(editor)
    expect([refused.status, refused.body.limit]).toEqual([402, 1])
    await owner.ok('POST', OFFER, { memberId: null })
    expect(await messageOf(accept(editor))).toEqual([409, 'This collection is not offered to you any more.'])
    // Nothing happened.
    await editor.ok('PATCH', there('/api/links/1'), { title: 'Still there' })
    expect((await owner.ok('GET', '/api/collections')).length).toBe(2)
  })

  it('is offered by a mail, unless the offer was taken back', async () => {
    const { owner, editor, commenter, memberId } = await offered()
    const to = (email: string) =>
      smtp.received.filter(
        ({ to, source }) => to[0] === email && headerOf(source, 'subject')?.includes('Garden'),
      )
    await expect.poll(() => to(editor.email)).toHaveLength(1)
    const text = to(editor.email)[0]?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(text).toContain(`${owner.name} offers you to take over the collection Garden`)
    expect(text).toContain(`http://localhost/shared/${owner.libraryId}/1`)
    await owner.ok('POST', OFFER, { memberId })
    expect(to(editor.email)).toHaveLength(1)
    expect(to(commenter.email)).toEqual([])
  })

  it('can be handed over again, and each link says who saved it', async () => {
    const { owner, editor, there } = await offered()
    const { collectionId } = await editor.ok('POST', there(`${OFFER}/accept`))
    await editor.ok('POST', '/api/collections', { name: 'Own' })
    const former = await memberIdOf(editor, owner)
    await editor.ok('POST', `/api/collections/${collectionId}/handover`, { memberId: former })
    const path = `/api/collections/${collectionId}/handover/accept?library=${editor.libraryId}`
    expect(await owner.ok('POST', path)).toEqual({ libraryId: owner.libraryId, collectionId: 3 })
    const events = await lastOf(libraryStream(owner.libraryId), 10)
    const received = receivedIn(events)
    const saver = await memberIdOf(owner, editor)
    expect(received).toMatchObject([{ from: 1 }, { from: 2, savedBy: saver }])
    expect(received[0]).not.toHaveProperty('savedBy')
    // The flag of the former owner is on the link that is their own again.
    expect((await inCollection(owner, 3)).length).toBe(2)
  })
})
