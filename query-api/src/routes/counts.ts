import { type Counts, TAGS_COUNTED_MAX } from '@lectern/contracts/api/counts.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryTools } from '../tools.ts'

type Row = {
  item_limit: number | null
  active: number
  archived: number
  active_favorites: number
  tag_count: number
  collections: { id: number; count: number }[]
  tags: { tag: string; count: number }[]
}

export const countsRoute = (app: FastifyInstance, { pool, model, gate }: QueryTools): void => {
  app.get('/api/counts', { preHandler: gate.library }, async (request): Promise<Counts> => {
    const { libraryId } = requireCaller(request)
    const schema = model.schema()
    const { rows } = await pool.query<Row>({
      name: `counts@${schema}`,
      text: textOf(schema),
      values: [libraryId],
    })
    const library = rows[0] ?? NONE
    const { active, archived, collections, tags } = library
    return {
      used: active + archived,
      allowed: library.item_limit,
      active,
      archived,
      favorites: library.active_favorites,
      collections,
      uncollected: collections.reduce((left, { count }) => left - count, active),
      tagCount: library.tag_count,
      tags,
    }
  })
}

const NONE: Row = {
  item_limit: PLANS.free.limit,
  active: 0,
  archived: 0,
  active_favorites: 0,
  tag_count: 0,
  collections: [],
  tags: [],
}

/** One query, so that all counts are of the same moment. */
const textOf = (schema: string): string => `
  SELECT item_limit, active, archived, active_favorites, tag_count,
    coalesce((
      SELECT json_agg(json_build_object('id', id, 'count', active) ORDER BY id)
      FROM ${schema}.collections WHERE library_id = $1), '[]') AS collections,
    coalesce((
      SELECT json_agg(json_build_object('tag', tag, 'count', active) ORDER BY active DESC, tag)
      FROM (
        SELECT tag, active FROM ${schema}.tags WHERE library_id = $1
        ORDER BY active DESC, tag LIMIT ${TAGS_COUNTED_MAX}) AS most_used), '[]') AS tags
  FROM ${schema}.libraries WHERE library_id = $1`
