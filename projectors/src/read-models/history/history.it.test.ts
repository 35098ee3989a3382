import { randomUUID } from 'node:crypto'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { noteTextOf } from '@lectern/contracts/read-model/acts.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { AT, aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { runs } from '@lectern/stack/test-support/whole.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'
import { actOf, importedBy } from './act-of.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

type Event = (LibraryEvent | NotebookEvent) & { readonly metadata?: object }

const by = (commandId: string, via = 'web') => ({ actorId: 'a', via, commandId, commandHash: 'h' })
/** The events with the metadata of one command. */
const of = <E extends LibraryEvent | NotebookEvent>(commandId: string, ...events: E[]) =>
  events.map(event => ({ ...event, metadata: by(commandId) }))

/** What the tables say of a library. */
const held = async (libraryId: string) => {
  const { pool, schema } = projections
  const read = async (text: string) => (await pool.query(text, [libraryId])).rows
  const acts = await read(
    `SELECT act.stream || act.revision AS id, act.kind, act.via, act.command_id AS "commandId", act.import_id AS "importId",
       act.link_id AS link, act.links::text AS links, act.link_count AS count, act.named, act.facts,
       act.undo, act.undo_target AS target
     FROM ${schema}.acts AS act
     WHERE act.library_id = $1 ORDER BY act.stream, act.revision`,
  )
  const topics = await read(
    `SELECT stream || revision AS id, topic FROM ${schema}.act_topics WHERE library_id = $1 ORDER BY stream, revision, topic`,
  )
  const months = await read(
    `SELECT to_char(month, 'YYYY-MM') AS month, sum(acts)::integer AS acts FROM ${schema}.act_months
     WHERE library_id = $1 GROUP BY 1 ORDER BY 1`,
  )
  const names = await read(
    `SELECT kind || id AS id, title, url, link_id AS link, note_type AS type, texts, is_gone AS "isGone"
     FROM ${schema}.history_names WHERE library_id = $1 ORDER BY kind, history_names.id`,
  )
  return { acts, topics, months, names }
}

type Act = {
  id: string
  kind: string
  via: string
  commandId: string
  importId: string | null
  links: Set<number>
  facts: Record<string, unknown>
  undo: string
  target: number | null
}
type Name = {
  id: string
  title: string
  url: string | null
  link: number | null
  type: string | null
  isGone: boolean
}

