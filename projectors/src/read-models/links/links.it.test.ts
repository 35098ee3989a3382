import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { AT, aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

type Library = ReturnType<typeof aLibrary>
const NONE = { active: 0, archived: 0, active_favorites: 0, archived_favorites: 0 }

const countsOf = async ({ id }: Library) => {
  const { rows } = await projections.pool.query(
    `SELECT active, archived, active_favorites, archived_favorites FROM ${projections.schema}.libraries WHERE library_id = $1`,
    [id],
  )
  return rows[0]
}
const linksOf = async ({ id }: Library) => {
  const { rows } = await projections.pool.query(
    `SELECT id, is_favorite, is_archived FROM ${projections.schema}.links WHERE library_id = $1 ORDER BY id`,
    [id],
  )
  return rows
}

const cases: [name: string, events: (l: Library) => LibraryEvent[], links: object[], counts: object][] = [
  ['a new library is empty', l => [l.opened()], [], NONE],
  [
    'a saved link counts as active',
    l => [l.opened(), l.saved(1)],
    [{ id: 1, is_favorite: false, is_archived: false }],
    { ...NONE, active: 1 },
  ],
  [
    'a favourite counts as a link and as a favourite',
    l => [l.opened(), l.saved(1), l.saved(2), l.favorited(2)],
    [
      { id: 1, is_favorite: false, is_archived: false },
      { id: 2, is_favorite: true, is_archived: false },
    ],
    { ...NONE, active: 2, active_favorites: 1 },
  ],
  [
    'a former favourite counts as active alone',
    l => [l.opened(), l.saved(1), l.favorited(1), l.unfavorited(1)],
    [{ id: 1, is_favorite: false, is_archived: false }],
    { ...NONE, active: 1 },
  ],
  [
    'an archived favourite counts as both',
    l => [l.opened(), l.saved(1), l.favorited(1), l.archived(1)],
    [{ id: 1, is_favorite: true, is_archived: true }],
    { ...NONE, archived: 1, archived_favorites: 1 },
  ],
  [
    'an unarchived favourite counts as active again',
    l => [l.opened(), l.saved(1), l.archived(1), l.favorited(1), l.unarchived(1)],
    [{ id: 1, is_favorite: true, is_archived: false }],
    { ...NONE, active: 1, active_favorites: 1 },
  ],
  [
    'a deleted favourite leaves every count',
    l => [l.opened(), l.saved(1), l.saved(2), l.favorited(1), l.archived(1), l.deleted(1)],
    [{ id: 2, is_favorite: false, is_archived: false }],
    { ...NONE, active: 1 },
  ],
]

describe('links and counts', () => {
  it.each(cases)('%s, in one batch', async (_name, events, links, counts) => {
    const library = aLibrary()
    await projections.record(library.stream, events(library))
    await projections.project()
    expect(await linksOf(library)).toEqual(links)
    expect(await countsOf(library)).toEqual(counts)
  })

  it.each(cases)('%s, event by event', async (_name, events, links, counts) => {
    const library = aLibrary()
    for (const event of events(library)) {
      await projections.record(library.stream, [event])
      await projections.project()
    }
    expect(await linksOf(library)).toEqual(links)
    expect(await countsOf(library)).toEqual(counts)
  })

  it('a link keeps each text as it was given', async () => {
    const library = aLibrary()
    const given = {
      url: 'https://example.com/a?b=1#c',
      title: 'Say "hi" \\ \u2028 \u{1f600}',
      note: 'line\nline',
      tags: ['a,b', '"q"', '{}', 'NULL'],
    }
    await projections.record(library.stream, [library.opened(), library.saved(7, given)])
    await projections.project()
    const { rows } = await projections.pool.query(
      `SELECT url, title, note, tags, created_at FROM ${projections.schema}.links WHERE library_id = $1`,
      [library.id],
    )
    expect(rows).toEqual([{ ...given, created_at: new Date(AT) }])
  })

  it.each([
    ['in one batch', false],
    ['event by event', true],
  ])('a link has what an edit changed, %s', async (_, cut) => {
    const library = aLibrary()
    const url = 'https://example.com/moved'
    const changes = { url, urlKey: 'moved', note: 'Why', titleFrom: 'page' as const, tags: ['new'] }
    for (const event of [
      ...[library.opened(), library.collectionCreated(1), library.saved(1), library.saved(2)],
      ...[library.linkEdited(1, { ...changes, collectionId: 1 }), library.linkEdited(2, { note: 'Other' })],
    ]) {
      await projections.record(library.stream, [event])
      if (cut) await projections.project()
    }
    await projections.project()
    const { rows } = await projections.pool.query(
      `SELECT id, url, url_key, title, title_from_page, note, tags, collection_id,
         article_id = sha256('${url}') AS is_moved FROM ${projections.schema}.links WHERE library_id = $1 ORDER BY id`,
      [library.id],
    )
    expect(rows).toEqual([
      {
        ...{ id: 1, url, url_key: 'moved', title: 'Link 1', title_from_page: true, note: 'Why' },
        ...{ tags: ['new'], collection_id: 1, is_moved: true },
      },
      expect.objectContaining({ id: 2, note: 'Other', title_from_page: false, tags: ['t'], is_moved: false }),
    ])
    const counted = await projections.pool.query(
      `SELECT tag, active FROM ${projections.schema}.tags WHERE library_id = $1 ORDER BY tag`,
      [library.id],
    )
    expect(counted.rows).toEqual([
      { tag: 'new', active: 1 },
      { tag: 't', active: 1 },
    ])
  })

  it('a library has its latest allowance', async () => {
    const library = aLibrary()
    const allowance = { plan: 'legacy_unlimited', limit: null, cause: 'x', at: AT } as const
    const read = async () =>
      (
        await projections.pool.query(
          `SELECT plan, item_limit, active FROM ${projections.schema}.libraries WHERE library_id = $1`,
          [library.id],
        )
      ).rows[0]
    await projections.record(library.stream, [library.opened()])
    await projections.project()
    expect(await read()).toEqual({ plan: 'free', item_limit: 500, active: 0 })
    await projections.record(library.stream, [
      library.saved(1),
      { type: 'AllowanceChanged', data: allowance },
    ])
    await projections.project()
    expect(await read()).toEqual({ plan: 'legacy_unlimited', item_limit: null, active: 1 })
    await projections.record(library.stream, [library.saved(2)])
    await projections.project()
    expect(await read()).toEqual({ plan: 'legacy_unlimited', item_limit: null, active: 2 })
  })
})
