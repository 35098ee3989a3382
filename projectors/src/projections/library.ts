import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { articleIdOf } from '@lectern/platform/article-id.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { LibraryChange } from '@lectern/platform/read-model/progress.ts'
import type { Projection } from './projection.ts'

/** A library's open tabs refetch their lists; links are named only where they are few. */
const NAMED_LINKS_MAX = 20

type NewRow = {
  l: string
  i: number
  at: string
  fav: boolean
  arc: boolean
  article: string
  card: string
  tags: string
}
type Patch = { l: string; i: number; fav?: boolean; arc?: boolean }
type Library = { l: string; owner?: string; plan?: string; cap?: number | null }

/** What a batch comes to: each link and each library is written once, whatever happened to it. */
class Batch {
  readonly rows = new Map<string, NewRow>()
  readonly patches = new Map<string, Patch>()
  readonly drops = new Map<string, { l: string; i: number }>()
  readonly libraries = new Map<string, Library>()
  readonly changed = new Map<string, { what: Set<'links' | 'account'>; linkIds: Set<number> }>()

  add(event: RecordedEvent): void {
    const libraryId = event.stream.slice('library-'.length)
    // Checked against contracts when it was appended; what is amiss all the same fails in Postgres and is parked.
    const { type, data } = event as unknown as LibraryEvent
    switch (type) {
      case 'LibraryOpened':
        this.library(libraryId, { owner: data.ownerId })
        break
      case 'AllowanceChanged':
        this.library(libraryId, { plan: data.plan, cap: data.limit })
        break
      case 'LinkSaved':
        this.save(libraryId, data)
        break
      case 'LinkFavorited':
        this.patch(libraryId, data.linkId, { fav: true })
        break
      case 'LinkUnfavorited':
        this.patch(libraryId, data.linkId, { fav: false })
        break
      case 'LinkArchived':
        this.patch(libraryId, data.linkId, { arc: true })
        break
      case 'LinkUnarchived':
        this.patch(libraryId, data.linkId, { arc: false })
        break
      case 'LinkDeleted':
        this.drop(libraryId, data.linkId)
        break
    }
  }

  private save(libraryId: string, data: Saved): void {
    const id = key(libraryId, data.linkId)
    // As Postgres says where the two are in different batches.
    if (this.rows.has(id)) throw new TypeError(`Link ${id} was saved twice`)
    this.rows.set(id, {
      l: libraryId,
      i: data.linkId,
      at: data.at,
      fav: false,
      arc: false,
      article: `\\x${articleIdOf(data.url)}`,
      card: cardOf(data),
      tags: JSON.stringify(data.tags),
    })
    this.linkChanged(libraryId, data.linkId)
  }

  private drop(libraryId: string, linkId: number): void {
    const id = key(libraryId, linkId)
    this.patches.delete(id)
    if (!this.rows.delete(id)) this.drops.set(id, { l: libraryId, i: linkId })
    this.linkChanged(libraryId, linkId)
  }

  private patch(l: string, i: number, flags: Omit<Patch, 'l' | 'i'>): void {
    const row = this.rows.get(key(l, i))
    if (row) Object.assign(row, flags)
    else this.patches.set(key(l, i), { ...this.patches.get(key(l, i)), l, i, ...flags })
    this.linkChanged(l, i)
  }

  private library(l: string, facts: Omit<Library, 'l'>): void {
    this.libraries.set(l, { ...this.libraries.get(l), l, ...facts })
    this.changeOf(l).what.add('account')
  }

  private linkChanged(libraryId: string, linkId: number): void {
    const change = this.changeOf(libraryId)
    change.what.add('links')
    change.linkIds.add(linkId)
  }

  private changeOf(libraryId: string) {
    let change = this.changed.get(libraryId)
    if (change === undefined) {
      change = { what: new Set(), linkIds: new Set() }
      this.changed.set(libraryId, change)
    }
    return change
  }

  changes(): LibraryChange[] {
    return [...this.changed].map(([libraryId, { what, linkIds }]) => ({
      libraryId,
      change: {
        what: [...what],
        ...(linkIds.size > 0 && linkIds.size <= NAMED_LINKS_MAX && { linkIds: [...linkIds] }),
      },
    }))
  }
}

const key = (libraryId: string, linkId: number) => `${libraryId}/${linkId}`

type Saved = Extract<LibraryEvent, { type: 'LinkSaved' }>['data']