/** The plainest history of a library and its notebook, to compare with. */
const replay = (streams: { l: readonly Event[]; n: readonly Event[] }, order: readonly ('l' | 'n')[]) => {
  const acts: Act[] = []
  const topics = new Map<string, Set<string>>()
  const names = new Map<string, Name>()
  const next = { l: 0, n: 0 }
  const name = (id: string, facts: Partial<Name>) =>
    names.set(id, {
      ...{ id, title: '', url: null, link: null, type: null },
      ...names.get(id),
      ...facts,
      isGone: false,
    })
  const gone = (kind: string, ids: IdRanges) => {
    for (const id of idsIn(ids)) {
      const found = names.get(`${kind}${id}`)
      if (found) found.isGone = true
    }
  }
  const byId = (id: string) => acts.find(act => act.id === id)
  let before: { l?: string; n?: string } = {}

  for (const stream of order) {
    const revision = next[stream]++
    const event = streams[stream][revision] as Event
    const { type, data } = event
    if (type === 'LinkSaved') name(`l${data.linkId}`, { title: data.title, url: data.url })
    if (type === 'LinkEdited') {
      const { changes, before: had } = data
      name(`l${data.linkId}`, { title: changes.title ?? had.title, url: changes.url ?? had.url })
    }
    if (type === 'LinkDeleted') gone('l', [data.linkId])
    if (type === 'CollectionRestored') name(`c${data.collectionId}`, { title: data.name })
    if (type === 'ImportUndone') {
      gone('l', data.links)
      gone('c', data.collections)
    }
    if (type === 'ImportedNotesDeleted') gone('n', data.notes)
    if (type === 'LinksDeleted') gone('l', data.links)
    if (type === 'CollectionCreated') name(`c${data.collectionId}`, { title: data.name })
    if (type === 'CollectionEdited' && data.changes.name)
      name(`c${data.collectionId}`, { title: data.changes.name })
    if (type === 'CollectionDeleted') gone('c', [data.collectionId])
    if (type === 'NoteTaken')
      name(`n${data.noteId}`, {
        ...{ title: noteTextOf(data.content), link: data.linkId, type: data.noteType },
      })
    if (type === 'NotesImported')
      for (const { noteId, linkId, noteType, content } of data.notes)
        name(`n${noteId}`, { title: noteTextOf(content), link: linkId, type: noteType })
    if (type === 'NoteRevised' && data.changes.content !== undefined)
      name(`n${data.noteId}`, { title: noteTextOf(data.changes.content) })
    if (type === 'NoteDeleted') gone('n', [data.noteId])
    if (type === 'HighlightsCleared' || type === 'NotesOfLinksDeleted') gone('n', data.notes)
    if (type === 'LinksImported') {
      const act = acts.find(({ importId }) => importId === data.importId)
      for (const { linkId, title, url } of data.links) {
        name(`l${linkId}`, { title, url })
        act?.links.add(linkId)
      }
    }
    if (type === 'LinksImported' || type === 'ImportAdded') {
      const act = acts.find(({ importId }) => importId === data.importId)
      if (act && type === 'ImportAdded') for (const linkId of idsIn(data.links)) act.links.add(linkId)
      if (act) for (const topic of importedBy(event)?.topics ?? []) topics.get(act.id)?.add(topic)
    }

    const metadata = event.metadata as ReturnType<typeof by>
    const part = actOf(event)
    if (part === undefined) continue
    const isImport = part.kind === 'imported'
    const commandId = isImport ? (part.importId as string) : metadata.commandId
    const last = before[stream] === undefined ? undefined : byId(before[stream])
    const linkOfNote = part.noteId === undefined ? undefined : names.get(`n${part.noteId}`)?.link
    const linkIds = new Set(linkOfNote == null ? idsIn(part.links) : [linkOfNote])
    if (last !== undefined && last.commandId === commandId && lastEventOf.get(last) === revision - 1) {
      for (const linkId of linkIds) last.links.add(linkId)
      last.facts = { ...part.facts, ...last.facts }
      for (const topic of part.topics) topics.get(last.id)?.add(topic)
      lastEventOf.set(last, revision)
      continue
    }
    const undone = acts.findLast(act => act.commandId === part.undoes && act.id.startsWith('l'))
    const act: Act = {
      ...{ id: `${stream}${revision}`, kind: part.kind, via: isImport ? 'import' : metadata.via },
      ...{ commandId, importId: part.importId ?? null, links: linkIds, undo: part.undo },
      target: undone ? Number(undone.id.slice(1)) : null,
      facts: { ...part.facts, ...(undone && { undone: { id: undone.id, kind: undone.kind } }) },
    }
    acts.push(act)
    lastEventOf.set(act, revision)
    topics.set(act.id, new Set(part.topics))
    before = { ...before, [stream]: act.id }
  }

  const inOrder = (a: { id: string }, b: { id: string }) =>
    a.id.charCodeAt(0) - b.id.charCodeAt(0) || Number(a.id.slice(1)) - Number(b.id.slice(1))
  return {
    acts: acts.toSorted(inOrder).map(({ links, ...act }) => {
      const ids = [...links].sort((a, b) => a - b)
      const isMany = ids.length > 1 || act.kind === 'imported'
      const columns = { link: isMany ? null : (ids[0] ?? null), links: isMany ? multirange(ids) : null }
      return { ...act, ...columns, count: ids.length, named: ids.slice(0, 3) }
    }),
    topics: acts
      .toSorted(inOrder)
      .flatMap(({ id }) => [...(topics.get(id) ?? [])].sort().map(topic => ({ id, topic }))),
    months: acts.length === 0 ? [] : [{ month: '2026-03', acts: acts.length }],
    names: [...names.values()].toSorted(inOrder).map(each => ({
      ...each,
      texts: each.id.startsWith('n')
        ? null
        : [each.title, ...(each.url === null ? [] : [each.url])].map(fold).join('\n'),
    })),
  }
}
const lastEventOf = new WeakMap<Act, number>()

