import { randomUUID } from 'node:crypto'
import { LinkChanged } from '@lectern/contracts/api/links.ts'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'
import { streamsOf } from './test-support/streams.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, join, memberIdOf, share } = peopleOf(gateway)
const { lastOf, lastAct } = streamsOf(gateway)

const libraryEvent = async (of: Person) => (await lastOf(libraryStream(of.libraryId)))[0]
const noteEvent = async (of: Person) => (await lastOf(notebookStream(of.libraryId)))[0]
/** Nothing makes the owner's reads wait for what members write. */
const linkOf = async (owner: Person, id: number) => (await owner.ask('GET', `/api/links/${id}`)).body
const saved = (more: object = {}) => ({ url: `https://example.com/${randomUUID()}`, title: 'New', ...more })

describe('what an editor does in the library of the owner', () => {
  it('is done there, by the id that it knows the editor by', async () => {
    const { owner, editor, there } = await share()
    const link = await editor.ok('POST', there('/api/links'), saved({ collectionId: 1, tags: ['two'] }))
    expect(link).toMatchObject({ id: 3, collectionId: 1, isFavorite: false })
    const actorId = await memberIdOf(owner, editor)
    const [first, second] = await lastOf(libraryStream(owner.libraryId), 2)
    expect(first).toMatchObject({
      type: 'LinkSaved',
      data: { linkId: 3 },
      metadata: { actorId, isMember: true },
    })
    expect(second).toMatchObject({ type: 'LinkCollected', data: { linkId: 3, collectionId: 1 } })
    const streams = [...(await lastOf(libraryStream(owner.libraryId), 50))].filter(
      ({ metadata }) => (metadata as { isMember?: true }).isMember,
    )
    expect(JSON.stringify(streams)).not.toContain(editor.userId)
    expect(JSON.stringify(streams)).not.toContain(editor.libraryId)

    await editor.ok('PATCH', there('/api/links/3'), { title: 'Better' })
    await editor.ok('PUT', there('/api/links/bulk'), { linkIds: [1, 2, 3], updates: { addTags: ['x'] } })
    expect((await libraryEvent(owner))?.data).toMatchObject({ links: [1, 3] })
    expect(await editor.ok('PUT', there('/api/links/3/collection'), { collectionId: null })).toEqual({
      ...{ id: 3, collectionId: null },
    })
    // It is in the owner's No Collection, and the editor does not see it any more.
    expect((await editor.ask('PATCH', there('/api/links/3'), { title: 'Else' })).status).toBe(404)
    await expect.poll(() => linkOf(owner, 3)).toMatchObject({ title: 'Better', collectionId: null })
    // Nothing of it is in the editor's own library.
    expect((await editor.ok('GET', '/api/links')).total).toBe(0)
  })

  it('is repeated under its key, and undone by the editor or by the owner', async () => {
    const { owner, editor, commenter, there } = await share()
    await join(owner, commenter, 'editor')
    const [key, save] = [randomUUID(), saved({ collectionId: 1 })]
    const one = await editor.ok('POST', there('/api/links'), save, key)
    expect(await editor.ok('POST', there('/api/links'), save, key)).toEqual(one)
    // The key of somebody else is another one.
    expect((await commenter.ask('POST', there('/api/links'), save, key)).body.isDuplicate).toBe(true)

    const move = randomUUID()
    await editor.ok('PUT', there('/api/links/1/collection'), { collectionId: null }, move)
    for (const who of [commenter, owner])
      expect(
        (await who.ask('POST', who === owner ? '/api/undo' : there('/api/undo'), { commandId: move })).status,
      ).toBe(404)
    const { restoredCount } = await editor.ok('POST', there('/api/undo/preview'), { commandId: move })
    expect(restoredCount).toBe(1)
    await editor.ok('POST', there('/api/undo'), { commandId: move })
    await expect.poll(() => linkOf(owner, 1)).toMatchObject({ collectionId: 1 })

    // Many at once, too.
    const removal = randomUUID()
    const removed = { linkIds: [1, 3], updates: { collectionId: null }, ifUndoable: true }
    expect(await editor.ok('PUT', there('/api/links/bulk'), removed, removal)).toEqual({ updatedCount: 2 })
    expect((await editor.ask('PATCH', there('/api/links/1'), { title: 'Wrong' })).status).toBe(404)
    const back = await editor.ok('POST', there('/api/undo'), { commandId: removal })
    expect(back).toMatchObject({ restoredCount: 2, leftCount: 0 })
    await expect.poll(() => linkOf(owner, 3)).toMatchObject({ collectionId: 1 })

    await editor.ok('PATCH', there('/api/links/1'), { title: 'Wrong' })
    await expect.poll(() => linkOf(owner, 1)).toMatchObject({ title: 'Wrong' })
    const act = await lastAct(owner)
    expect((await commenter.ask('POST', there('/api/undo'), { act })).status).toBe(404)
    await owner.ok('POST', '/api/undo', { act })
    expect((await owner.ok('GET', '/api/links/1')).title).toBe('1')
    // Acts of the owner are not for members.
    await owner.ok('PATCH', '/api/links/1', { title: 'Mine' })
    const own = await lastAct(owner)
    expect((await editor.ask('POST', there('/api/undo'), { act: own })).status).toBe(404)
  })

  it('is told of no duplicate elsewhere, and of no number of the owner', async () => {
    const { owner, editor, there } = await share()
    const outside = { url: 'https://example.com/2', title: 'New', collectionId: 1 }
    expect((await editor.ask('POST', there('/api/links'), outside)).status).toBe(201)
    const inside = await editor.ask('POST', there('/api/links'), { ...outside, url: 'https://example.com/1' })
    expect(inside).toMatchObject({ status: 409, body: { isDuplicate: true, existingLink: { id: 1 } } })
    const events: LibraryEvent[] = [
      {
        type: 'AllowanceChanged',
        data: { plan: 'ultra', limit: 3, cause: randomUUID(), at: new Date().toISOString() },
      },
    ]
    const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: 'x' }
    const stored = events.map(event => ({ ...event, id: randomUUID(), metadata }))
    await gateway.store.append(libraryStream(owner.libraryId), 'any', stored)
    const full = await editor.ask('POST', there('/api/links'), saved({ collectionId: 1 }))
    expect(full.status).toBe(402)
    expect(Object.keys(full.body).toSorted()).toEqual(['error', 'message'])
    expect((await owner.ask('POST', '/api/links', saved())).body).toMatchObject({ currentCount: 3, limit: 3 })
  })
})