/** The JSON of a link, without braces, as far as it stays what it was when saved. */
const cardOf = ({ url, title, note, at }: Saved): string =>
  `"url":${JSON.stringify(url)},"title":${JSON.stringify(title)},"note":${JSON.stringify(note)},"createdAt":${JSON.stringify(at)}`

const json = (items: Map<string, object>): string => JSON.stringify([...items.values()])

/** Links, and the counts and allowance of their libraries. */
export const projectLibraries: Projection = (schema, events) => {
  const batch = new Batch()
  for (const event of events) batch.add(event)
  return {
    clauses: clausesIn(schema),
    values: [json(batch.rows), json(batch.patches), json(batch.drops), json(batch.libraries)],
    changes: batch.changes(),
  }
}

/** Counts come from the very rows that are written, so they cannot drift from them. */
const clausesIn = (schema: string): string[] => [
  `saved AS (
    INSERT INTO ${schema}.links
      (library_id, id, created_at, is_favorite, is_archived, article_id, card, tags)
    SELECT r.l, r.i, r.at, r.fav, r.arc, r.article, r.card, r.tags
    FROM fence, json_to_recordset($1::json)
      AS r(l uuid, i integer, at timestamptz, fav boolean, arc boolean, article bytea, card text, tags text)
    RETURNING library_id, is_favorite, is_archived)`,
  `patched AS (
    UPDATE ${schema}.links AS link
    SET is_favorite = coalesce(p.fav, old.is_favorite), is_archived = coalesce(p.arc, old.is_archived)
    FROM fence, json_to_recordset($2::json) AS p(l uuid, i integer, fav boolean, arc boolean)
      JOIN ${schema}.links AS old ON old.library_id = p.l AND old.id = p.i
    WHERE link.library_id = old.library_id AND link.id = old.id
    RETURNING link.library_id, link.is_favorite, link.is_archived,
      old.is_favorite AS was_favorite, old.is_archived AS was_archived)`,
  `dropped AS (
    DELETE FROM ${schema}.links AS link
    USING fence, json_to_recordset($3::json) AS d(l uuid, i integer)
    WHERE link.library_id = d.l AND link.id = d.i
    RETURNING link.library_id, link.is_favorite, link.is_archived)`,
  `moves AS (
    SELECT library_id, is_favorite, is_archived, 1 AS n FROM saved
    UNION ALL SELECT library_id, is_favorite, is_archived, 1 FROM patched
    UNION ALL SELECT library_id, was_favorite, was_archived, -1 FROM patched
    UNION ALL SELECT library_id, is_favorite, is_archived, -1 FROM dropped)`,
  `facts AS (
    SELECT l AS library_id, owner, plan, cap
    FROM fence, json_to_recordset($4::json) AS f(l uuid, owner uuid, plan text, cap integer))`,
  `counted AS (
    SELECT library_id,
      sum(CASE WHEN NOT is_archived THEN n ELSE 0 END) AS active,
      sum(CASE WHEN is_archived THEN n ELSE 0 END) AS archived,
      sum(CASE WHEN NOT is_archived AND is_favorite THEN n ELSE 0 END) AS active_favorites,
      sum(CASE WHEN is_archived AND is_favorite THEN n ELSE 0 END) AS archived_favorites
    FROM moves GROUP BY library_id)`,
  `libraries_written AS (
    INSERT INTO ${schema}.libraries
      (library_id, owner_id, plan, item_limit, active, archived, active_favorites, archived_favorites)
    SELECT library_id,
      coalesce(facts.owner, old.owner_id),
      coalesce(facts.plan, old.plan, 'free'),
      CASE WHEN facts.plan IS NOT NULL THEN facts.cap WHEN old.library_id IS NOT NULL THEN old.item_limit ELSE 500 END,
      coalesce(old.active, 0) + coalesce(counted.active, 0),
      coalesce(old.archived, 0) + coalesce(counted.archived, 0),
      coalesce(old.active_favorites, 0) + coalesce(counted.active_favorites, 0),
      coalesce(old.archived_favorites, 0) + coalesce(counted.archived_favorites, 0)
    FROM facts FULL JOIN counted USING (library_id) LEFT JOIN ${schema}.libraries AS old USING (library_id)
    ON CONFLICT (library_id) DO UPDATE SET
      owner_id = excluded.owner_id, plan = excluded.plan, item_limit = excluded.item_limit,
      active = excluded.active, archived = excluded.archived,
      active_favorites = excluded.active_favorites, archived_favorites = excluded.archived_favorites)`,
]
