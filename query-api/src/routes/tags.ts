import type { TagList } from '@lectern/contracts/api/counts.ts'
import { TAGS_LISTED_MAX } from '@lectern/contracts/limits.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { QueryTools } from '../tools.ts'
import { tagsOfDevice } from '../wallabag/tags.ts'

export const tagsRoute = (app: FastifyInstance, { read, view, gate }: QueryTools): void => {
  app.get('/api/tags', { preHandler: gate.library }, (request, reply) => {
    const { token, libraryId } = requireCaller(request)
    // Apps of wallabag ask for their list at the same address.
    if (token?.kind === 'device') return tagsOfDevice(read(), libraryId)
    return view(request, reply, async ({ db, reader }): Promise<TagList> => {
      // The tags of archived links are counted here, since only this list shows them.
      const archived = db
        .selectFrom('links')
        .where('library_id', '=', reader.libraryId)
        .where('is_archived', '=', true)
        .select([sql<string>`unnest(tags)`.as('tag'), sql<number>`count(*)::integer`.as('archived')])
        .groupBy('tag')
      const rows = await db
        .selectFrom(db.selectFrom('tags').selectAll().where('library_id', '=', reader.libraryId).as('shown'))
        .fullJoin(archived.as('archived'), 'archived.tag', 'shown.tag')
        .select(({ fn, lit }) => [
          fn.coalesce('shown.tag', 'archived.tag').$castTo<string>().as('tag'),
          fn.coalesce('shown.active', lit(0)).$castTo<number>().as('count'),
          fn.coalesce('archived.archived', lit(0)).$castTo<number>().as('archived'),
        ])
        .orderBy('count', 'desc')
        .orderBy('tag')
        .limit(TAGS_LISTED_MAX)
        .execute()
      return { tags: inOneSpelling(rows) }
    })
  })
}

type Counted = TagList['tags'][number] & { readonly archived: number }

/** Old libraries have tags in several spellings. The first one given stands for all. */
const inOneSpelling = (rows: readonly Counted[]): Counted[] => {
  const tags = new Map<string, Counted>()
  for (const { tag, count, archived } of rows) {
    const known = tags.get(tagKey(tag)) ?? { tag, count: 0, archived: 0 }
    tags.set(tagKey(tag), {
      tag: known.tag,
      count: known.count + count,
      archived: known.archived + archived,
    })
  }
  return [...tags.values()].toSorted((a, b) => b.count - a.count)
}
