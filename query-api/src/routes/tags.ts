import type { TagList } from '@lectern/contracts/api/counts.ts'
import { TAGS_LISTED_MAX } from '@lectern/contracts/limits.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import type { FastifyInstance } from 'fastify'
import type { QueryTools } from '../tools.ts'
import { tagsOfDevice } from '../wallabag/tags.ts'

export const tagsRoute = (app: FastifyInstance, { read, view, gate }: QueryTools): void => {
  app.get('/api/tags', { preHandler: gate.library }, (request, reply) => {
    const { token, libraryId } = requireCaller(request)
    // Apps of wallabag ask for their list at the same address.
    if (token?.kind === 'device') return tagsOfDevice(read(), libraryId)
    return view(request, reply, async ({ db, reader }): Promise<TagList> => {
      const rows = await db
        .selectFrom('tags')
        .select(['tag', 'active as count'])
        .where('library_id', '=', reader.libraryId)
        .orderBy('active', 'desc')
        .orderBy('tag')
        .limit(TAGS_LISTED_MAX)
        .execute()
      return { tags: inOneSpelling(rows) }
    })
  })
}

type Counted = TagList['tags'][number]

/** Old libraries have tags in several spellings. The first one given stands for all. */
const inOneSpelling = (rows: readonly Counted[]): Counted[] => {
  const tags = new Map<string, Counted>()
  for (const { tag, count } of rows) {
    const known = tags.get(tagKey(tag))
    tags.set(tagKey(tag), { tag: known?.tag ?? tag, count: (known?.count ?? 0) + count })
  }
  return [...tags.values()].toSorted((a, b) => b.count - a.count)
}
