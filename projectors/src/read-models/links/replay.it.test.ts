import { randomUUID } from 'node:crypto'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { pastSchema } from '@lectern/contracts/read-model/pasts.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { ROLES } from '@lectern/contracts/sharing.ts'
import { AT, aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { runs } from '@lectern/stack/test-support/whole.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { preparePasts } from '../../past/keep.ts'
import { startProjections } from '../../test-support/projections.ts'
import { emptyLibrary, foldLibrary, rowsOfLibrary } from '../../verify/fold-library.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

const replay = (events: readonly LibraryEvent[]) => {
  const library = emptyLibrary()
  for (const event of events) foldLibrary(library, event)
  return library
}

/** The rows that these events should lead to. */
const expected = (library: ReturnType<typeof aLibrary>, events: readonly LibraryEvent[]) => {
  const rows = rowsOfLibrary(library.id, replay(events))
  const byId = <Row extends { id: number }>(list: readonly Row[]) => list.toSorted((a, b) => a.id - b.id)
  const links = byId(rows.links)
  const own = <Row extends { library_id: string }>({ library_id: _, ...row }: Row) => row
  return {
    links: links.map(({ id, is_favorite, is_archived, collection_id, tags }) => ({
      ...{ id, is_favorite, is_archived, collection_id, tags },
    })),
    library: rows.libraries
      .map(own)
      .map(row => ({ ...row, paused_at: row.paused_at && new Date(row.paused_at) }))[0],
    collections: byId(rows.collections).map(own),
    deleted: byId(rows.deletedLinks).map(
      ({ id, is_favorite, is_archived, collection_id, tags, deleted_at }) => ({
        ...{ id, is_favorite, is_archived, collection_id, tags, deleted_at: new Date(deleted_at) },
      }),
    ),
    search: links.map(link => ({ id: link.id, tags: [...new Set(link.tags.map(fold))].toSorted() })),
    tags: rows.tags.map(own).toSorted((a, b) => (a.tag < b.tag ? -1 : 1)),
    members: rows.members
      .map(own)
      .map(row => ({ ...row, joined_at: new Date(row.joined_at) }))
      .toSorted(byText),
    flags: rows.flags.map(own).toSorted(byText),
  }
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

const held = async (libraryId: string, schema = projections.schema) => {
  const { pool } = projections
  const read = async (columns: string, table: string, order: string) =>
    (
      await pool.query(`SELECT ${columns} FROM ${schema}.${table} WHERE library_id = $1 ORDER BY ${order}`, [
        libraryId,
      ])
    ).rows
  const counts = 'active, archived, active_favorites, archived_favorites'
  return {
    links: await read('id, is_favorite, is_archived, collection_id, tags', 'links', 'id'),
    library: (await read(`owner_id, plan, item_limit, ${counts}, tag_count, paused_at`, 'libraries', '1'))[0],
    deleted: await read(
      'id, is_favorite, is_archived, collection_id, tags, deleted_at',
      'deleted_links',
      'id',
    ),
    collections: await read(`id, name, description, color, ${counts}`, 'collections', 'id'),
    search: await read(
      `id, array(
        SELECT tag COLLATE "C" FROM ${schema}.search_link_tags AS t, unnest(tags) AS tag WHERE t.library_id = $1 AND t.id = search.id ORDER BY 1) AS tags`,
      'search',
      'id',
    ),
    tags: await read('tag, active', 'tags', 'tag'),
    members: (await read('collection_id, member_id, role, joined_at, is_offered', 'members', '1')).toSorted(
      byText,
    ),
    flags: (await read('member_id, link_id, is_favorite, is_archived', 'shared_flags', '1')).toSorted(byText),
  }
}

const id = fc.integer({ min: 1, max: 12 })
const tag = fc.constantFrom('a', 'B', 'two words', '"', '\u{1f600}')
const tagList = fc.uniqueArray(tag, { maxLength: 3 })
const bit = fc.constantFrom<(0 | 1)[]>(0, 1)
const shareable = fc.record({
  kind: fc.constant('share' as const),
  into: fc.nat(3),
  who: fc.integer({ min: 1, max: 3 }),
  how: fc.constantFrom('joins', 'leaves', 'is-offered', 'flags', 'pays', 'ends'),
  role: fc.constantFrom(...ROLES),
  links: fc.uniqueArray(id),
  flags: fc.record({ isFavorite: fc.boolean(), isArchived: fc.boolean() }, { requiredKeys: [] }),
  minute: fc.nat(59),
})

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('save' as const), tags: tagList }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('favorited', 'unfavorited', 'archived', 'unarchived', 'deleted'),
      link: id,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('collect' as const), link: id, into: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      links: fc.uniqueArray(id, { minLength: 1 }),
      into: fc.option(fc.nat(3), { nil: undefined }),
      changes: fc.record(
        { isFavorite: fc.boolean(), isArchived: fc.boolean(), tags: tagList },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('retag' as const),
      links: fc.uniqueArray(id, { minLength: 1 }),
      changes: fc.record({ isArchived: fc.boolean(), addTags: tagList, removeTags: tagList }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      links: fc.uniqueArray(id),
      from: tagList,
      to: fc.option(tag),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      links: fc.uniqueArray(fc.record({ id, into: fc.nat(3), star: bit, archived: bit, tags: tagList }), {
        selector: link => link.id,
        minLength: 1,
      }),
      fields: fc.uniqueArray(fc.constantFrom('collectionId', 'isFavorite', 'isArchived', 'tags')),
      by: fc.constantFrom('an undo', 'an import', 'the undo of an import'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), links: fc.uniqueArray(id) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      into: fc.nat(3),
      changes: fc.record(
        { name: fc.constantFrom('A', 'B'), description: fc.constantFrom(null, 'C') },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('uncreate' as const), into: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('restore' as const), links: fc.uniqueArray(id) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('bring back' as const), links: fc.uniqueArray(id) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('for good' as const), links: fc.uniqueArray(id) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('undo import' as const), links: fc.uniqueArray(id) }),
  },
  { weight: 6, arbitrary: shareable },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const sharingBy = (
  library: ReturnType<typeof aLibrary>,
  { how, who, role, links, flags, minute }: typeof shareable extends fc.Arbitrary<infer T> ? T : never,
  collectionId: number | undefined,
): LibraryEvent | undefined => {
  const memberId = `${library.id.slice(0, -1)}${who}`
  const at = `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`
  if (how === 'pays' || how === 'ends') {
    const { type, data } = library.granted(how === 'pays' ? 'ultra' : 'free')
    return { type, data: { ...data, at } } as LibraryEvent
  }
  if (how === 'flags')
    return {
      type: 'SharedLinksFlagged',
      data: { memberId, links: toIdRanges(links), ...flags, revision: 1, at },
    }
  if (collectionId === undefined) return undefined
  const member = { collectionId, memberId, at }
  if (how === 'is-offered') return { type: 'HandoverOffered', data: member }
  if (how === 'leaves') return { type: 'MemberLeft', data: { ...member, how: 'left' } }
  return { type: 'MemberJoined', data: { ...member, invitationId: randomUUID(), role } }
}

/** The events that a decider would append for these acts. */
const eventsFrom = (library: ReturnType<typeof aLibrary>, acts: readonly Act[]): LibraryEvent[] => {
  const events: LibraryEvent[] = [library.opened()]
  let [links, collections] = [0, 0]
  for (const each of acts) {
    const now = replay(events)
    /** undefined where there is no such collection. */
    const collection = (n: number) => [...now.collections.keys()].toSorted((a, b) => a - b)[n]
    if (each.kind === 'save') events.push(library.saved(++links, { tags: each.tags }))
    else if (each.kind === 'share') {
      const shared = sharingBy(library, each, collection(each.into))
      if (shared) events.push(shared)
    } else if (each.kind === 'create') events.push(library.collectionCreated(++collections))
    else if (each.kind === 'collect') {
      if (now.links.has(each.link)) events.push(library.collected(each.link, collection(each.into) ?? null))
    } else if (each.kind === 'edit') {
      const into = each.into === undefined ? {} : { collectionId: collection(each.into) ?? null }
      events.push(library.edited(toIdRanges(each.links), { ...each.changes, ...into }))
    } else if (each.kind === 'retag') events.push(library.edited(toIdRanges(each.links), each.changes))
    else if (each.kind === 'merge') {
      const data = { from: each.from, links: toIdRanges(each.links), before: null, at: AT }
      events.push(
        each.to === null
          ? { type: 'TagDeleted', data }
          : { type: 'TagsMerged', data: { ...data, to: each.to } },
      )
    } else if (each.kind === 'undo') {
      const links = each.links.toSorted((a, b) => a.id - b.id)
      const has = (field: (typeof each.fields)[number]) => each.fields.includes(field)
      const names = [...new Set(links.flatMap(link => link.tags))]
      const lists = links.map(link => link.tags.map(name => names.indexOf(name)))
      const restored = {
        ...(has('collectionId') && {
          collectionId: toRuns(links.map(({ into }) => collection(into) ?? null)),
        }),
        ...(has('isFavorite') && { isFavorite: toRuns(links.map(({ star }) => star)) }),
        ...(has('isArchived') && { isArchived: toRuns(links.map(({ archived }) => archived)) }),
        ...(has('tags') && { tags: { names, lists, links: toRuns(links.map((_, n) => n)) } }),
      }
      const after = {
        tags: { names, lists, links: toRuns(links.map((_, n) => n)) },
        collectionId: toRuns(links.map(({ into }) => collection(into) ?? null)),
      }
      const placed = { links: toIdRanges(links.map(link => link.id)), after }
      if (each.by === 'an import') {
        const data = { importId: library.id, ...placed, before: after, at: AT }
        events.push({ type: 'ImportAdded', data })
        continue
      }
      if (each.by === 'the undo of an import') {
        events.push(library.importUndone([], [], placed))
        continue
      }
      const change = { links: toIdRanges(links.map(link => link.id)), restored, before: null }
      const others = toIdRanges([...now.links.keys()].filter(id => !links.some(link => link.id === id)))
      const flagged = { isFavorite: toRuns([...idsIn(others)].map(() => 1 as const)) }
      const more = others.length > 0 ? [{ links: others, restored: flagged, before: null }] : []
      const data = { undone: 'act', changes: [change, ...more], left: [], at: AT }
      events.push({ type: 'ActUndone', data })
    } else if (each.kind === 'restore') {
      const gone = Array.from({ length: collections }, (_, n) => n + 1).find(id => !now.collections.has(id))
      const outside = each.links.filter(id => now.links.get(id)?.collection_id === null)
      if (gone !== undefined) events.push(library.collectionRestored(gone, toIdRanges(outside)))
    } else if (each.kind === 'bring back') {
      const from = each.links.filter(id => now.deleted.has(id))
      if (from.length > 0) events.push(library.broughtBack(from.map(id => [id, ++links] as const)))
    } else if (each.kind === 'for good') events.push(library.deletedForGood(toIdRanges(each.links)))
    else if (each.kind === 'undo import') {
      const left = [...now.links.values()].filter(link => !each.links.includes(link.id))
      const isEmpty = (id: number) => left.every(link => link.collection_id !== id)
      const empty = toIdRanges([...now.collections.keys()].filter(isEmpty))
      events.push(library.importUndone(toIdRanges(each.links), empty))
    } else if (each.kind === 'drop') events.push(library.bulkDeleted(toIdRanges(each.links)))
    else if (each.kind === 'rename' || each.kind === 'uncreate') {
      const found = collection(each.into)
      if (found !== undefined)
        events.push(
          each.kind === 'rename'
            ? library.collectionEdited(found, each.changes)
            : library.collectionDeleted(found),
        )
    } else if (now.links.has(each.link)) events.push(library[each.kind as 'archived'](each.link))
  }
  return events
}

it('any history leads to the rows and counts of a plain replay, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 60 }),
      fc.integer({ min: 1, max: 80 }),
      async (acts, step) => {
        const library = aLibrary()
        const events = eventsFrom(library, acts)
        for (let from = 0; from < events.length; from += step) {
          await projections.record(library.stream, events.slice(from, from + step))
          await projections.project()
        }
        expect(await held(library.id)).toEqual(expected(library, events))
      },
    ),
    runs(40),
  )
})

