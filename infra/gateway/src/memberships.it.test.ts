import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'
import { streamsOf } from './test-support/streams.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { join, memberIdOf, share } = peopleOf(gateway)
const { lastOf } = streamsOf(gateway)

/** Nothing makes the owner's reads wait for what members write. */
const linkOf = async (owner: Person, id: number) => (await owner.ask('GET', `/api/links/${id}`)).body
const saved = (more: object = {}) => ({ url: `https://example.com/${randomUUID()}`, title: 'New', ...more })

describe('the end of a membership', () => {
  it('comes with the next request, when the owner removes somebody or changes the role', async () => {
    const { owner, editor, reader, there } = await share()
    const ids = await Promise.all([editor, reader].map(each => memberIdOf(owner, each)))
    expect(await owner.ok('PATCH', `/api/collections/1/members/${ids[0]}`, { role: 'reader' })).toEqual({
      ...{ id: ids[0], role: 'reader' },
    })
    expect((await editor.ask('PATCH', there('/api/links/1'), { title: 'x' })).status).toBe(403)
    await owner.ok('DELETE', `/api/collections/1/members/${ids[1]}`)
    expect((await reader.ask('PATCH', there('/api/links/1/archive'), { isArchived: true })).status).toBe(404)
    const { rows } = await gateway.pool.query(
      'SELECT member_id FROM sharing.memberships JOIN sharing.people USING (member_id) WHERE library_id = $1',
      [owner.libraryId],
    )
    expect(rows.map(row => row.member_id)).not.toContain(ids[1])
    // Who comes back is known by the same id.
    await join(owner, reader, 'commenter')
    expect(await memberIdOf(owner, reader)).toBe(ids[1])
  })

  it('comes between what an editor saves at the same time: nothing is saved after it', async () => {
    const { owner, editor, there } = await share()
    const id = await memberIdOf(owner, editor)
    const saves = Array.from({ length: 12 }, () =>
      editor.ask('POST', there('/api/links'), saved({ collectionId: 1 })),
    )
    const roleChange = owner.ok('PATCH', `/api/collections/1/members/${id}`, { role: 'reader' })
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    await roleChange
    expect((await editor.ask('POST', there('/api/links'), saved({ collectionId: 1 }))).status).toBe(403)
    expect(statuses.filter(status => status !== 201 && status !== 403)).toEqual([])
    const events = await lastOf(libraryStream(owner.libraryId), 40)
    const change = events.findIndex(({ type }) => type === 'MemberRoleChanged')
    const savedBefore = events.slice(0, change).filter(({ type, metadata }) => {
      return type === 'LinkSaved' && (metadata as { actorId: string }).actorId === id
    })
    expect(events.slice(change + 1).filter(({ type }) => type === 'LinkSaved')).toEqual([])
    expect(savedBefore.length).toBe(statuses.filter(status => status === 201).length)
  })

  it('comes when a member leaves, and what was saved stays', async () => {
    const { owner, editor, there } = await share()
    const { id } = await editor.ok('POST', there('/api/links'), saved({ collectionId: 1 }))
    expect((await owner.ask('POST', '/api/collections/1/leave')).status).toBe(400)
    expect((await editor.ask('POST', there('/api/collections/2/leave'))).status).toBe(404)
    expect(await editor.ok('POST', there('/api/collections/1/leave'))).toEqual({
      ...{ libraryId: owner.libraryId, collectionId: 1, copied: 0, leftNotes: 0 },
    })
    expect((await editor.ask('POST', there('/api/collections/1/leave'))).status).toBe(404)
    await expect.poll(() => linkOf(owner, id)).toMatchObject({ collectionId: 1 })
  })

  it('leaves copies to the member who wants them', async () => {
    const { owner, reader, there } = await share()
    for (const [n, more] of [{ note: 'Why', tags: ['one'] }, {}].entries())
      await owner.ok('POST', '/api/links', {
        url: `https://example.com/of/${n}`,
        title: `${n}`,
        collectionId: 1,
        ...more,
      })
    await reader.ok('POST', '/api/links', { url: 'https://example.com/1', title: 'Mine' })
    await gateway.setPlan(reader.email, 'free')
    expect((await reader.ask('POST', there('/api/collections/1/leave'), { copies: 'all' })).status).toBe(400)
    const key = randomUUID()
    const leave = () => reader.ok('POST', there('/api/collections/1/leave'), { copies: true }, key)
    expect(await leave()).toMatchObject({ copied: 2 })
    // Whose answer was lost asks again, and is told the same.
    expect(await leave()).toMatchObject({ copied: 2 })
    const { links } = await reader.ok('GET', '/api/links')
    expect(links).toMatchObject([
      { title: '1', collectionId: null, tags: [] },
      { title: '0', collectionId: null, note: 'Why', tags: ['one'] },
      { title: 'Mine' },
    ])
    expect((await reader.ask('POST', there('/api/collections/1/leave'), { copies: true })).status).toBe(404)
  })

  it('takes the notes along that a member shared, or leaves copies of them without a name', async () => {
    const { owner, editor, commenter, there } = await share()
    const shared = { type: 'note', content: 'For all', shared: true }
    for (const who of [editor, commenter]) {
      await who.ok('POST', there('/api/links/1/notes'), shared)
      await who.ok('POST', there('/api/links/1/notes'), { type: 'note', content: 'For me' })
    }
    const leave = there('/api/collections/1/leave')
    expect((await editor.ask('POST', leave, { leaveNotes: 'some' })).status).toBe(400)
    expect(await editor.ok('POST', leave)).toMatchObject({ leftNotes: 0 })
    // The other one is still there.
    await expect
      .poll(() => owner.ok('GET', '/api/links/1/notes'))
      .toMatchObject([{ content: 'For all', writer: { name: commenter.name } }])

    const key = randomUUID()
    expect(await commenter.ok('POST', leave, { leaveNotes: true }, key)).toMatchObject({ leftNotes: 1 })
    // Whose answer was lost asks again, and is told the same.
    expect(await commenter.ok('POST', leave, { leaveNotes: true }, key)).toMatchObject({ leftNotes: 1 })
    expect((await commenter.ask('POST', leave)).status).toBe(404)
    await expect
      .poll(() => owner.ok('GET', '/api/links/1/notes'))
      .toMatchObject([{ id: 1, content: 'For all', selectedText: null, shared: true }])
    expect((await owner.ok('GET', '/api/links/1/notes'))[0]).not.toHaveProperty('writer')
    const [left] = await lastOf(notebookStream(owner.libraryId))
    expect(left).toMatchObject({ type: 'NotesImported', data: { isLeft: true } })
    for (const id of [commenter.userId, commenter.libraryId, await memberIdOf(owner, commenter)])
      expect(JSON.stringify(left)).not.toContain(id)
    // Who comes back does not say it twice.
    expect((await lastOf(notebookStream(commenter.libraryId)))[0]).toMatchObject({
      ...{ type: 'NoteRevised', data: { noteId: 1, changes: { isShared: false } } },
    })
  })

  it('comes with the deletion of the collection, and its undoing brings nobody back', async () => {
    const { owner, editor, there } = await share()
    const key = randomUUID()
    await owner.ok('DELETE', '/api/collections/1', undefined, key)
    const edit = () => editor.ask('PATCH', there('/api/links/1'), { title: 'x' })
    expect((await edit()).status).toBe(404)
    await owner.ok('POST', '/api/undo', { commandId: key })
    expect((await edit()).status).toBe(404)
    await expect
      .poll(
        async () =>
          (
            await gateway.pool.query(
              'SELECT FROM sharing.memberships m JOIN sharing.people p USING (member_id) WHERE library_id = $1',
              [owner.libraryId],
            )
          ).rowCount,
      )
      .toBe(0)
  })

  it('comes 30 days after the plan: until then members read', async () => {
    const { owner, editor, there } = await share()
    await gateway.setPlan(owner.email, 'pro')
    expect(
      (
        await owner.ask('POST', '/api/collections/1/invitations', {
          emails: ['a@example.org'],
          role: 'reader',
        })
      ).status,
    ).toBe(402)
    const paused = await editor.ask('PATCH', there('/api/links/1'), { title: 'x' })
    expect(paused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('You can still read') },
    })
    await editor.ok('PATCH', there('/api/links/1/archive'), { isArchived: true })
    await gateway.setPlan(owner.email, 'ultra')
    await editor.ok('PATCH', there('/api/links/1'), { title: 'x' })
  })
})
