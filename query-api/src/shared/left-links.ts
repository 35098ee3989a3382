import type { ActName } from '@lectern/contracts/read-model/acts.ts'
import { sql } from 'kysely'
import type { ActRow } from '../history/filters.ts'
import type { ReadDb } from '../tables.ts'

type OfCollection = { readonly libraryId: string; readonly collectionId: number }

/**
 * The names of links in acts of a collection, without what links that left it were called afterwards. Their addresses are those of today, and
 * a title that was made of the address is told as the one that came after it: where a person gave that, the link is not named.
 */
export const namesThere = async (
  db: ReadDb,
  of: OfCollection,
  acts: readonly Pick<ActRow, 'named' | 'position'>[],
  names: ReadonlyMap<string, ActName>,
): Promise<ReadonlyMap<string, ActName>> => {
  const named = acts.flatMap(({ named: ids, position }) => ids.map(id => ({ id, position })))
  const isThere = await linksOf(db, of, named)
  const left = named.filter(({ id }) => !isThere.has(id))
  if (left.length === 0) return names
  const known = new Map(names)
  for (const { id, position } of left) {
    const name = known.get(`l${id}@${position}`)
    if (name) known.set(`l${id}@${position}`, { ...name, url: '' })
  }
  for (const { id, position } of await titledLater(db, of, left)) known.delete(`l${id}@${position}`)
  return known
}

/** Whether an act put its links from the collection somewhere else. */
export const isLeaving = ({ facts }: Pick<ActRow, 'facts'>, collectionId: number): boolean =>
  facts.collectionBefore === collectionId &&
  facts.collectionId !== undefined &&
  facts.collectionId !== collectionId

/** The same names, but that of a link which got another title in the act that took it out is the one from before, if that is known. */
export const namesBefore = (
  { collectionId }: OfCollection,
  acts: readonly Pick<ActRow, 'facts' | 'named' | 'position'>[],
  names: ReadonlyMap<string, ActName>,
): ReadonlyMap<string, ActName> => {
  const known = new Map(names)
  for (const act of acts) {
    const title = isLeaving(act, collectionId) ? act.facts.changes?.title : undefined
    for (const id of title ? act.named : []) {
      const key = `l${id}@${act.position}`
      const name = known.get(key)
      known.delete(key)
      if (name && title?.before != null) known.set(key, { ...name, title: title.before })
    }
  }
  return known
}

type Named = { readonly id: number; readonly position: number }

/** Those that are in the collection, or were when they were deleted. */
const linksOf = async (db: ReadDb, { libraryId, collectionId }: OfCollection, named: readonly Named[]) => {
  const ids = named.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM links
    WHERE library_id = ${libraryId}::uuid AND collection_id = ${collectionId}::integer AND id = ANY (${ids}::integer[])
    UNION ALL SELECT id FROM deleted_links
    WHERE library_id = ${libraryId}::uuid AND collection_id = ${collectionId}::integer AND id = ANY (${ids}::integer[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Those whose title of the page, or of the address, a person replaced after the act. */
const titledLater = async (
  db: ReadDb,
  { libraryId }: OfCollection,
  left: readonly Named[],
): Promise<readonly Named[]> => {
  const [ids, positions] = [left.map(({ id }) => id), left.map(({ position }) => position)]
  const { rows } = await sql<Named>`
    SELECT DISTINCT named.id, named.position FROM unnest(${ids}::integer[], ${positions}::bigint[]) AS named(id, position)
      JOIN acts AS later ON later.library_id = ${libraryId}::uuid AND later.link_id = named.id AND later.stream = 'l'
    WHERE later.position > named.position AND later.facts #> '{changes,title,before}' = 'null'::jsonb`.execute(
    db,
  )
  return rows
}
