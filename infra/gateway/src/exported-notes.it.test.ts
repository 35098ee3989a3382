import { ExportedNoteElsewhere, ExportHeader } from '@lectern/contracts/export.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { startTestExporter } from '@lectern/workers/test-support/exporter.ts'
import { expect, it } from 'vitest'
import { exporting } from './test-support/exporting.ts'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'

/** What somebody wrote on links of others is in that person's exports, and in nobody else's. */
const parts = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))
duringTests(() => startTestExporter(parts))
const { share, memberIdOf } = peopleOf(gateway)
const { fileOf } = exporting(gateway)

const exportOf = ({ cookies, libraryId }: Person, asked: object): Promise<string> =>
  fileOf({ cookie: cookies, libraryId }, asked)
const jsonOf = async (person: Person, asked: object = {}) =>
  JSON.parse(await exportOf(person, { format: 'json', ...asked }))

/** Each of three people wrote a note on link 1 of the owner, the commenter a private one, too. */
const noted = async () => {
  const people = await share()
  const { owner, commenter, reader, there } = people
  await owner.ok('PATCH', '/api/links/1', { title: 'Of the garden' })
  await owner.ok('POST', '/api/links/1/notes', { type: 'note', content: 'Of the owner' })
  const notes = there('/api/links/1/notes')
  const seen = { content: 'Seen by all', selectedText: 'A passage', shared: true }
  await commenter.ok('POST', notes, { type: 'highlight', ...seen })
  await commenter.ok('POST', notes, { type: 'note', content: 'Mine alone', isPrivate: true })
  await reader.ok('POST', notes, { type: 'note', content: 'Of the reader' })
  return people
}

const remove = async (owner: Person, member: Person) =>
  owner.ok('DELETE', `/api/collections/1/members/${await memberIdOf(owner, member)}`)

it('has the notes on links of others, with address and title while the person may open them', async () => {
  const { owner, commenter } = await noted()
  const article = { url: 'https://example.com/1', title: 'Of the garden' }
  const { links, notes, notesElsewhere, counts } = await jsonOf(commenter)
  expect([links, notes, counts.notesElsewhere]).toEqual([[], [], 2])
  expect(notesElsewhere).toMatchObject([
    { article, type: 'highlight', content: 'Seen by all', selectedText: 'A passage', isPrivate: false },
    { article, type: 'note', content: 'Mine alone', isPrivate: true },
  ])
  for (const note of notesElsewhere) expect(ExportedNoteElsewhere.strict().parse(note)).toEqual(note)
  expect(await exportOf(commenter, { format: 'csv' })).toContain('https://example.com/1,Of the garden,')

  const open = await jsonOf(commenter, { withPrivateNotes: false })
  expect(open.notesElsewhere).toMatchObject([{ content: 'Seen by all' }])
  expect(JSON.stringify(open)).not.toContain('Mine alone')

  // It is in the collection no more.
  await owner.ok('PUT', '/api/links/1/collection', { collectionId: 2 })
  await expect
    .poll(async () => (await jsonOf(commenter)).notesElsewhere)
    .toMatchObject([
      { article: null, content: 'Seen by all' },
      { article: null, content: 'Mine alone' },
    ])
})

it('has them after the access ended, and nothing else of the library of the owner', async () => {
  const { owner, commenter } = await noted()
  await remove(owner, commenter)
  const file = await jsonOf(commenter)
  expect(file.notesElsewhere).toMatchObject([
    { article: null, content: 'Seen by all', selectedText: 'A passage' },
    { article: null, content: 'Mine alone' },
  ])
  const csv = await exportOf(commenter, { format: 'csv' })
  expect(csv).toContain('An article shared with you')
  expect(csv).toContain('Mine alone')
  const markdown = await commenter.ok('GET', '/api/notes/export?private=true')
  expect(markdown).toMatch(
    /^# An article shared with you\n\n> A passage\n\nSeen by all\n\n[^#]*\nMine alone\n/,
  )
  const others = /example\.com|Of the|Garden/
  const html = await exportOf(commenter, { format: 'html' })
  for (const text of [JSON.stringify(file), csv, markdown, html]) expect(text).not.toMatch(others)
})

it('names no article any more once the plan of its owner has had no sharing for a month', async () => {
  const { owner, commenter } = await noted()
  const schema = await currentReadSchema(gateway.pool)
  const pausedSince = (days: number) =>
    gateway.pool.query(
      `UPDATE ${schema}.libraries SET paused_at = now() - make_interval(days => $2) WHERE library_id = $1`,
      [owner.libraryId, days],
    )
  await pausedSince(29)
  expect((await jsonOf(commenter)).notesElsewhere).toMatchObject([
    { article: { title: 'Of the garden' } },
    {},
  ])
  await pausedSince(31)
  expect((await jsonOf(commenter)).notesElsewhere).toMatchObject([{ article: null }, { article: null }])
})

it('has none of those that another member or the owner wrote', async () => {
  const { owner, commenter, reader } = await noted()
  const files = async (person: Person) => [
    JSON.stringify(await jsonOf(person)),
    await exportOf(person, { format: 'csv' }),
  ]
  for (const file of await files(owner)) {
    expect(file).toContain('Of the owner')
    expect(file).not.toMatch(/Seen by all|Mine alone|Of the reader/)
  }
  for (const file of await files(reader)) {
    expect(file).toContain('Of the reader')
    expect(file).not.toMatch(/Seen by all|Mine alone|Of the owner/)
  }
  for (const file of await files(commenter)) expect(file).not.toMatch(/Of the (owner|reader)/)
  const some = await jsonOf(owner, { scope: { kind: 'collection', collectionId: 1 } })
  expect(ExportHeader.parse(some).counts).toMatchObject({ notes: 1, notesElsewhere: 0 })
})
