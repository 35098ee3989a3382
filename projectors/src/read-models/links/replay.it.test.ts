import type { LibraryEvent, LinkChanges } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { toRuns, valuesIn } from '@lectern/contracts/runs.ts'
import { type Retag, retagged, retagOf } from '@lectern/contracts/tags.ts'
import { AT, aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'

const parts = duringTests(startParts)
const projections = duringTests(() => startProjections(parts))

type Link = {
  id: number
  is_favorite: boolean
  is_archived: boolean
  collection_id: number | null
  tags: string[]
}

/** The plainest projection of a library, to compare with. */
const replay = (events: readonly LibraryEvent[]) => {
  const links = new Map<number, Link>()
  const collections = new Map<number, { name: string; description: string | null; color: string }>()
  const change = (id: number, { collectionId, isFavorite, isArchived, tags }: LinkChanges) => {
    const link = links.get(id)
    if (link === undefined) return
    if (collectionId !== undefined) link.collection_id = collectionId
    if (isFavorite !== undefined) link.is_favorite = isFavorite
    if (isArchived !== undefined) link.is_archived = isArchived
    if (tags !== undefined) link.tags = tags
  }
  const retag = (ids: IdRanges, how: Retag | undefined) => {
    for (const id of idsIn(ids)) {
      const link = links.get(id)
      if (link && how) link.tags = retagged(link.tags, how)
    }
  }
  for (const { type, data } of events) {
    if (type === 'LinkSaved') {
      const { linkId: id, tags } = data
      links.set(id, { id, is_favorite: false, is_archived: false, collection_id: null, tags })
    } else if (type === 'LinkFavorited') change(data.linkId, { isFavorite: true })
    else if (type === 'LinkUnfavorited') change(data.linkId, { isFavorite: false })
    else if (type === 'LinkArchived') change(data.linkId, { isArchived: true })
    else if (type === 'LinkUnarchived') change(data.linkId, { isArchived: false })
    else if (type === 'LinkCollected') change(data.linkId, { collectionId: data.collectionId })
    else if (type === 'LinkDeleted') links.delete(data.linkId)
    else if (type === 'LinksEdited') {
      for (const id of idsIn(data.links)) change(id, data.changes)
      retag(data.links, retagOf(data.changes))
    } else if (type === 'TagsMerged') retag(data.links, { ...data, add: [] })
    else if (type === 'ActUndone') {
      const { collectionId = [], isFavorite = [], isArchived = [], tags } = data.restored
      const [into, stars, flags] = [
        [...valuesIn(collectionId)],
        [...valuesIn(isFavorite)],
        [...valuesIn(isArchived)],
      ]
      const lists = tags
        ? [...valuesIn(tags.links)].map(n => tags.lists[n]?.map(place => tags.names[place] as string))
        : []
      for (const [n, id] of [...idsIn(data.links)].entries())
        change(id, {
          ...(collectionId.length > 0 && { collectionId: into[n] }),
          ...(isFavorite.length > 0 && { isFavorite: stars[n] === 1 }),
          ...(isArchived.length > 0 && { isArchived: flags[n] === 1 }),
          tags: lists[n],
        })
    } else if (type === 'TagDeleted') retag(data.links, { ...data, to: null, add: [] })
    else if (type === 'LinksDeleted') for (const id of idsIn(data.links)) links.delete(id)
    else if (type === 'CollectionCreated') {
      const { collectionId, name, description, color } = data
      collections.set(collectionId, { name, description, color })
    } else if (type === 'CollectionEdited') {
      const collection = collections.get(data.collectionId)
      if (collection) Object.assign(collection, data.changes)
    } else if (type === 'CollectionDeleted') {
      collections.delete(data.collectionId)
      for (const link of links.values())
        if (link.collection_id === data.collectionId) change(link.id, { collectionId: null })
    }
  }
  return { links: [...links.values()], collections: [...collections].toSorted((a, b) => a[0] - b[0]) }
}

const countsOf = (links: readonly Link[]) => {
  const count = (keep: (link: Link) => boolean) => links.filter(keep).length
  return {
    active: count(l => !l.is_archived),
    archived: count(l => l.is_archived),
    active_favorites: count(l => !l.is_archived && l.is_favorite),
    archived_favorites: count(l => l.is_archived && l.is_favorite),
  }
}

/** The rows that these events should lead to, with counts recounted from the links. */
const expected = (events: readonly LibraryEvent[]) => {
  const { links, collections } = replay(events)
  const tags = new Map<string, number>()
  for (const link of links)
    if (!link.is_archived) for (const tag of link.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1)
  return {
    links,
    library: { ...countsOf(links), tag_count: tags.size },
    collections: collections.map(([id, facts]) => ({
      id,
      ...facts,
      ...countsOf(links.filter(link => link.collection_id === id)),
    })),
    search: links.map(link => ({ id: link.id, tags: [...new Set(link.tags.map(fold))].toSorted() })),
    tags: [...tags].map(([tag, active]) => ({ tag, active })).toSorted((a, b) => (a.tag < b.tag ? -1 : 1)),
  }
}

const held = async (libraryId: string) => {
  const { pool, schema } = projections
  const read = async (columns: string, table: string, order: string) =>
    (
      await pool.query(`SELECT ${columns} FROM ${schema}.${table} WHERE library_id = $1 ORDER BY ${order}`, [
        libraryId,
      ])
    ).rows
  const counts = 'active, archived, active_favorites, archived_favorites'
  return {
    links: await read('id, is_favorite, is_archived, collection_id, tags', 'links', 'id'),
    library: (await read(`${counts}, tag_count`, 'libraries', '1'))[0],
    collections: await read(`id, name, description, color, ${counts}`, 'collections', 'id'),
    search: await read(
      `id, array(
        SELECT tag COLLATE "C" FROM ${schema}.search_link_tags AS t, unnest(tags) AS tag WHERE t.library_id = $1 AND t.id = search.id ORDER BY 1) AS tags`,
      'search',
      'id',
    ),
    tags: await read('tag, active', 'tags', 'tag'),
  }
}

const id = fc.integer({ min: 1, max: 12 })
const tag = fc.constantFrom('a', 'B', 'two words', '"', '\u{1f600}')
const tagList = fc.uniqueArray(tag, { maxLength: 3 })
const bit = fc.constantFrom<(0 | 1)[]>(0, 1)
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
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** The events that a decider would append for these acts. */
const eventsFrom = (library: ReturnType<typeof aLibrary>, acts: readonly Act[]): LibraryEvent[] => {
  const events: LibraryEvent[] = [library.opened()]
  let [links, collections] = [0, 0]
  for (const each of acts) {
    const now = replay(events)
    /** undefined where there is no such collection. */
    const collection = (n: number) => now.collections[n]?.[0]
    if (each.kind === 'save') events.push(library.saved(++links, { tags: each.tags }))
    else if (each.kind === 'create') events.push(library.collectionCreated(++collections))
    else if (each.kind === 'collect') {
      if (now.links.some(link => link.id === each.link))
        events.push(library.collected(each.link, collection(each.into) ?? null))
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
      const ids = toIdRanges(links.map(link => link.id))
      const data = { undone: 'act', links: ids, left: [], restored, before: null, at: AT }
      events.push({ type: 'ActUndone', data })
    } else if (each.kind === 'drop') events.push(library.bulkDeleted(toIdRanges(each.links)))
    else if (each.kind === 'rename' || each.kind === 'uncreate') {
      const found = collection(each.into)
      if (found !== undefined)
        events.push(
          each.kind === 'rename'
            ? library.collectionEdited(found, each.changes)
            : library.collectionDeleted(found),
        )
    } else if (now.links.some(link => link.id === each.link))
      events.push(library[each.kind as 'archived'](each.link))
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
        expect(await held(library.id)).toEqual(expected(events))
      },
    ),
    { numRuns: 40 },
  )
})