const multirange = (ids: readonly number[]) =>
  `{${toIdRanges(ids)
    .map((range): [number, number] => (typeof range === 'number' ? [range, range] : range))
    .map(([first, last]) => `[${first},${last + 1})`)
    .join()}}`

const id = fc.integer({ min: 1, max: 9 })
const ids = fc.uniqueArray(id, { minLength: 1 }).map(toIdRanges)
const tag = fc.constantFrom('a', 'B', 'ü')
/** Commands, in the words of their events. Of an undoing, the command that it undoes is chosen among those before it. */
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('save' as const), tags: fc.uniqueArray(tag) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('favorited', 'archived', 'deleted'), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), id, into: fc.option(id) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), id, tags: fc.uniqueArray(tag) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bulk' as const), ids, tag }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), ids }) },
  // Several events of one command.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('several' as const), ids: fc.array(id) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('undo' as const), of: fc.nat(40), ids }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('collection' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('uncollect' as const), id, ids }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), of: fc.nat(40), id, ids }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unimport' as const), of: fc.nat(3), ids }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('chunk' as const), of: fc.nat(3), size: fc.nat(4) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), of: fc.nat(3), ids }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('take' as const), id }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('revise' as const), id, text: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('untake', 'clear', 'sweep'), id, ids }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('notes' as const), of: fc.nat(3), size: fc.nat(4) }),
  },
)

const historyFrom = (
  library: ReturnType<typeof aLibrary>,
  acts: readonly (typeof act extends fc.Arbitrary<infer T> ? T : never)[],
) => {
  const notebook = aNotebook(library.id)
  const streams: { l: Event[]; n: Event[] } = {
    l: of('open', library.opened(), library.granted('pro')),
    n: [],
  }
  const order: ('l' | 'n')[] = ['l', 'l']
  const commands: string[] = ['open']
  const imports: string[] = []
  let [links, collections, notes] = [0, 0, 0]
  const add = (stream: 'l' | 'n', commandId: string, ...events: (LibraryEvent | NotebookEvent)[]) => {
    streams[stream].push(...of(commandId, ...events))
    order.push(...events.map(() => stream))
  }
  for (const [n, each] of acts.entries()) {
    const commandId = `command ${n}`
    const write = (...events: LibraryEvent[]) => add('l', commandId, ...events)
    const note = (...events: NotebookEvent[]) => add('n', commandId, ...events)
    if (each.kind === 'save') write(library.saved(++links, { tags: each.tags, title: `Link ${links} Ü` }))
    else if (each.kind === 'move') write(library.collected(each.id, each.into))
    else if (each.kind === 'edit') write(library.linkEdited(each.id, { tags: each.tags, title: `New ${n}` }))
    else if (each.kind === 'bulk') write(library.edited(each.ids, { addTags: [each.tag] }))
    else if (each.kind === 'drop') write(library.bulkDeleted(each.ids))
    else if (each.kind === 'several') write(...each.ids.map(linkId => library.archived(linkId)))
    else if (each.kind === 'undo') {
      const undone = commands[each.of % commands.length] ?? 'none'
      const changes = [{ links: each.ids, restored: {}, before: {} }]
      const data = { undone, changes, left: [], at: AT }
      write({ type: 'ActUndone', data })
    } else if (each.kind === 'collection') write(library.collectionCreated(++collections))
    else if (each.kind === 'rename') write(library.collectionEdited(each.id, { name: `Name ${n}` }))
    else if (each.kind === 'uncollect') {
      const before = { name: 'A', description: null, color: '#3B82F6', links: each.ids }
      write({ type: 'CollectionDeleted', data: { collectionId: each.id, before, at: AT } })
    } else if (each.kind === 'restore') {
      const undone = commands[each.of % commands.length] ?? 'none'
      const facts = { name: `Name ${n}`, description: null, color: '#3B82F6', links: each.ids, left: [] }
      write({ type: 'CollectionRestored', data: { undone, collectionId: each.id, ...facts, at: AT } })
    } else if (each.kind === 'unimport') {
      const importId = imports[each.of % imports.length]
      if (importId === undefined) continue
      const left = { links: [], collections: [], notes: [] }
      const gone = { links: each.ids, collections: each.ids, noteCount: 1, revisedNotes: [], left }
      write({ type: 'ImportUndone', data: { importId, ...gone, at: AT } })
      note({ type: 'ImportedNotesDeleted', data: { importId, notes: each.ids, at: AT } })
    } else if (each.kind === 'ask') {
      imports.push(randomUUID())
      write(importRequested(imports.at(-1) as string, library.id))
    } else if (each.kind === 'chunk') {
      const importId = imports[each.of % imports.length]
      if (importId === undefined) continue
      const { type, data } = library.imported(Array.from({ length: each.size }, () => ++links))
      if (type === 'LinksImported') write({ type, data: { ...data, importId } })
    } else if (each.kind === 'add') {
      const importId = imports[each.of % imports.length]
      if (importId === undefined) continue
      const links = each.ids
      const count = [...idsIn(links)].length
      const places = (name: string) => ({
        tags: { names: [name], lists: [[0]], links: toRuns(Array(count).fill(0)) },
        collectionId: toRuns<number | null>(Array(count).fill(name === 'had' ? null : 2)),
      })
      const data = { importId, links, after: places(`tag ${n}`), before: places('had'), at: AT }
      write({ type: 'ImportAdded', data })
    } else if (each.kind === 'take') note(notebook.taken(++notes, each.id))
    else if (each.kind === 'revise') {
      if (each.id > notes) continue
      note(notebook.revised(each.id, each.text ? { content: `Text ${n}` } : { color: '#10B981' }))
    } else if (each.kind === 'untake') note(notebook.deleted(each.id))
    else if (each.kind === 'clear') note(notebook.highlightsCleared(each.id, each.ids))
    else if (each.kind === 'sweep') note(notebook.ofLinksDeleted([each.id], each.ids))
    else if (each.kind === 'notes') {
      const importId = imports[each.of % imports.length]
      if (importId === undefined) continue
      note(
        notebook.imported(
          importId,
          Array.from({ length: each.size }, () => [++notes, 1]),
        ),
      )
    } else write(library[each.kind as 'archived'](each.id))
    commands.push(commandId)
  }
  return { streams, order, notebook }
}

