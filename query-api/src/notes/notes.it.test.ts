import { CURSOR_HEADER, NoteEntries, NoteList } from '@lectern/contracts/api/notes.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { NOTE_TEXT_MAX } from '@lectern/contracts/limits.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startQueryApi(parts))

/** A library with the links 1, 2 and 3. */
const aReader = async () => {
  const caller = aCaller()
  const library = aLibrary(caller)
  const notebook = aNotebook(caller.libraryId)
  let last = await api.record(library.stream, [library.opened(), ...[1, 2, 3].map(id => library.saved(id))])
  const write = async (...events: NotebookEvent[]) => {
    last = await api.record(notebook.stream, events)
  }
  const after = () => last
  const removed = async (linkId: number) => {
    last = await api.record(library.stream, [library.deleted(linkId)])
  }
  return { caller, library, notebook, write, after, removed }
}

const read = async (path: string, as: Caller, after?: Position) => {
  const answer = await api.get(path, { as, after })
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined])
  expect(answer.headers['lectern-behind']).toBeUndefined()
  return answer
}
const list = async (query: string, as: Caller, after?: Position) =>
  NoteEntries.parse((await read(`/api/notes?${query}`, as, after)).body)
const idsOf = (entries: NoteEntries) => entries.map(({ note }) => note.id)

/** All notes of a list, page by page. */
const pages = async (path: string, as: Caller, limit = '') => {
  const found: { id: number }[][] = []
  let cursor = ''
  for (;;) {
    const { body, headers } = await read(`${path}?${limit}${cursor}`, as)
    found.push(body.map((each: { note?: { id: number }; id: number }) => each.note ?? each))
    if (headers[CURSOR_HEADER] === undefined) return found
    cursor = `&cursor=${headers[CURSOR_HEADER]}`
  }
}

describe('GET /api/links/{id}/notes', () => {
  it('gives the notes in the order of their positions, those without one last, then by date', async () => {
    const { caller, notebook, write, after } = await aReader()
    const at = (start: number) => ({ position: { start, end: start + 9 } })
    const on = (day: number) => ({ at: `2026-03-0${day}T10:00:00.000Z` })
    await write(
      ...[notebook.taken(1, 1, on(2)), notebook.taken(2, 1, at(900)), notebook.taken(3, 1, on(1))],
      ...[notebook.taken(4, 1, { ...at(20), ...on(2) }), notebook.taken(5, 1, { ...at(20), ...on(1) })],
      ...[notebook.taken(6, 2), notebook.taken(7, 1), notebook.deleted(7)],
    )
    const { body } = await read('/api/links/1/notes', caller, after())
    expect(NoteList.parse(body).map(({ id }) => id)).toEqual([5, 4, 2, 3, 1])
  })

  it('gives each note as it is', async () => {
    const { caller, notebook, write, after } = await aReader()
    const position = { start: 120, end: 137 }
    const fields = { noteType: 'highlight', selectedText: 'A road', position } as const
    const later = '2026-03-02T10:00:00.000Z'
    await write(
      notebook.taken(1, 1, fields),
      notebook.revised(1, { content: 'Whose?', isPrivate: true }, later),
    )
    const { body } = await read('/api/links/1/notes', caller, after())
    expect(body).toEqual([
      {
        ...{ id: 1, linkId: 1, type: 'highlight', content: 'Whose?', selectedText: 'A road' },
        ...{ color: '#FBBF24', isPrivate: true, position },
        ...{ createdAt: '2026-03-01T10:00:00.000Z', updatedAt: later },
      },
    ])
  })

  it('is 404 for a link of another library, and for one that is gone, at once', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(notebook.taken(1, 1))
    expect((await api.get('/api/links/1/notes', { as: aCaller(), after: after() })).status).toBe(404)
    await removed(1)
    for (const id of ['1', '99', 'x'])
      expect((await api.get(`/api/links/${id}/notes`, { as: caller, after: after() })).status).toBe(404)
  })

  it('ends a page where its text is long, and the cursor leads to the rest', async () => {
    const { caller, notebook, write, after } = await aReader()
    const [content, selectedText] = ['a'.repeat(NOTE_TEXT_MAX), 'é'.repeat(NOTE_TEXT_MAX)]
    for (let n = 1; n <= 30; n++) await write(notebook.taken(n, 1, { content, selectedText }))
    await read('/api/links/2/notes', caller, after())
    for (const path of ['/api/links/1/notes', '/api/notes']) {
      const found = await pages(path, caller)
      expect(found.map(page => page.length)).toEqual([27, 3])
      expect(new Set(found.flat().map(({ id }) => id)).size).toBe(30)
    }
  })
})

