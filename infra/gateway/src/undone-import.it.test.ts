import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))

const at = '2026-03-01T10:00:00.000Z'
const totals = { read: 3, imported: 3, duplicates: 0, skipped: 0, failed: 0 }

/** Imports links 2 to 4, of which 3 and 4 go into collection 2, and a note on each, as a worker does. */
const importInto = async (email: string) => {
  const { rows } = await gateway.pool.query(
    'SELECT id, library_id FROM identity.users WHERE email_key = $1',
    [email],
  )
  const [{ id: actorId, library_id: libraryId }] = rows
  const importId = randomUUID()
  const file = { uploadId: importId, sha256: 'ab', source: 'pocket', fileName: 'part_000000.csv' }
  const links = [2, 3, 4].map((linkId, n) => ({
    ...{ row: n + 1, linkId, url: `https://import.test/${linkId}`, urlKey: `import.test/${linkId}` },
    ...{ title: `Imported ${linkId}`, titleFrom: 'person', note: null, tags: ['fresh'], savedAt: at },
    ...{ isFavorite: false, isArchived: false, collectionId: linkId === 2 ? null : 2 },
  }))
  const notes = [2, 3, 4].map((linkId, n) => ({
    ...{ noteId: n + 1, linkId, noteType: 'highlight', content: `From ${linkId}`, selectedText: null },
    ...{ color: '#FBBF24', createdAt: at },
  }))
  const made = { collectionId: 2, name: 'Travel', color: '#10B981' }
  const others = { duplicates: [], skipped: [], failed: [], shortened: [] }
  const append = (stream: string, ...events: { type: string; data: object }[]) =>
    gateway.store.append(
      stream,
      'any',
      events.map(event => ({
        ...event,
        id: randomUUID(),
        metadata: { actorId, via: 'import', commandId: randomUUID(), commandHash: '' },
      })),
    )
  const { revision } = await append(
    libraryStream(libraryId),
    {
      type: 'ImportRequested',
      data: { importId, ...file, requestedBy: actorId, expectedRows: 3, proceedWithFree: false, at },
    },
    { type: 'ImportStarted', data: { importId, at } },
    {
      type: 'LinksImported',
      data: { importId, firstRow: 1, lastRow: 3, links, newCollections: [made], ...others, at },
    },
    { type: 'ImportCompleted', data: { importId, totals, at } },
  )
  await append(notebookStream(libraryId), {
    type: 'NotesImported',
    data: { importId, firstRow: 1, batch: 0, notes, failed: [], at },
  })
  return { act: `l${Number(revision) - 3}` }
}

it('an undone import leaves lists, searches, counts, collections and notes as they were before it', async () => {
  const person = { email: 'mina@example.org', username: 'mina', password: 'the password of mina' }
  const { cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body: person })
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await gateway.ask({ method, path, body }, cookies)
    return { status, body: JSON.parse(text) }
  }
  const seen = async () => ({
    links: (await ask('GET', '/api/links?archived=all')).body.links.map(({ id }: { id: number }) => id),
    counts: (await ask('GET', '/api/counts')).body,
    collections: (await ask('GET', '/api/collections')).body,
    found: (await ask('GET', '/api/links?q=imported')).body.total,
    tagged: (await ask('GET', '/api/links?q=%23fresh')).body.total,
    notes: (await ask('GET', '/api/notes')).body.map(({ note }: { note: { id: number } }) => note.id),
  })
  await ask('POST', '/api/links', { url: 'https://example.com/1', title: 'Mine' })
  await ask('POST', '/api/collections', { name: 'Reading' })
  await ask('PUT', '/api/links/1/collection', { collectionId: 1 })
  const before = await seen()
  const { act } = await importInto(person.email)
  await expect.poll(seen, { timeout: 20_000 }).toMatchObject({
    ...{ links: { length: 4 }, collections: { length: 2 }, found: 3, tagged: 3, notes: { length: 3 } },
  })

  const changed = await ask('PUT', '/api/links/4/collection', { collectionId: 1 })
  expect(changed.status).toBe(200)
  const answer = { restoredCount: 2, leftCount: 1, left: [{ id: 4, title: 'Imported 4' }] }
  expect(await ask('POST', '/api/undo/preview', { act })).toMatchObject({ status: 200, body: answer })
  expect((await ask('POST', '/api/undo/preview', { act, includeTouched: true })).body).toMatchObject({
    ...{ restoredCount: 3, leftCount: 0, import: { noteCount: 3, collectionCount: 1 } },
  })
  expect(await ask('POST', '/api/undo', { act, includeTouched: true })).toMatchObject({ status: 200 })
  // The next read shows it.
  expect((await ask('GET', '/api/links?archived=all')).body.links).toHaveLength(1)
  await expect.poll(seen, { timeout: 20_000 }).toEqual(before)
  expect(await ask('POST', '/api/undo', { act })).toMatchObject({ status: 409 })
  for (const id of [1, 2, 3])
    await expect
      .poll(async () => (await ask('PUT', `/api/notes/${id}`, {})).status, { timeout: 20_000 })
      .toBe(404)
})

it('a deleted collection comes back into lists and counts as it was', async () => {
  const person = { email: 'ben@example.org', username: 'ben', password: 'the password of ben' }
  const { cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body: person })
  const ask = async (method: string, path: string, body?: unknown, key = randomUUID()) => {
    const headers = { 'idempotency-key': key }
    const { status, text } = await gateway.ask({ method, path, body, headers }, cookies)
    return { status, body: JSON.parse(text) }
  }
  for (const id of [1, 2])
    await ask('POST', '/api/links', { url: `https://example.com/${id}`, title: `${id}` })
  await ask('POST', '/api/collections', { name: 'Reading', description: 'For the train', color: '#EF4444' })
  await ask('PUT', '/api/links/bulk', { linkIds: [1, 2], updates: { collectionId: 1 } })
  await ask('PATCH', '/api/links/2/archive', { isArchived: true })
  const seen = async () => [
    (await ask('GET', '/api/collections')).body,
    (await ask('GET', '/api/counts')).body,
    (await ask('GET', '/api/links?archived=all&collection=1')).body.total,
  ]
  const before = await seen()
  const key = randomUUID()
  await ask('DELETE', '/api/collections/1', undefined, key)
  expect((await ask('GET', '/api/collections')).body).toEqual([])
  expect(await ask('POST', '/api/undo', { commandId: key })).toMatchObject({
    ...{ status: 200, body: { restoredCount: 2, leftCount: 0, collection: { id: 1, name: 'Reading' } } },
  })
  expect(await seen()).toEqual(before)
})
