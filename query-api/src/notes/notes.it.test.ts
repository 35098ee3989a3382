import { randomUUID } from 'node:crypto'
import {
  CURSOR_HEADER,
  NoteChanges,
  NoteCounts,
  NoteEntries,
  NoteList,
} from '@lectern/contracts/api/notes.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { NOTE_TEXT_MAX } from '@lectern/contracts/limits.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { asking } from '@lectern/platform/test-support/callers.ts'
import { AT, aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
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
  return answer
}
const list = async (query: string, as: Caller, after?: Position) =>
  NoteEntries.parse((await read(`/api/notes?${query}`, as, after)).body)
const idsOf = (entries: NoteEntries) => entries.map(({ note }) => note.id)

/** An import with the library's own id. */
const importRequested = (libraryId: string): LibraryEvent => {
  const file = {
    uploadId: randomUUID(),
    sha256: 'a'.repeat(64),
    source: 'pocket',
    fileName: 'a.csv',
  } as const
  const data = {
    importId: libraryId,
    ...file,
    requestedBy: libraryId,
    expectedRows: 1,
    proceedWithFree: false,
  }
  return { type: 'ImportRequested', data: { ...data, at: AT } }
}

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
  it('the notes of a link come in the order of their positions, those without one last, then by date', async () => {
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

  it('each note of a link is given as it is', async () => {
    const { caller, notebook, write, after } = await aReader()
    const position = { start: 120, end: 137 }
    const anchor = { prefix: 'They took ', suffix: ' south', contentHash: 'c'.repeat(64) }
    const fields = { noteType: 'highlight', selectedText: 'A road', position, anchor } as const
    const later = '2026-03-02T10:00:00.000Z'
    await write(
      notebook.taken(1, 1, fields),
      notebook.revised(1, { content: 'Whose?', isPrivate: true }, later),
    )
    const { body } = await read('/api/links/1/notes', caller, after())
    expect(body).toEqual([
      {
        ...{ id: 1, linkId: 1, type: 'highlight', content: 'Whose?', selectedText: 'A road' },
        ...{ color: '#FBBF24', isPrivate: true, position, anchor },
        ...{ createdAt: '2026-03-01T10:00:00.000Z', updatedAt: later },
      },
    ])
  })

  it('the notes of a link of another library, or of one that is gone, are 404 at once', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(notebook.taken(1, 1))
    expect((await api.get('/api/links/1/notes', { as: aCaller(), after: after() })).status).toBe(404)
    await removed(1)
    for (const id of ['1', '99', 'x'])
      expect((await api.get(`/api/links/${id}/notes`, { as: caller, after: after() })).status).toBe(404)
  })

  it('a page of notes ends where its text is long, and the cursor leads to the rest', async () => {
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
  it('the newest notes come with their links', async () => {
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

  it('the list of notes gives every note once, whatever the limit, also where many have one date', async () => {
    const { caller, notebook, write, after } = await aReader()
    await write(...Array.from({ length: 23 }, (_, n) => notebook.taken(n + 1, (n % 3) + 1)))
    await list('', caller, after())
    for (const limit of [1, 7, 23, 1_000]) {
      const ids = (await pages('/api/notes', caller, `limit=${limit}`)).flat().map(({ id }) => id)
      expect(ids).toEqual(Array.from({ length: 23 }, (_, n) => 23 - n))
    }
  })

  it('a search finds words of content and selected text of notes, case and accents ignored, and types', async () => {
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

  it('a search finds what is printed by what people type', async () => {
    const { caller, notebook, write, after } = await aReader()
    await write(
      notebook.taken(1, 1, { content: 'Don’t – it’s Covid‑19', noteType: 'note' }),
      notebook.taken(2, 1, { content: 'Mine', selectedText: 'l’été 10\u202f000 ﬁne', noteType: 'highlight' }),
    )
    const found = async (q: string) => idsOf(await list(`q=${encodeURIComponent(q)}`, caller, after()))
    expect(await found("don't covid-19")).toEqual([1])
    expect(await found("l'ete 10 000 fine")).toEqual([2])
  })

  it('a search finds notes by words of the title of their link, too, but not of its other texts', async () => {
    const { caller, library, notebook, write, after } = await aReader()
    const link = { title: 'Wege nach Süden', note: 'Norden', url: 'https://example.com/osten' }
    await api.record(library.stream, [library.saved(4, link)])
    await write(notebook.taken(1, 4, { content: 'Lang' }), notebook.taken(2, 1, { content: 'Lang' }))
    const found = async (query: string) => idsOf(await list(query, caller, after()))
    expect(await found('q=sud')).toEqual([1])
    expect(await found('q=lang%20wege')).toEqual([1])
    expect(await found('q=lang')).toEqual([2, 1])
    expect(await found('q=norden')).toEqual([])
    expect(await found('q=osten')).toEqual([])
  })

  it('the list leaves out the notes of a deleted link before they are deleted themselves', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(notebook.taken(1, 1), notebook.taken(2, 2))
    await removed(1)
    expect(idsOf(await list('', caller, after()))).toEqual([2])
  })

  it.each(['limit=0', 'limit=x', 'type=poem', 'cursor=!'])('the list of notes refuses %s', async query => {
    expect((await api.get(`/api/notes?${query}`, { as: aCaller() })).status).toBe(400)
  })
})

describe('GET /api/notes/counts', () => {
  it('the counts of notes count by type what the list finds', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(
      notebook.taken(1, 1, { content: 'A road' }),
      notebook.taken(2, 2, { content: 'A road', noteType: 'highlight' }),
      notebook.taken(3, 2, { content: 'A house', noteType: 'highlight' }),
      notebook.taken(4, 3, { content: 'A road', noteType: 'quote' }),
    )
    const counts = async (query: string, as = caller) =>
      NoteCounts.parse((await read(`/api/notes/counts?${query}`, as, after())).body)
    expect(await counts('')).toEqual({ all: 4, note: 1, highlight: 2, quote: 1 })
    expect(await counts('q=road')).toEqual({ all: 3, note: 1, highlight: 1, quote: 1 })
    expect(await counts('q=link%202')).toEqual({ all: 2, note: 0, highlight: 2, quote: 0 })
    expect(await counts('', aCaller())).toEqual({ all: 0, note: 0, highlight: 0, quote: 0 })
    await removed(3)
    expect(await counts('')).toEqual({ all: 3, note: 1, highlight: 2, quote: 0 })
  })
})

describe('GET /api/notes?changes=', () => {
  const changes = async (cursor: string, as: Caller, after?: Position, query = '') =>
    NoteChanges.parse((await read(`/api/notes?changes=${cursor}${query}`, as, after)).body)
  const told = ({ changes }: NoteChanges) => changes.map(each => (each.deleted ? -each.id : each.id))

  it('the changes of notes are given since a cursor, each note once and as it is, deletions included', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(notebook.taken(1, 1), notebook.taken(2, 2), notebook.taken(3, 3, { noteType: 'highlight' }))
    const first = await changes('0', caller, after())
    expect(first.changes[0]).toMatchObject({
      ...{ id: 1, deleted: false, note: { id: 1, linkId: 1, content: 'Note 1' }, link: { title: 'Link 1' } },
    })
    expect([told(first), first.hasMore]).toEqual([[1, 2, 3], false])
    const same = await changes(first.cursor, caller)
    expect([told(same), same.cursor]).toEqual([[], first.cursor])

    await write(
      ...[notebook.revised(2, { content: 'Ours' }), notebook.deleted(1), notebook.taken(4, 1)],
      ...[notebook.highlightsCleared(3, [3]), notebook.revised(2, { color: '#000000' })],
    )
    const second = await changes(first.cursor, caller, after())
    expect(told(second)).toEqual([-1, 4, -3, 2])
    expect(second.changes[3]).toMatchObject({ note: { content: 'Ours', color: '#000000' } })

    await removed(2)
    // Its note is hidden at once. Followers are told of it once the note is deleted.
    await write(notebook.ofLinksDeleted([2], [2]))
    expect(told(await changes(second.cursor, caller, after()))).toEqual([-2])
    expect(told(await changes('0', aCaller()))).toEqual([])
  })

  it('the changes of notes tell a private note like a deleted one, unless it is asked for', async () => {
    const { caller, notebook, write, after } = await aReader()
    await write(notebook.taken(1, 1), notebook.taken(2, 1, { isPrivate: true }))
    const { cursor, ...first } = await changes('0', caller, after())
    expect(told({ cursor, ...first })).toEqual([1, -2])
    await write(notebook.revised(1, { isPrivate: true }))
    expect(told(await changes(cursor, caller, after()))).toEqual([-1])
    expect(told(await changes('0', caller, after(), '&private=true'))).toEqual([2, 1])
  })

  it('thousands of changes of one event are given page by page, each once', async () => {
    const { caller, library, notebook, write, after } = await aReader()
    await api.record(library.stream, [importRequested(library.id)])
    await write(
      notebook.imported(
        library.id,
        Array.from({ length: 2_500 }, (_, n) => [n + 1, 1]),
      ),
      notebook.ofLinksDeleted([1], [[100, 1_700]]),
    )
    await changes('0', caller, after())
    const ids: number[] = []
    for (let cursor = '0'; ; ) {
      const page = await changes(cursor, caller)
      ids.push(...told(page))
      cursor = page.cursor
      if (!page.hasMore) break
    }
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, n) => first + n)
    expect(ids).toEqual([...range(1, 99), ...range(1_701, 2_500), ...range(100, 1_700).map(id => -id)])
  })

  it.each(['x', '1', '1.x', '-1.0', '1.2.3', '9999999999.1'])(
    'the changes of notes refuse the cursor %s',
    async cursor => {
      expect(await api.get(`/api/notes?changes=${cursor}`, { as: aCaller() })).toMatchObject({
        status: 400,
        body: { message: 'This cursor is not one of ours.' },
      })
    },
  )
})

