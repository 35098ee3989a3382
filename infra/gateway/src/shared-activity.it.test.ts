import { randomUUID } from 'node:crypto'
import type { HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'

/** Who did what in a shared collection, as each is told of it. */
const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { share, memberIdOf } = peopleOf(gateway)

/** Acts after the members joined, the first first, with who did them. */
const said = ({ acts }: HistoryPage): string[] =>
  acts
    .filter(({ sharing }) => sharing === undefined)
    .map(act => `${act.by ?? 'You'}: ${sayAct(act)}`)
    .toReversed()

const activity = (who: Person, query: string): Promise<HistoryPage> =>
  who.ok('GET', `/api/collections/1/activity?${query}`)

/** What happens in collection 1, and beside it, where each word of the secret is. */
const lively = async () => {
  const shared = await share()
  const { owner, editor } = shared
  const secret = `secret${randomUUID().slice(0, 6)}`
  const library = `library=${owner.libraryId}`
  const there = (path: string) => `${path}?${library}`
  const put = (id: number, collectionId: number | null) =>
    owner.ok('PUT', `/api/links/${id}/collection`, { collectionId })
  const bulk = (linkIds: number[], updates: object) =>
    owner.ok('PUT', '/api/links/bulk', { linkIds, updates })
  await owner.ok('PATCH', '/api/links/2', { title: `${secret} two`, tags: [secret] })
  await owner.ok('POST', '/api/links/1/notes', { type: 'note', content: secret })
  await owner.ok('PATCH', '/api/links/1/favorite', { isFavorite: true })
  const { id } = await editor.ok('POST', there('/api/links'), {
    ...{ url: `https://example.com/${randomUUID()}`, title: 'Three', collectionId: 1 },
  })
  await editor.ok('PATCH', there(`/api/links/${id}`), { title: 'Third' })
  // It comes with a new title, and leaves under another one.
  await owner.ok('PATCH', '/api/links/2', { title: 'Two', tags: [], collectionId: 1 })
  await bulk([1, 2, id], { addTags: ['x'] })
  await put(2, 2)
  await owner.ok('PATCH', '/api/links/2', { title: `${secret} again` })
  await bulk([2, id], { addTags: [`y`], isArchived: true })
  await owner.ok('POST', '/api/tags/rename', { from: 'y', to: secret })
  await owner.ok('POST', '/api/tags/rename', { from: secret, to: 'z' })
  await bulk([1], { collectionId: null })
  return { ...shared, secret, library, id }
}

it('a member is told who did what in the collection, and nothing of what was outside', async () => {
  const { owner, editor, reader, secret, library } = await lively()
  const isAll = async () => said(await activity(reader, library)).length
  await expect.poll(isAll).toBe(7)
  const page = await activity(reader, library)
  expect(said(page)).toEqual([
    // What happened before somebody joined is the owner's.
    `${editor.name}: Saved "Three"`,
    `${editor.name}: Renamed "Three" to "Third"`,
    // What it was before is not told.
    `${owner.name}: Edited "Two": moved to Garden`,
    // Of three links the two that left are not told any more.
    `${owner.name}: Tagged "Third" with #x`,
    // A collection that the reader does not see is none.
    `${owner.name}: Took "Two" out of Garden`,
    `${owner.name}: Changed "Third": tagged #y`,
    `${owner.name}: Took "1" out of Garden`,
  ])
  expect(JSON.stringify(page)).not.toContain(secret)
  expect(page.acts.every(({ undo, library: of }) => undo === 'final' && of === owner.libraryId)).toBe(true)
  const ofEditor = await activity(editor, library)
  expect(said(ofEditor)[0]).toBe('You: Saved "Three"')
  expect(ofEditor.acts.filter(({ by }) => by === undefined).map(({ undo }) => undo)).toContain('possible')

  const ofOwner = await activity(owner, '')
  expect(said(ofOwner).slice(0, 4)).toEqual([
    'You: Created the collection Garden',
    'You: Moved "1" to Garden',
    `${editor.name}: Saved "Three"`,
    `${editor.name}: Renamed "Three" to "Third"`,
  ])
  expect(ofOwner.acts[0]).not.toHaveProperty('library')

  const pages: HistoryAct[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next: HistoryPage = await activity(reader, `${library}&limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    pages.push(...next.acts)
    cursor = next.nextCursor
  }
  expect(pages).toEqual(page.acts)
  await owner.ok('DELETE', `/api/collections/1/members/${await memberIdOf(owner, reader)}`)
  expect((await reader.ask('GET', `/api/collections/1/activity?${library}`)).status).toBe(404)
  expect((await editor.ask('GET', `/api/collections/2/activity?${library}`)).status).toBe(404)
})

it('the histories of both tell it, with the name of the other in that of the owner', async () => {
  const { owner, editor, library, id } = await lively()
  const history = (who: Person, query = ''): Promise<HistoryPage> => who.ok('GET', `/api/history?${query}`)
  await editor.ok('PATCH', `/api/links/${id}/favorite?${library}`, { isFavorite: true })
  await editor.ok('POST', `/api/links/${id}/notes?${library}`, { type: 'note', content: 'Mine' })
  await editor.ok('POST', '/api/links', { url: 'https://example.com/own', title: 'Own' })
  const told = async () => said(await history(editor))
  await expect.poll(told).toContain('You: Renamed "Three" to "Third"')
  const all = await history(editor)
  const saved = all.acts.find(act => sayAct(act) === 'Saved "Three"')
  expect(saved).toMatchObject({ library: owner.libraryId, undo: 'final', links: [{ id, title: 'Three' }] })
  expect(all.acts.find(act => sayAct(act) === 'Saved "Own"')).not.toHaveProperty('library')
  const dates = all.acts.map(({ at }) => at)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(all.acts.map(act => act.id)).size).toBe(all.acts.length)
  for (const what of ['flagged', 'note']) {
    const act = all.acts.find(({ sharing, kind }) =>
      what === 'note' ? kind === 'note-taken' : sharing?.what === what,
    )
    expect(act).toMatchObject({ library: owner.libraryId, links: [{ id, title: 'Third' }] })
  }
  const pages: HistoryAct[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next: HistoryPage = await history(editor, `limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    pages.push(...next.acts)
    cursor = next.nextCursor
  }
  expect(pages.map(act => act.id)).toEqual(all.acts.map(act => act.id))
  expect((await history(editor, 'kind=edits')).acts.map(sayAct)).toEqual(['Renamed "Three" to "Third"'])

  const ofOwner = said(await history(owner))
  expect(ofOwner).toContain(`${editor.name}: Saved "Three"`)
  expect(ofOwner).toContain('You: Took "1" out of Garden')

  // Titles go with the right to see them. What was done stays.
  await owner.ok('DELETE', `/api/collections/1/members/${await memberIdOf(owner, editor)}`)
  const after = await history(editor)
  expect(after.acts.length).toBe(all.acts.length)
  expect(JSON.stringify(after.acts)).not.toMatch(/Three|Third|Garden/)
  expect(JSON.stringify(after.acts)).toContain('Own')
})

it('a link that left is called as it was there, whatever it is called and where it leads now', async () => {
  const { owner, reader } = await share()
  const library = `library=${owner.libraryId}`
  const secret = `secret${randomUUID().slice(0, 6)}`
  const host = `${randomUUID().slice(0, 8)}.example.com`
  // Without a title it is called by its address.
  const link = await owner.ok('POST', '/api/links', { url: `https://${host}/a-walk`, collectionId: 1 })
  await owner.ok('PUT', `/api/links/${link.id}/collection`, { collectionId: 1 })
  for (const id of [1, link.id]) await owner.ok('PUT', `/api/links/${id}/collection`, { collectionId: null })
  for (const id of [1, link.id])
    await owner.ok('PATCH', `/api/links/${id}`, { title: secret, url: `https://example.com/${secret}/${id}` })
  await owner.ok('POST', '/api/links', { url: 'https://example.com/last', title: 'Last' })
  await owner.ok('PUT', `/api/links/${link.id + 1}/collection`, { collectionId: 1 })
  await expect.poll(async () => said(await activity(reader, library)).at(-1)).toMatch(/Moved "Last"/)
  const page = await activity(reader, library)
  expect(JSON.stringify(page)).not.toContain(secret)
  expect(said(page).filter(sentence => sentence.includes('Took'))).toEqual([
    `${owner.name}: Took "1" out of Garden`,
    `${owner.name}: Took an article out of Garden`,
  ])
})

it('notes that all see are told with who wrote them, others are not', async () => {
  const { owner, commenter, reader } = await share()
  const library = `library=${owner.libraryId}`
  const note = (who: Person, content: string, shared: boolean) =>
    who.ok('POST', `/api/links/1/notes${who === owner ? '' : `?${library}`}`, {
      type: 'note',
      content,
      shared,
    })
  await note(commenter, 'First', true)
  await note(commenter, 'Hidden', false)
  await note(owner, 'Second', true)
  await note(owner, 'Also hidden', false)
  const notes = async (who: Person, query: string) =>
    said(await activity(who, query)).filter(sentence => sentence.includes('note'))
  await expect.poll(async () => (await notes(reader, library)).length).toBe(2)
  const [first, second] = await notes(reader, library)
  expect(first).toMatch(`${commenter.name}: `)
  expect(second).toMatch(`${owner.name}: `)
  expect((await notes(owner, '')).map(each => each.split(':')[0])).toEqual([commenter.name, 'You'])
  const all = (await activity(reader, library)).acts
  expect(JSON.stringify(all)).not.toMatch(/idden/)
  const pages: HistoryAct[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next: HistoryPage = await activity(reader, `${library}&limit=1${cursor ? `&cursor=${cursor}` : ''}`)
    pages.push(...next.acts)
    cursor = next.nextCursor
  }
  expect(pages).toEqual(all)
})