const importRequested = (importId: string, requestedBy: string): LibraryEvent => {
  const file = {
    uploadId: randomUUID(),
    sha256: 'a'.repeat(64),
    source: 'pocket',
    fileName: 'a.csv',
  } as const
  const data = { importId, ...file, requestedBy, expectedRows: 1, proceedWithFree: false, at: AT }
  return { type: 'ImportRequested', data }
}

/** Appends in the order of both streams, and projects after every `step` events. */
const project = async (
  library: ReturnType<typeof aLibrary>,
  { streams, order, notebook }: ReturnType<typeof historyFrom>,
  step: number,
) => {
  const next = { l: 0, n: 0 }
  for (const [n, stream] of order.entries()) {
    const event = streams[stream][next[stream]++] as Event
    await projections.record(stream === 'l' ? library.stream : notebook.stream, [event])
    if ((n + 1) % step === 0 || n === order.length - 1) await projections.project()
  }
}

describe('the history', () => {
  it('the history of any commands is that of a plain replay, in batches of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 50 }),
        fc.integer({ min: 1, max: 60 }),
        async (acts, step) => {
          const library = aLibrary()
          const history = historyFrom(library, acts)
          await project(library, history, step)
          expect(await held(library.id)).toEqual(replay(history.streams, history.order))
        },
      ),
      runs(40),
    )
  })

  it('names follow the order of the events, in batches of any size, and a rebuild gives the same', async () => {
    const run = async (step: number) => {
      const library = aLibrary()
      const url = `https://example.com/${library.id}`
      const article = anArticle(url)
      const page = (title: string | null) =>
        [article.stream, article.extracted(undefined, AT, title)] as const
      const is = (event: LibraryEvent) => [library.stream, event] as const
      const retitle = (n: number, title: string) =>
        is(library.linkEdited(n, { title, titleFrom: 'person' }, url))
      const guess = { url, title: 'A guess', titleFrom: 'page' as const }
      const events = [
        ...[is(library.opened()), is(library.saved(1, guess)), is(library.saved(2, guess)), page('One')],
        ...[is(library.saved(3, guess)), is(library.deleted(2)), page('Two'), page(null), retitle(1, 'Mine')],
        ...[
          is(library.linkEdited(1, { titleFrom: 'page' }, url)),
          page('Three'),
          is(library.bulkDeleted([[1, 3]])),
        ],
        ...[
          page('Four'),
          is(library.collectionCreated(1)),
          is(library.collectionEdited(1, { name: 'Else' })),
        ],
      ]
      for (const [n, [stream, event]] of events.entries()) {
        await projections.record(stream, [event])
        if ((n + 1) % step === 0) await projections.project()
      }
      await projections.project()
      return { library, article, names: () => titlesOf(library.id) }
    }
    const titlesOf = async (libraryId: string) => {
      const read = async (text: string) =>
        (await projections.pool.query({ text, values: [libraryId], rowMode: 'array' })).rows
      const { schema } = projections
      return {
        now: await read(
          `SELECT kind || id, title, is_guess FROM ${schema}.history_names WHERE library_id = $1 ORDER BY 1`,
        ),
        before: await read(
          `SELECT kind || id, title FROM ${schema}.earlier_names WHERE library_id = $1 ORDER BY 1, until`,
        ),
      }
    }
    const expected = {
      now: [
        ['c1', 'Else', false],
        ['l1', 'Three', false],
        ['l2', 'One', false],
        ['l3', 'Three', false],
      ],
      before: [
        ['c1', 'Collection 1'],
        ['l1', 'One'],
        ['l1', 'Two'],
        ['l1', 'Mine'],
        ['l1', 'Two'],
        ['l3', 'One'],
        ['l3', 'Two'],
      ],
    }
    for (const step of [1, 3, 100]) {
      const { names } = await run(step)
      expect(await names()).toEqual(expected)
    }
    const { library, article, names } = await run(4)
    await projections.record(article.stream, [article.forgotten()])
    await projections.project()
    // What a rebuild has, which finds no event of the page.
    expect(await names()).toEqual({
      now: [
        ['c1', 'Else', false],
        ...['l1', 'l2', 'l3'].map(id => [id, id === 'l1' ? 'Link 1' : 'A guess', true]),
      ],
      before: [
        ['c1', 'Collection 1'],
        ['l1', 'Mine'],
      ],
    })
    await projections.record(library.stream, [
      { type: 'LibraryClosed', data: { libraryId: library.id, ownerId: library.id, at: AT } },
    ])
    await projections.project()
    expect(await names()).toEqual({ now: [], before: [] })
  })

  it('the history has one row for an import with all its rows and notes', async () => {
    const library = aLibrary()
    const notebook = aNotebook(library.id)
    const importId = library.id
    const totals = { read: 3, imported: 3, duplicates: 0, skipped: 0, failed: 0 }
    await projections.record(library.stream, [
      ...of('open', library.opened()),
      ...of('ask', importRequested(importId, library.id)),
      ...of('start', { type: 'ImportStarted', data: { importId, at: AT } }),
      ...of('rows 1', library.imported([1, 2])),
    ])
    await projections.project()
    await projections.record(library.stream, of('rows 3', library.imported([4])))
    await projections.record(notebook.stream, of('notes', notebook.imported(importId, [[1, 4]])))
    await projections.record(
      library.stream,
      of('end', { type: 'ImportCompleted', data: { importId, totals, at: AT } }),
    )
    await projections.project()
    const { acts, topics } = await held(library.id)
    expect(acts.slice(1)).toEqual([
      expect.objectContaining({
        ...{ id: 'l1', kind: 'imported', via: 'import', commandId: importId, importId },
        ...{ links: '{[1,3),[4,5)}', count: 3, named: [1, 2, 4] },
      }),
    ])
    expect(topics).toEqual([{ id: 'l1', topic: 'tt' }])
  })

  it('the history has one row for the events of one command, also where a batch ends between them', async () => {
    const library = aLibrary()
    const [opened, first, second, third] = [
      ...of('open', library.opened()),
      ...of('many', library.archived(1), library.archived(2), library.archived(4)),
    ] as Event[]
    await projections.record(library.stream, [opened as Event, first as Event])
    await projections.project()
    await projections.record(library.stream, [second as Event, third as Event])
    await projections.record(library.stream, of('many again', library.archived(5)))
    // The client may give an id again once it is forgotten.
    await projections.record(library.stream, of('many', library.archived(6)))
    await projections.project()
    const { acts } = await held(library.id)
    expect(acts.slice(1).map(({ id, link, links, count }) => [id, link, links, count])).toEqual([
      ['l1', null, '{[1,3),[4,5)}', 3],
      ['l4', 5, null, 1],
      ['l5', 6, null, 1],
    ])
  })

  it('the history has the links of an act in one form, wherever a batch ends', async () => {
    const acts = await Promise.all(
      [1, 4].map(async step => {
        const library = aLibrary()
        const opening = of('open', library.opened(), library.granted('pro'))
        const twice = of('twice', library.archived(7), library.archived(7))
        for (let n = 0; n < 4; n += step) {
          await projections.record(library.stream, [...opening, ...twice].slice(n, n + step))
          await projections.project()
        }
        return (await held(library.id)).acts
      }),
    )
    expect(acts[0]).toEqual(acts[1])
    expect(acts[1]?.map(({ id, link, links }) => [id, link, links])).toEqual([
      ['l0', null, null],
      ['l2', 7, null],
    ])
  })

  it('the history knows of each undoing which act it took back', async () => {
    const library = aLibrary()
    const undo = (commandId: string, undone: string) =>
      of(commandId, {
        type: 'ActUndone' as const,
        data: { undone, changes: [{ links: [1], restored: {}, before: {} }], left: [2], at: AT },
      })
    const before = { name: 'A', description: null, color: '#3B82F6' }
    const restored: LibraryEvent = {
      type: 'CollectionRestored',
      data: { undone: 'delete', collectionId: 1, ...before, links: [1], left: [2], at: AT },
    }
    const importUndone: LibraryEvent = {
      type: 'ImportUndone',
      data: {
        ...{ importId: library.id, links: [1], collections: [1], noteCount: 2, revisedNotes: [], at: AT },
        left: { links: [2], collections: [], notes: [] },
      },
    }
    await projections.record(library.stream, [
      ...of('open', library.opened()),
      ...of('archive', library.archived(1)),
      ...undo('undo', 'archive'),
      ...undo('redo', 'undo'),
      ...of('create', library.collectionCreated(1)),
      ...of('delete', library.collectionDeleted(1)),
      ...of('restore', restored),
      ...of('ask', importRequested(library.id, library.id)),
      ...of('rows', library.imported([1, 2])),
      ...of('remove', importUndone),
      ...undo('unknown', 'nothing'),
    ])
    await projections.project()
    const { acts, names } = await held(library.id)
    expect(acts.filter(({ kind }) => kind.endsWith('undone')).map(({ id, target }) => [id, target])).toEqual([
      ['l2', 1],
      ['l3', 2],
      ['l6', 5],
      ['l9', 7],
      ['l10', null],
    ])
    expect(acts.find(({ id }) => id === 'l3')?.facts).toEqual({
      ...{ leftCount: 1, undone: { id: 'l2', kind: 'undone' } },
    })
    expect(acts.find(({ id }) => id === 'l9')).toMatchObject({
      ...{ kind: 'import-undone', importId: library.id, count: 1, undo: 'final' },
      facts: { noteCount: 2, collectionCount: 1, leftCount: 1, undone: { id: 'l7', kind: 'imported' } },
    })
    expect(names.map(({ id, isGone }) => [id, isGone])).toEqual([
      ['c1', true],
      ['l1', true],
      ['l2', false],
    ])
  })

  it('the history takes an event without the metadata of a command for an act of the system', async () => {
    const library = aLibrary()
    await projections.record(library.stream, [library.opened(), library.archived(1), library.archived(1)])
    await projections.project()
    expect((await held(library.id)).acts.map(({ id, via }) => [id, via])).toEqual([
      ['l0', 'system'],
      ['l1', 'system'],
      ['l2', 'system'],
    ])
  })
})