describe('two people who edit a link at once', () => {
  it('have the tags of both', async () => {
    const { owner, editor, there } = await share()
    await owner.ok('PATCH', '/api/links/1', { tags: ['one', 'two'] })
    await owner.ok('PATCH', '/api/links/1', { tags: ['one', 'two', 'three'], was: { tags: ['one', 'two'] } })
    const edit = { tags: ['two', 'four'], was: { tags: ['one', 'two'] } }
    await editor.ok('PATCH', there('/api/links/1'), edit)
    const tags = ['two', 'three', 'four']
    await expect.poll(() => linkOf(owner, 1)).toMatchObject({ tags })
  })

  it('are asked about a title and a note, and lose neither', async () => {
    const { owner, editor, there } = await share()
    const was = { title: '1', note: null }
    await owner.ok('PATCH', '/api/links/1', { title: 'Theirs', note: 'Their note', tags: ['x'], was })
    const mine = { title: 'Mine', note: 'My note' }
    const refused = await editor.ask('PATCH', there('/api/links/1'), { ...mine, was })
    expect(refused.status).toBe(409)
    const { current } = LinkChanged.parse(refused.body)
    const theirs = { title: 'Theirs', note: 'Their note' }
    expect(current).toMatchObject({ id: 1, ...theirs, tags: ['x'], collectionId: 1 })
    // One field is no matter of the other.
    await editor.ok('PATCH', there('/api/links/1'), { title: 'Mine', was: theirs })
    // 'Keep mine', which knows what it takes the place of.
    await editor.ok('PATCH', there('/api/links/1'), { ...mine, was: { ...theirs, title: 'Mine' } })
    expect(await libraryEvent(owner)).toMatchObject({
      data: { changes: { note: 'My note' }, before: { title: 'Mine', note: 'Their note' } },
    })
    await owner.ok('POST', '/api/undo', { act: await lastAct(owner) })
    await expect.poll(() => linkOf(owner, 1)).toMatchObject({ title: 'Mine', note: 'Their note' })
  })

  it('who wants what is there already is not asked', async () => {
    const { owner, editor, there } = await share()
    await owner.ok('PATCH', '/api/links/1', { title: 'Same' })
    await editor.ok('PATCH', there('/api/links/1'), { title: 'Same', was: { title: '1' } })
  })
})

