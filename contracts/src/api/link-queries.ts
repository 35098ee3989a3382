import { z } from 'zod/mini'
import { LIST_LIMIT_MAX, PREVIEW_URL_MAX, SEARCH_TEXT_MAX } from '../limits.ts'
import { ContentHash } from './content-hash.ts'
import { webAddress } from './link-requests.ts'

/** POST /api/cache-article. url is ignored: the stored url is used. */
export const CacheArticleRequest = z.object({
  articleId: z.union([
    z.int().check(z.positive()),
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number)),
  ]),
  url: z.optional(z.string()),
})

const LIMIT_MESSAGE = 'limit must be a whole number of at least 1'

/** GET /api/links. limit defaults to the plan's page size and is cut to the maximum; archived=all gives archived and other links. */
export const ListLinksQuery = z.object({
  limit: z.optional(
    z.pipe(
      z.coerce.number(LIMIT_MESSAGE).check(z.int(LIMIT_MESSAGE), z.positive(LIMIT_MESSAGE)),
      z.transform(limit => Math.min(limit, LIST_LIMIT_MAX)),
    ),
  ),
  cursor: z.optional(z.string().check(z.maxLength(600, 'This cursor is not one of ours.'))),
  /** A search has an order of its own. lastRead: links that were never read come last, newest first. */
  sort: z._default(
    z.enum(['newest', 'oldest', 'title', 'readingTime', 'lastRead'], 'sort is unknown'),
    'newest',
  ),
  /** Where the person has been in the text of the link. The total may be a lower bound. */
  progress: z.optional(z.enum(['unread', 'begun', 'finished'], 'progress must be unread, begun or finished')),
  favorite: z.optional(
    z.pipe(
      z.enum(['true', 'false'], 'favorite must be true or false'),
      z.transform(value => value === 'true'),
    ),
  ),
  archived: z._default(z.enum(['true', 'false', 'all'], 'archived must be true, false or all'), 'false'),
  /** A collection's id or `none`. Anything else becomes 0, which no collection has. */
  collection: z.optional(
    z.pipe(
      z.string(),
      z.transform(value =>
        value === 'none' ? ('none' as const) : /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 0,
      ),
    ),
  ),
  /** Links with this address, however it is written: what a save of it would be a duplicate of. */
  url: z.optional(webAddress),
  /** What others share with the caller: `also` beside the own links that of the collections chosen for All Articles, `only` all of it. */
  shared: z.optional(z.enum(['also', 'only'], 'shared must be also or only')),
  /** A search in the syntax of search-syntax.ts. Every text is valid. */
  q: z.optional(
    z.pipe(
      z.string(),
      z.transform(value => value.slice(0, SEARCH_TEXT_MAX)),
    ),
  ),
})
export type ListLinksQuery = z.input<typeof ListLinksQuery>

/** GET /api/links/ids: the filters of a list. */
export const LinkIdsQuery = z.omit(ListLinksQuery, { limit: true, cursor: true, sort: true })

/** GET /api/preview */
export const PreviewQuery = z.object({
  url: webAddress.check(z.maxLength(PREVIEW_URL_MAX, 'Please enter a valid URL')),
})

/** GET /api/links/{id}/content: the version to give instead of the newest; 404 where the article has no such version. */
export const ContentQuery = z.object({ version: z.optional(ContentHash) })
export type ContentQuery = z.input<typeof ContentQuery>
