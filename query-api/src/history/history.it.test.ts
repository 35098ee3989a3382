import { randomUUID } from 'node:crypto'
import { HistoryMonths, HistoryPage } from '@lectern/contracts/api/history.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { AT, aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

type Event = LibraryEvent | NotebookEvent

/** The events of one command, at a time of their own. */
const of = <E extends Event>(commandId: string, at: string, ...events: E[]): E[] =>
  events.map(event => ({
    ...event,
    data: { ...event.data, at },
    metadata: { actorId: 'a', via: 'web', commandId, commandHash: 'h' },
  }))
const via = <E extends Event>(source: string, events: E[]) =>
  events.map(event => ({ ...event, metadata: { ...(event as { metadata?: object }).metadata, via: source } }))

const historyOf = async (caller: Caller, query = '', after?: Position) => {
  const answer = await api.get(`/api/history${query}`, { as: caller, after })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return HistoryPage.parse(answer.body)
}
const said = async (caller: Caller, query = '', after?: Position) =>
  (await historyOf(caller, query, after)).acts.map(sayAct)

const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T10:00:00.000Z`

/** A library whose acts have many kinds. */
const aHistory = async () => {
  const caller = aCaller()
  const library = aLibrary(caller)
  const notebook = aNotebook(library.id)
  const url = 'https://example.com/the-road'
  await api.record(anArticle(url).stream, [anArticle(url).extracted()])
  await api.record(library.stream, [
    ...of('open', '2026-02-01T10:00:00.000Z', library.opened()),
    ...of('save 1', day(1), library.saved(1, { title: 'Müller on trees', tags: ['Wood'] })),
    ...via('extension', of('save 2', day(2), library.saved(2, { title: 'Road', url, titleFrom: 'page' }))),
    ...of('save 3', day(3), library.saved(3, { title: 'Rivers', tags: [] })),
    ...of('make', day(4), library.collectionCreated(1)),
    ...of('name', day(5), library.collectionEdited(1, { name: 'Nature' })),
    ...of('move', day(6), library.edited([[1, 2]], { collectionId: 1 })),
    ...via('api', of('archive', day(7), library.archived(3))),
    ...of('tag', day(8), library.edited([1, 3], { addTags: ['Water'] })),
    ...of('delete', day(9), library.deleted(3)),
  ])
  const after = await api.record(notebook.stream, [
    ...of('note', day(10), notebook.taken(1, 1, { content: 'On oaks' })),
    ...of('revise', day(11), notebook.revised(1, { content: 'On elms' })),
    ...of('no note', day(12), notebook.deleted(1)),
  ])
  return { caller, library, after }
}

describe('the history', () => {
  it('the history says every act, newest first, with the names of what is gone', async () => {
    const { caller, after } = await aHistory()
    expect(await said(caller, '', after)).toEqual([
      'Deleted a note on "Müller on trees"',
      'Changed a note on "Müller on trees"',
      'Took a note on "Müller on trees"',
      'Deleted "Rivers"',
      'Tagged 2 articles with #Water',
      'Archived "Rivers"',
      'Moved 2 articles to Nature',
      'Renamed a collection to Nature',
      'Created the collection Collection 1',
      'Saved "Rivers"',
      'Saved "A page"',
      'Saved "Müller on trees"',
      'Opened the library',
    ])
    const { acts } = await historyOf(caller)
    const [removed, revised] = acts
    expect(removed?.note).toEqual({ id: 1, type: 'note', text: 'On elms', isGone: true })
    expect(revised).toMatchObject({ id: 'n1', commandId: 'revise', at: day(11), via: 'web', undo: 'final' })
    expect(acts.find(({ kind }) => kind === 'deleted')?.links).toMatchObject([
      { id: 3, title: 'Rivers', isGone: true },
    ])
  })

  it('the history comes in pages', async () => {
    const { caller, after } = await aHistory()
    const all = (await historyOf(caller, '', after)).acts
    for (const size of [1, 4, 12]) {
      const found = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: HistoryPage = await historyOf(caller, `?limit=${size}${cursor && `&cursor=${cursor}`}`)
        found.push(...page.acts)
        cursor = page.nextCursor
      }
      expect(found).toEqual(all)
    }
  })

  it.each<[string, string[]]>([
    ['?link=3', ['Deleted "Rivers"', 'Tagged 2 articles with #Water', 'Archived "Rivers"', 'Saved "Rivers"']],
    ['?link=2', ['Moved 2 articles to Nature', 'Saved "A page"']],
    ['?link=3&kind=flags', ['Archived "Rivers"']],
    ['?link=3&tag=water', ['Tagged 2 articles with #Water']],
    [
      '?collection=1',
      ['Moved 2 articles to Nature', 'Renamed a collection to Nature', 'Created the collection Collection 1'],
    ],
    ['?collection=1&kind=moves', ['Moved 2 articles to Nature']],
    ['?tag=wood', ['Saved "Müller on trees"']],
    ['?tag=%23none', []],
    ['?kind=notes', ['Changed a note on "Müller on trees"', 'Took a note on "Müller on trees"']],
    ['?kind=saves&limit=2', ['Saved "Rivers"', 'Saved "A page"']],
    ['?kind=deletions', ['Deleted a note on "Müller on trees"', 'Deleted "Rivers"']],
    ['?via=extension', ['Saved "A page"']],
    ['?via=api', ['Archived "Rivers"']],
    ['?via=web&kind=moves', ['Moved 2 articles to Nature']],
    ['?via=system', []],
    [`?from=${day(5)}&until=${day(7)}`, ['Moved 2 articles to Nature', 'Renamed a collection to Nature']],
    [`?until=${day(2)}`, ['Saved "Müller on trees"', 'Opened the library']],
    [`?kind=saves&from=${day(2)}`, ['Saved "Rivers"', 'Saved "A page"']],
    [`?tag=water&until=${day(2)}`, []],
    // The title of the page, and of a link that is gone; accents and case do not count.
    ['?q=a%20PAGE', ['Moved 2 articles to Nature', 'Saved "A page"']],
    ['?q=the-road', ['Moved 2 articles to Nature', 'Saved "A page"']],
    [
      '?q=rivers',
      ['Deleted "Rivers"', 'Tagged 2 articles with #Water', 'Archived "Rivers"', 'Saved "Rivers"'],
    ],
    ['?q=muller%20trees&kind=saves', ['Saved "Müller on trees"']],
    ['?q=wat', ['Tagged 2 articles with #Water']],
    // As sentences write tags.
    ['?q=%23water', ['Tagged 2 articles with #Water']],
    ['?q=%23', []],
    [
      '?q=natur',
      ['Moved 2 articles to Nature', 'Renamed a collection to Nature', 'Created the collection Collection 1'],
    ],
    ['?q=rivers%20trees', []],
    ['?q=%25', []],
    ['?q=%20&kind=moves', ['Moved 2 articles to Nature']],
  ])('the history with %s has the acts that it asks for', async (query, sentences) => {
    const { caller, after } = await aHistory()
    expect(await said(caller, query, after)).toEqual(sentences)
  })

  it('the history counts the acts of each month under the same filters', async () => {
    const { caller, after } = await aHistory()
    const months = async (query = '') => {
      const { status, body } = await api.get(`/api/history/months${query}`, { as: caller, after })
      expect(status).toBe(200)
      return HistoryMonths.parse(body).months
    }
    expect(await months()).toEqual([
      { month: '2026-03', count: 12 },
      { month: '2026-02', count: 1 },
    ])
    for (const query of [
      '?kind=saves',
      '?via=api',
      '?kind=saves&via=extension',
      '?link=3',
      '?tag=water',
      '?q=road',
    ])
      expect(await months(query)).toEqual([
        { month: '2026-03', count: (await historyOf(caller, query)).acts.length },
      ])
    expect(await months(`?from=${day(1)}&until=${day(3)}`)).toEqual([{ month: '2026-03', count: 2 }])
    expect(await months('?tag=none')).toEqual([])
  })

  it('the history finds an act of many words in links beyond those that a search looks up first', async () => {
    const caller = aCaller()
    const library = aLibrary(caller)
    const linkIds = Array.from({ length: 1_100 }, (_, n) => n + 1)
    const at = (n: number) => new Date(Date.parse(AT) + n * 1_000).toISOString()
    await api.record(library.stream, of('open', AT, library.opened()))
    for (let from = 0; from < linkIds.length; from += 100)
      await api.record(
        library.stream,
        linkIds
          .slice(from, from + 100)
          .flatMap(n => of(`save ${n}`, at(n), library.saved(n, { title: `Common no${n}`, tags: [] }))),
      )
    const after = await api.record(library.stream, [
      ...of('other', at(2_000), library.saved(2_000, { title: 'Other', tags: [] })),
      ...of('archive', at(2_001), library.edited([[1, 2_000]], { isArchived: true })),
      ...of('delete', at(2_002), library.deleted(1_100)),
    ])
    expect(await said(caller, '?q=common&limit=4', after)).toEqual([
      'Deleted "Common no1100"',
      'Archived 2,000 articles',
      'Saved "Common no1100"',
      'Saved "Common no1099"',
    ])
    const { nextCursor } = await historyOf(caller, '?q=common&limit=200')
    expect(await said(caller, `?q=common&limit=1&cursor=${nextCursor}`)).toEqual(['Saved "Common no902"'])
    expect(await said(caller, '?q=common%20no900')).toEqual([
      'Archived 2,000 articles',
      'Saved "Common no900"',
    ])
  })

  it('the history shows an import as one act, which cannot be undone while it runs', async () => {
    const caller = aCaller()
    const library = aLibrary(caller)
    const importId = library.id
    const file = { uploadId: randomUUID(), sha256: 'ab', source: 'pocket', fileName: 'a.csv' } as const
    const requested: LibraryEvent = {
      type: 'ImportRequested',
      data: {
        ...{ importId, ...file, requestedBy: caller.userId, expectedRows: 2, proceedWithFree: false, at: AT },
      },
    }
    await api.record(library.stream, of('open', AT, library.opened()))
    const asked = await api.record(library.stream, of('ask', AT, requested))
    expect(await said(caller, '?kind=imports', asked)).toEqual(['Asked for an import from Pocket (a.csv)'])
    const rows = await api.record(library.stream, [
      ...of('start', AT, { type: 'ImportStarted', data: { importId, at: AT } }),
      ...of('rows', AT, library.imported([1, 2])),
    ])
    const running = await historyOf(caller, `?import=${importId}`, rows)
    expect(running.acts.map(sayAct)).toEqual(['Importing from Pocket (a.csv): 2 articles so far'])
    expect(running.acts[0]?.undo).toBe('final')
    const totals = { read: 2, imported: 2, duplicates: 0, skipped: 0, failed: 0 }
    const ended = await api.record(
      library.stream,
      of('end', AT, { type: 'ImportCompleted', data: { importId, totals, at: AT } }),
    )
    const { acts } = await historyOf(caller, '?link=2', ended)
    expect(acts).toMatchObject([
      { id: 'l1', commandId: importId, via: 'import', kind: 'imported', linkCount: 2, undo: 'possible' },
    ])
    expect(acts.map(sayAct)).toEqual(['Imported 2 articles from Pocket (a.csv)'])
  })

  it('the history says what was undone, and whether it still is', async () => {
    const caller = aCaller()
    const library = aLibrary(caller)
    const undo = (undone: string): LibraryEvent => ({
      type: 'ActUndone',
      data: {
        undone,
        changes: [{ links: [1], restored: { isArchived: [0] }, before: { isArchived: [1] } }],
        left: [],
        at: AT,
      },
    })
    const after = await api.record(library.stream, [
      ...of('open', AT, library.opened()),
      ...of('save', AT, library.saved(1)),
      ...of('archive', AT, library.archived(1)),
      ...of('undo', AT, undo('archive')),
    ])
    const states = (acts: HistoryPage['acts']) => acts.slice(0, -2).map(({ undo }) => undo)
    const { acts } = await historyOf(caller, '', after)
    expect(acts[0]?.undone).toEqual({ id: 'l2', kind: 'archived' })
    expect(states(acts)).toEqual(['possible', 'undone'])
    const redone = await api.record(library.stream, of('redo', AT, undo('undo')))
    const { acts: again } = await historyOf(caller, '', redone)
    expect(states(again)).toEqual(['possible', 'undone', 'possible'])
    // It is known also where the filters show one act of them.
    expect((await historyOf(caller, '?kind=flags')).acts).toMatchObject([{ id: 'l2', undo: 'possible' }])
    expect((await historyOf(caller, '?kind=undos')).acts.map(({ id }) => id)).toEqual(['l4', 'l3'])
  })
})

test.each([
  ['?kind=all'],
  ['?via=mail'],
  ['?link=x'],
  ['?link=0'],
  ['?link=1.5'],
  ['?collection=-1'],
  ['?import=abc'],
  ['?from=yesterday'],
  ['?until=2026-02-30T00:00:00Z'],
  ['?cursor=x'],
  ['?cursor=0.l99999999'],
  ['?limit=0'],
  ['?limit=201'],
  ['?limit=many'],
  [`?q=${'x'.repeat(501)}`],
  [`?tag=${'x'.repeat(201)}`],
  ['?kind=saves&kind=moves'],
])('the history with %s is refused', async query => {
  const { status, body } = await api.get(`/api/history${query}`, { as: aCaller() })
  expect([status, body.message]).toEqual([400, expect.any(String)])
})

test.each([
  ['?link=4711', 'This article was not found.'],
  ['?collection=4711', 'This collection was not found.'],
  [`?import=${randomUUID()}`, 'This import was not found.'],
])('the history with %s is not found', async (query, message) => {
  const caller = aCaller()
  for (const path of ['/api/history', '/api/history/months'])
    expect(await api.get(`${path}${query}`, { as: caller })).toMatchObject({ status: 404, body: { message } })
})

test.each(["'", '\\', '%', '_', '\u0000', '\ud800', '\u{1f600}', '""', '#', 'a'.repeat(500)])(
  'a search of the history for %j finds nothing and fails nothing',
  async q => {
    const { status } = await api.get(`/api/history?q=${encodeURIComponent(q.toWellFormed())}`, {
      as: aCaller(),
    })
    expect(status).toBe(200)
  },
)

it('the history shows nothing of another library', async () => {
  const { after } = await aHistory()
  const other = aCaller()
  for (const query of ['', '?q=rivers', '?tag=water', '?kind=saves', '?via=api'])
    expect((await historyOf(other, query, after)).acts).toEqual([])
})

it('the next read of the history shows each of 100 acts to the caller', async () => {
  const caller = aCaller()
  const library = aLibrary(caller)
  await api.record(library.stream, of('open', AT, library.opened()))
  for (let n = 1; n <= 100; n += 1) {
    const after = await api.record(library.stream, of(`save ${n}`, AT, library.saved(n)))
    expect(await said(caller, '?limit=1', after)).toEqual([`Saved "Link ${n}"`])
  }
})

describe('the names in the history', () => {
  /** Records events in this order, each a command of its own, and reads the sentences, oldest first. */
  const told = async (caller: Caller, ...given: (readonly [stream: string, event: object])[]) => {
    const library = aLibrary(caller)
    let after = await api.record(library.stream, of('open', AT, library.opened()))
    for (const [n, [stream, event]] of given.entries())
      after = await api.record(stream, of(`act ${n}`, day(n + 1), event as Event))
    return (await said(caller, '', after)).reverse().slice(1)
  }
  const start = () => {
    const caller = aCaller()
    const library = aLibrary(caller)
    const url = `https://example.com/${library.id}/what-a-log-is.html`
    const article = anArticle(url)
    const is = (event: LibraryEvent) => [library.stream, event] as const
    const page = (title: string | null) => [article.stream, article.extracted(undefined, AT, title)] as const
    const guessed = is(library.saved(1, { url, title: 'What a log is html', titleFrom: 'page' }))
    return { caller, library, url, article, is, page, guessed }
  }

  it('are those of the page, also before it was read and after the link was deleted', async () => {
    const { caller, library, is, page, guessed } = start()
    const acts = [
      guessed,
      is(library.favorited(1)),
      page('The log'),
      is(library.archived(1)),
      is(library.deleted(1)),
    ]
    expect(await told(caller, ...acts, page('Another title'))).toEqual([
      ...['Saved "The log"', 'Added "The log" to favorites', 'Archived "The log"', 'Deleted "The log"'],
    ])
    expect(await said(caller, '?q=the%20log&kind=deletions')).toEqual(['Deleted "The log"'])
  })

  it('are those of a page that was known before', async () => {
    const { caller, library, is, page, guessed } = start()
    expect(await told(caller, page('The log'), guessed, is(library.bulkDeleted([1])))).toEqual([
      ...['Saved "The log"', 'Deleted "The log"'],
    ])
  })

  it('are those of the address only where the page never had one', async () => {
    const { caller, library, is, page, guessed } = start()
    expect(await told(caller, guessed, page(null), is(library.deleted(1)), page('Too late'))).toEqual([
      ...['Saved "What a log is html"', 'Deleted "What a log is html"'],
    ])
  })

  it('of an imported link without a title are those of the page', async () => {
    const { caller, library, url, is, page } = start()
    const imported = library.imported([1], { url: () => url })
    if (imported.type !== 'LinksImported') throw new Error('no import')
    const links = imported.data.links.map(link => ({
      ...link,
      title: 'example.com/log',
      titleFrom: 'page' as const,
    }))
    const event = { ...imported, data: { ...imported.data, links } }
    const file = { uploadId: randomUUID(), sha256: 'ab', source: 'pocket', fileName: 'a.csv' } as const
    const asked = { requestedBy: caller.userId, expectedRows: 1, proceedWithFree: false, at: AT }
    const requested = { type: 'ImportRequested', data: { importId: library.id, ...file, ...asked } } as const
    const acts = [is(requested), is(event), is(library.favorited(1)), page('The log'), is(library.deleted(1))]
    expect((await told(caller, ...acts)).slice(1)).toEqual([
      ...['Added "The log" to favorites', 'Deleted "The log"'],
    ])
  })

  it('are those that a link had then, before and after edits', async () => {
    const { caller, library, url, is, page, guessed } = start()
    const retitle = (title: string) => is(library.linkEdited(1, { title, titleFrom: 'person' }, url))
    const acts = [
      ...[guessed, page('The log'), is(library.archived(1)), retitle('Mine'), is(library.unarchived(1))],
      ...[is(library.linkEdited(1, { titleFrom: 'page' }, url)), is(library.favorited(1))],
      ...[page('The log, revised'), is(library.unfavorited(1)), is(library.deleted(1))],
    ]
    const sentences = await told(caller, ...acts)
    expect(sentences.filter(each => !/^(Renamed|Edited|Changed|Gave)/.test(each))).toEqual([
      ...['Saved "The log"', 'Archived "The log"', 'Took "Mine" out of the archive'],
      ...[sentences.find(each => /page/.test(each)) ?? []].flat(),
      ...['Added "The log" to favorites', 'Removed "The log, revised" from favorites'],
      'Deleted "The log, revised"',
    ])
  })

  it('of a collection are those that it had then', async () => {
    const { caller, library, is } = start()
    const named = (name: string) => is(library.collectionEdited(1, { name }))
    const acts = [is(library.collectionCreated(1)), is(library.saved(1)), is(library.collected(1, 1))]
    expect(
      await told(
        caller,
        ...acts,
        named('Nature'),
        is(library.collected(1, 1)),
        is(library.collectionDeleted(1)),
      ),
    ).toEqual([
      ...['Created the collection Collection 1', 'Saved "Link 1"', 'Moved "Link 1" to Collection 1'],
      ...['Renamed a collection to Nature', 'Moved "Link 1" to Nature', 'Deleted the collection Nature'],
    ])
  })
})