it('the owner saves into a collection, which is one act', async () => {
  const { owner } = await share()
  expect((await owner.ask('POST', '/api/links', saved({ collectionId: 9 }))).status).toBe(404)
  expect(await owner.ok('POST', '/api/links', saved({ collectionId: 2 }))).toMatchObject({
    id: 3,
    collectionId: 2,
  })
  expect(await owner.ok('GET', '/api/links/3')).toMatchObject({ collectionId: 2 })
  const { acts } = await owner.ok('GET', '/api/history?link=3')
  expect(acts).toMatchObject([{ kind: 'saved', linkCount: 1 }])
})

describe('what is each person’s own', () => {
  it('flags are in the own library, with the revision at which the role was read', async () => {
    const { owner, reader, there } = await share()
    const memberId = await memberIdOf(owner, reader)
    expect(await reader.ok('PATCH', there('/api/links/1/archive'), { isArchived: true })).toEqual({
      ...{ id: 1, isArchived: true },
    })
    const flagged = { memberId, links: [1], isArchived: true, revision: expect.any(Number) }
    expect(await libraryEvent(reader)).toMatchObject({ type: 'SharedLinksFlagged', data: flagged })
    expect((await owner.ok('GET', '/api/links/1')).isArchived).toBe(false)
    // No toggle, no link that the reader does not see, and not together with what is shared.
    expect((await reader.ask('PATCH', there('/api/links/1/favorite'))).status).toBe(400)
    expect((await reader.ask('PATCH', there('/api/links/2/favorite'), { isFavorite: true })).status).toBe(404)
    const bulk = (updates: object) =>
      reader.ask('PUT', there('/api/links/bulk'), { linkIds: [1, 2], updates })
    const key = randomUUID()
    await reader.ok('PATCH', there('/api/links/1/favorite'), { isFavorite: true }, key)
    expect(await reader.ok('POST', '/api/undo', { commandId: key })).toMatchObject({
      ...{ restoredCount: 1, left: [] },
    })
    expect((await libraryEvent(reader))?.data).toMatchObject({ links: [1], isFavorite: false })
    expect(await bulk({ isFavorite: true })).toEqual({ status: 200, body: { updatedCount: 1 } })
    expect((await bulk({ isFavorite: true, addTags: ['x'] })).status).toBe(400)
    expect((await bulk({ addTags: ['x'] })).status).toBe(403)
    const stream = JSON.stringify(await lastOf(libraryStream(reader.libraryId), 50))
    for (const id of [owner.userId, owner.libraryId]) expect(stream).not.toContain(id)
  })

  it('notes are in the own notebook, and seen by others where that was chosen by a commenter', async () => {
    const { owner, commenter, reader, there } = await share()
    const note = { type: 'note', content: 'A word' }
    const notes = there('/api/links/1/notes')
    expect(await reader.ok('POST', notes, note)).not.toHaveProperty('shared')
    expect((await reader.ask('POST', notes, { ...note, shared: true })).status).toBe(403)
    expect((await reader.ask('POST', there('/api/links/2/notes'), note)).status).toBe(404)
    const both = { ...note, shared: true, isPrivate: true }
    expect((await commenter.ask('POST', notes, both)).status).toBe(400)
    expect(await commenter.ok('POST', notes, { ...note, shared: true })).toMatchObject({
      id: 1,
      shared: true,
    })
    const memberId = await memberIdOf(owner, commenter)
    expect(await noteEvent(commenter)).toMatchObject({
      type: 'NoteTaken',
      data: { linkId: 1, isShared: true, of: { memberId, revision: expect.any(Number) } },
    })
    // Who may comment no more changes nothing that others see, and may take it back.
    await owner.ok('PATCH', `/api/collections/1/members/${memberId}`, { role: 'reader' })
    expect((await commenter.ask('PUT', '/api/notes/1', { content: 'Else' })).status).toBe(403)
    expect(await commenter.ok('PUT', '/api/notes/1', { shared: false })).not.toHaveProperty('shared')
    expect((await commenter.ok('PUT', '/api/notes/1', { content: 'Else' })).content).toBe('Else')
    expect((await commenter.ask('PUT', '/api/notes/1', { shared: true })).status).toBe(403)
    // They are no notes of an own link with the same id.
    await commenter.ok('POST', '/api/links', saved())
    expect(await commenter.ok('GET', '/api/links/1/notes')).toEqual([])
    expect(await commenter.ok('DELETE', '/api/links/1/highlights')).toEqual({ deleted: 0 })
    await commenter.ok('DELETE', '/api/notes/1')
    // Each person clears what they have marked.
    const mark = { type: 'highlight', content: 'Marked', position: null }
    for (const one of [commenter, reader]) await one.ok('POST', notes, mark)
    expect(await reader.ok('DELETE', there('/api/links/1/highlights'))).toEqual({ deleted: 1 })
    expect(await reader.ok('DELETE', there('/api/links/1/highlights'))).toEqual({ deleted: 0 })
    expect((await reader.ask('DELETE', there('/api/links/2/highlights'))).status).toBe(404)
    expect(await commenter.ok('DELETE', there('/api/links/1/highlights'))).toEqual({ deleted: 1 })
  })

  it('reading positions are rows of the reader', async () => {
    const { reader, there } = await share()
    const position = { offset: 0, contentHash: 'a'.repeat(64) }
    // The article is not read yet, so there is no such text.
    expect((await reader.ask('PUT', there('/api/links/1/position'), position)).status).toBe(400)
    expect((await reader.ask('PUT', there('/api/links/2/position'), position)).status).toBe(404)
  })
})

