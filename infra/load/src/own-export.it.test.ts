import { readFileSync } from 'node:fs'
import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import type { Export } from '@lectern/contracts/api/exports.ts'
import type { ImportAnswer, ImportList, ImportPreview } from '@lectern/contracts/api/imports.ts'
import type { LinkContent, LinkList } from '@lectern/contracts/api/links.ts'
import type { NoteList } from '@lectern/contracts/api/notes.ts'
import type { ExportedCollection, ExportedLink, ExportedNote } from '@lectern/contracts/export.ts'
import { until } from '@lectern/stack/probes.ts'
import { duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import type { ApiRequest } from './world/api-client.ts'
import { formWith } from './world/import-files.ts'
import { saveLink, signUp, succeed, type User } from './world/users.ts'
import { startWithPool } from './world/with-pool.ts'

type Exported = { collections: ExportedCollection[]; links: ExportedLink[]; notes: ExportedNote[] }

const stack = duringTests(() => startWithPool({ LOG_LEVEL: 'warn' }))

let people = 0
const newUser = async (): Promise<User> => {
  people += 1
  const [user] = await signUp({ port: stack.port, pool: stack.pool, prefix: `own-${people}` }, 1)
  if (user === undefined) throw new Error('nobody signed up')
  return user
}
const get = (path: string): ApiRequest => ({ method: 'GET', path })
const post = (path: string, body: unknown, headers = {}): ApiRequest => ({
  method: 'POST',
  path,
  body,
  headers,
})

const golden = readFileSync(
  new URL('../../../workers/fixtures/imports/lectern/library.json', import.meta.url),
)
const file = JSON.parse(golden.toString())

const importInto = async ({ api }: User, content: string): Promise<ImportAnswer> =>
  succeed<ImportAnswer>(api, post('/api/import/lectern', await formWith('library.json', content)))

test('an export becomes the same library in an empty account', async () => {
  const user = await newUser()
  const form = await formWith('library.json', golden.toString())
  const preview = await succeed<ImportPreview>(user.api, post('/api/import/lectern/preview', form))
  expect(preview).toMatchObject({ source: 'lectern', totalItems: 4, newItems: 4, noteCount: 3 })
  expect(await importInto(user, golden.toString())).toMatchObject({ imported: 4, duplicates: 0, failed: 0 })

  const collections = await succeed<CollectionList>(user.api, get('/api/collections'))
  const shown = collections.map(({ name, description, color }) => ({ name, description, color }))
  expect(shown.toSorted((a, b) => (a.color < b.color ? -1 : 1))).toEqual(
    file.collections.map(({ id: _, ...same }: { id: number }) => same),
  )
  const { links } = await succeed<LinkList>(user.api, get('/api/links?archived=all'))
  const byDate = (a: { createdAt: string }, b: { createdAt: string }) => (a.createdAt < b.createdAt ? 1 : -1)
  expect(
    links.map(({ url, tags, note, createdAt, isFavorite, isArchived }) => ({
      url,
      tags,
      note,
      createdAt,
      isFavorite,
      isArchived,
    })),
  ).toEqual(
    file.links
      .toSorted(byDate)
      .map(({ url, tags, note, createdAt, isFavorite, isArchived }: (typeof links)[number]) => ({
        url,
        tags,
        note,
        createdAt,
        isFavorite,
        isArchived,
      })),
  )
  const road = links.find(({ url }) => url.includes('Example'))
  const notes = await succeed<NoteList>(user.api, get(`/api/links/${road?.id}/notes`))
  expect(notes.map(({ id: _, linkId: __, ...same }) => same)).toEqual(
    file.notes.slice(0, 2).map(({ id: _, linkId: __, ...same }: { id: number; linkId: number }) => same),
  )
  const { position } = await succeed<LinkContent>(user.api, get(`/api/links/${road?.id}/content`))
  const { length: _, ...place } = file.links[0].position
  expect(position).toEqual(place)

  // An imported note is a note like any other.
  const [note] = notes
  const edit = { content: 'the warm inn, at last', basedOn: note?.updatedAt }
  const revised = await succeed<NoteList[number]>(user.api, {
    method: 'PUT',
    path: `/api/notes/${note?.id}`,
    body: edit,
  })
  expect(revised).toMatchObject({ ...note, content: edit.content, updatedAt: expect.any(String) })

  // What is there already stays as it is.
  expect(await importInto(user, golden.toString())).toMatchObject({ imported: 0, duplicates: 4 })
  const after = await succeed<CollectionList>(user.api, get('/api/collections'))
  expect(after).toHaveLength(3)
})

test('a client of before reads of the import what it can', async () => {
  const user = await newUser()
  await importInto(user, golden.toString())
  const list = async (headers: Record<string, string>) =>
    (await succeed<ImportList>(user.api, { ...get('/api/imports'), headers })).imports.map(
      ({ source }) => source,
    )
  expect(await list({})).toEqual(['lectern'])
  expect(await list({ 'lectern-client': '2' })).toEqual(['lectern'])
  expect(await list({ 'lectern-client': '1' })).toEqual(['karakeep'])
})

test('in a library with links, those that it has are duplicates, also where the file has them twice', async () => {
  const user = await newUser()
  await saveLink(user, 'https://example.com/road')
  expect(await importInto(user, golden.toString())).toMatchObject({ imported: 2, duplicates: 2 })
})

/** Resolves once workers have tried to read every page, after which no link says otherwise. */
const pagesWereRead = (user: User) =>
  until('The reading of all pages', async () => {
    const { links } = await succeed<LinkList>(user.api, get('/api/links?archived=all'))
    return links.every(({ extraction }) => extraction !== 'pending')
  })

/** The whole library as its JSON export, without ids and history. Its pages are what their sites and workers make of them. */
const exportOf = async (user: User) => {
  await pagesWereRead(user)
  const asked = await succeed<Export>(user.api, post('/api/exports', { format: 'json' }))
  await until('An export', async () => {
    const { status } = await succeed<Export>(user.api, get(`/api/exports/${asked.id}`))
    expect(status).not.toBe('failed')
    return status === 'done'
  })
  const answer = await succeed<string | object>(user.api, get(`/api/exports/${asked.id}/file`))
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const { collections, links, notes } = JSON.parse(text) as Exported
  const places = <Row extends { id: number }>(rows: Row[]) =>
    new Map(rows.map(({ id }, place) => [id, place]))
  const [ofCollection, ofLink] = [places(collections), places(links)]
  const library = {
    collections: collections.map(({ id: _, ...same }) => same),
    links: links.map(({ id: _, collectionId, ...same }) => ({
      ...same,
      collection: ofCollection.get(collectionId ?? 0) ?? null,
    })),
    notes: notes.map(({ id: _, linkId, ...same }) => ({ ...same, link: ofLink.get(linkId) })),
  }
  return { text, library }
}

test('exported, imported into an empty account and exported again, a library is equal but for ids and history', async () => {
  const user = await newUser()
  await importInto(user, golden.toString())
  const { api } = user
  const ask = (method: ApiRequest['method'], path: string, body?: object) =>
    succeed<{ id: number }>(api, { method, path, ...(body && { body }) })
  const unread = await saveLink(user, 'https://later.example/a?b=c#!/d', 'Läter  “on” – 後で')
  const twice = {
    url: 'http://later.example/a?b=c#!/d',
    title: 'Once more',
    ignoreDuplicate: true,
    tags: ['LATER'],
  }
  const { id } = await ask('POST', '/api/links', twice)
  const gone = await saveLink(user, 'https://gone.example/')
  const { id: collectionId } = await ask('POST', '/api/collections', { name: 'Empty', color: '#ABCDEF' })
  await ask('PUT', `/api/links/${id}/collection`, { collectionId })
  await ask('PATCH', `/api/links/${unread.id}/favorite`, { isFavorite: true })
  await ask('PATCH', `/api/links/${unread.id}`, { tags: ['later', 'Zwei Wörter'], note: 'Two\n\nparagraphs' })
  await ask('POST', `/api/links/${unread.id}/notes`, { type: 'note', content: 'Mine alone', isPrivate: true })
  await ask('DELETE', `/api/links/${gone.id}`)
  await ask('PATCH', `/api/links/${id}/archive`, { isArchived: true })

  const first = await exportOf(user)
  expect(first.library.links).toHaveLength(6)
  const other = await newUser()
  expect(await importInto(other, first.text)).toMatchObject({
    imported: 6,
    duplicates: 0,
    skipped: 0,
    failed: 0,
  })
  const second = await exportOf(other)
  expect(second.library).toEqual(first.library)
})