describe('the export in Markdown', () => {
  const exported = async (path: string, as: Caller) => {
    const headers = asking({ caller: as })
    const {
      statusCode,
      headers: answered,
      body,
    } = await api.app.inject({ method: 'GET', url: path, headers })
    expect([path, statusCode]).toEqual([path, 200])
    expect(answered['content-type']).toBe('text/markdown; charset=utf-8')
    return { body, disposition: answered['content-disposition'] }
  }

  it('a Markdown export has the notes of an article in the order of its text, private ones only when asked for', async () => {
    const { caller, notebook, write, after } = await aReader()
    const at = (start: number) => ({ position: { start, end: start + 9 } })
    await write(
      notebook.taken(1, 1, { content: 'Read *again*\n- soon <b>' }),
      notebook.taken(2, 1, { ...at(90), noteType: 'quote', content: '# No <img> & [heading]\n\n1. end' }),
      notebook.taken(3, 1, { ...at(9), noteType: 'highlight', content: 'Mine', selectedText: 'a_road' }),
      notebook.taken(4, 1, { ...at(1), isPrivate: true, content: 'Secret' }),
      notebook.taken(5, 2),
    )
    await read('/api/links/1/notes', caller, after())
    const { body, disposition } = await exported('/api/links/1/notes/export', caller)
    expect(disposition).toBe('attachment; filename="lectern-notes-1.md"')
    expect(body).toBe(`# Link 1

<https://example.com/${caller.libraryId}/1>

> a\\_road

Mine

*Highlight, Mar 1, 2026*

> \\# No \\<img\\> \\& \\[heading\\]
>
> 1\\. end

*Quote, Mar 1, 2026*

Read *again*
- soon \\<b>

*Note, Mar 1, 2026*

`)
    const whole = await exported('/api/links/1/notes/export?private=true', caller)
    expect(whole.body).toContain('Secret')
  })

  it('a Markdown export has all articles with notes, each once, also where their notes fill many pages', async () => {
    const { caller, library, notebook, write, after } = await aReader()
    await api.record(library.stream, [importRequested(library.id)])
    const notes = Array.from({ length: 2_100 }, (_, n) => [n + 1, (n % 2) + 1] as const)
    await write(
      notebook.imported(
        library.id,
        notes.map(([id, link]) => [id, link, { content: `No ${id}.` }]),
      ),
      notebook.taken(2_101, 3, { isPrivate: true }),
    )
    await read('/api/links/1/notes', caller, after())
    const { body, disposition } = await exported('/api/notes/export', caller)
    expect(disposition).toBe('attachment; filename="lectern-notes.md"')
    expect(body.match(/^# .*$/gm)).toEqual(['# Link 2', '# Link 1'])
    const found = [...body.matchAll(/No (\d+)\./g)].map(([, id]) => Number(id))
    const ofLink = (id: number) => notes.flatMap(([note, link]) => (link === id ? note : []))
    expect(found).toEqual([...ofLink(2), ...ofLink(1)])
    expect((await exported('/api/notes/export', aCaller())).body).toBe('')
  })

  it('a Markdown export is 404 for a link of another library', async () => {
    const { caller, after } = await aReader()
    expect((await api.get('/api/links/1/notes/export', { as: aCaller(), after: after() })).status).toBe(404)
    expect((await api.get('/api/links/99/notes/export', { as: caller })).status).toBe(404)
  })
})

describe('POST /api/notes/count', () => {
  it('the count of notes has those of the named links that are there', async () => {
    const { caller, notebook, write, after, removed } = await aReader()
    await write(notebook.taken(1, 1), notebook.taken(2, 2), notebook.taken(3, 2), notebook.taken(4, 3))
    const count = async (linkIds: number[], as = caller) =>
      (await api.post('/api/notes/count', { linkIds }, { as, after: after() })).body
    expect(await count([1, 2, 2, -1, 99, 2 ** 40])).toEqual({ notes: 3 })
    expect(await count([1, 2], aCaller())).toEqual({ notes: 0 })
    await removed(2)
    expect(await count([1, 2])).toEqual({ notes: 1 })
  })

  it.each([{}, { linkIds: [] }, { linkIds: ['a'] }])('the count of notes refuses %o', async body => {
    expect((await api.post('/api/notes/count', body, { as: aCaller() })).status).toBe(400)
  })
})