/** All columns of a library's rows. */
const rowsIn = async (schema: string, libraryId: string) => {
  const read = async (table: string, order: string) => {
    const text = `SELECT * FROM ${schema}.${table} WHERE library_id = $1 ORDER BY ${order}`
    return (await projections.pool.query(text, [libraryId])).rows
  }
  const [links, libraries] = [await read('links', 'id'), await read('libraries', '1')]
  const deleted = await read('deleted_links', 'id')
  return {
    links,
    libraries,
    deleted,
    collections: await read('collections', 'id'),
    tags: await read('tags', 'tag'),
  }
}

const lookBack = async (libraryId: string, at: string): Promise<string> => {
  const { pool, store, log } = projections
  await pool.query('DELETE FROM projections.pasts WHERE library_id = $1', [libraryId])
  const { rows } = await pool.query<{ n: number }>(
    'INSERT INTO projections.pasts (library_id, at, version) VALUES ($1, $2, $3) RETURNING n',
    [libraryId, at, READ_VERSION],
  )
  const { signal } = new AbortController()
  await preparePasts({ databaseUrl: parts.databaseUrl, store, log, signal })
  return pastSchema(rows[0]?.n ?? 0)
}

it('the library as of any event is a plain replay up to it, and what the read model was then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), fc.nat(), async (acts, place) => {
      const library = aLibrary()
      // Each event has a second of its own.
      const events = eventsFrom(library, acts).map((event, n) => {
        const at = new Date(Date.parse(AT) + n * 1_000).toISOString()
        return { ...event, data: { ...event.data, at } } as LibraryEvent
      })
      const before = events.slice(0, 1 + (place % events.length))
      await projections.record(library.stream, before)
      await projections.project()
      const then = await rowsIn(projections.schema, library.id)
      if (before.length < events.length) await projections.record(library.stream, events.slice(before.length))
      await projections.project()

      const past = await lookBack(library.id, before.at(-1)?.data.at ?? AT)
      expect(await held(library.id, past)).toEqual(expected(library, before))
      expect(await rowsIn(past, library.id)).toEqual(then)
    }),
    runs(30),
  )
})