describe('GET /api/notes', () => {
  it('gives the newest notes with their links', async () => {
    const { caller, library, notebook, write, after } = await aReader()
    const url = 'https://example.com/read'
    await api.record(library.stream, [library.saved(4, { url, title: 'Roads' })])
    await api.record(anArticle(url).stream, [anArticle(url).extracted()])
    const old = { createdAt: '2014-05-06T07:08:09.000Z' }
    await write(notebook.taken(1, 4), notebook.taken(2, 1))
    await write(notebook.taken(3, 2, { at: old.createdAt }))
    await expect
      .poll(async () => (await list('', caller, after()))[1]?.link)
      .toEqual({ title: 'Roads', url, previewImage: null, siteName: 'A site' })
    const entries = await list('', caller)
    expect(idsOf(entries)).toEqual([2, 1, 3])
    expect(entries[2]?.note).toMatchObject({ linkId: 2, ...old })
    expect(idsOf(await list('', aCaller()))).toEqual([])
  })

  it('gives every note once, whatever the limit, also where many have one date', async () => {
    const { caller, notebook, write, after } = await aReader()
    await write(...Array.from({ length: 23 }, (_, n) => notebook.taken(n + 1, (n % 3) + 1)))
    await list('', caller, after())
    for (const limit of [1, 7, 23, 1_000]) {
      const ids = (await pages('/api/notes', caller, `limit=${limit}`)).flat().map(({ id }) => id)
      expect(ids).toEqual(Array.from({ length: 23 }, (_, n) => 23 - n))
    }
  })

  it('finds words of content and selected text, case and accents ignored, and types', async () => {
    const { caller, notebook, write, after } = await aReader()
    await write(
      notebook.taken(1, 1, { content: 'Die Straße\nnach Süden', noteType: 'quote' }),
      notebook.taken(2, 1, { content: 'Mine', selectedText: 'the road SOUTH', noteType: 'highlight' }),
      notebook.taken(3, 1, { content: '100% of roads_', noteType: 'note' }),
      notebook.revised(2, { content: 'Ours' }),
    )
    const found = async (query: string) => idsOf(await list(query, caller, after()))
    expect(await found('q=strasse%20sud')).toEqual([1])
    expect(await found('q=road')).toEqual([3, 2])
    expect(await found('q=ours%20south')).toEqual([2])
    expect(await found('q=mine')).toEqual([])
    expect(await found('q=0%25')).toEqual([3])
    expect(await found('q=s_')).toEqual([3])
    expect(await found('q=%20')).toEqual([3, 2, 1])
    expect(await found('type=quote')).toEqual([1])
    expect(await found('q=road&type=note')).toEqual([3])
  })

  it('leaves out the notes of a deleted link before they are deleted themselves', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(notebook.taken(1, 1), notebook.taken(2, 2))
    await removed(1)
    expect(idsOf(await list('', caller, after()))).toEqual([2])
  })

  it.each(['limit=0', 'limit=x', 'type=poem', 'cursor=!'])('refuses %s', async query => {
    expect((await api.get(`/api/notes?${query}`, { as: aCaller() })).status).toBe(400)
  })
})

describe('POST /api/notes/count', () => {
  it('counts the notes of the named links that are there', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(notebook.taken(1, 1), notebook.taken(2, 2), notebook.taken(3, 2), notebook.taken(4, 3))
    const count = async (linkIds: number[], as = caller) =>
      (await api.post('/api/notes/count', { linkIds }, { as, after: after() })).body
    expect(await count([1, 2, 2, -1, 99, 2 ** 40])).toEqual({ notes: 3 })
    expect(await count([1, 2], aCaller())).toEqual({ notes: 0 })
    await removed(2)
    expect(await count([1, 2])).toEqual({ notes: 1 })
  })

  it.each([{}, { linkIds: [] }, { linkIds: ['a'] }])('refuses %o', async body => {
    expect((await api.post('/api/notes/count', body, { as: aCaller() })).status).toBe(400)
  })
})