it('who is in no collection of a library finds nothing there, and nobody but the owner does what is the owner’s', async () => {
  const { owner, editor, there } = await share()
  const stranger = await signUp()
  const acts: [string, string, object?][] = [
    ['POST', '/api/links', saved({ collectionId: 1 })],
    ['PATCH', '/api/links/1', { title: 'x' }],
    ['PUT', '/api/links/1/collection', { collectionId: null }],
    ['POST', '/api/links/1/notes', { type: 'note', content: 'x' }],
    ['PATCH', '/api/links/1/archive', { isArchived: true }],
    ['PUT', '/api/links/bulk', { linkIds: [1], updates: { isArchived: true } }],
    ['POST', '/api/collections/1/leave'],
    ['DELETE', '/api/links/1'],
    ['GET', '/api/links'],
  ]
  for (const library of [owner.libraryId, randomUUID()])
    for (const [method, path, body] of acts)
      expect([path, await stranger.ask(method, `${path}?library=${library}`, body)]).toEqual([
        path,
        { status: 404, body: { message: 'Not found.', error: 'Not found.' } },
      ])
  for (const library of ['none', '', `${owner.libraryId}&library=${owner.libraryId}`])
    expect((await editor.ask('PATCH', `/api/links/1?library=${library}`, { title: 'x' })).status).toBe(400)
  const ofOwner: [string, string, object?][] = [
    ['DELETE', '/api/links/1'],
    ['DELETE', '/api/links/bulk', { linkIds: [1] }],
    ['PUT', '/api/collections/1', { name: 'Mine' }],
    ['DELETE', '/api/collections/1'],
    ['POST', '/api/tags/delete', { tag: 'x' }],
    ['POST', '/api/collections/1/invitations', { emails: ['a@example.org'], role: 'reader' }],
    ['DELETE', `/api/collections/1/members/${randomUUID()}`],
  ]
  for (const [method, path, body] of ofOwner)
    expect([path, (await editor.ask(method, there(path), body)).status]).toEqual([path, 403])
})
