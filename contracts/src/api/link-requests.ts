import { z } from 'zod/mini'
import {
  BULK_LINKS_MAX,
  LIST_LIMIT_MAX,
  NOTE_MAX,
  PREVIEW_URL_MAX,
  SEARCH_TEXT_MAX,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
  URL_MAX,
} from '../limits.ts'
import { text } from './text.ts'

const webAddress = z.string('Please enter a valid URL').check(
  z.trim(),
  z.maxLength(URL_MAX, 'Please enter a valid URL'),
  z.refine(value => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    // Browsers take an http url without slashes for a path of our own site.
    const isWeb = url !== undefined && /^https?:\/\//i.test(value) && url.hostname !== ''
    return isWeb && value.isWellFormed() && !/[\s\p{Cc}]/u.test(value)
  }, 'Please enter a valid URL'),
)

const tags = z.pipe(
  z
    .array(
      z.pipe(text('Tags must be words'), z.string().check(z.maxLength(TAG_MAX, 'A tag is too long'))),
      'Tags must be a list',
    )
    .check(z.maxLength(TAGS_MAX, 'Too many tags')),
  z.transform(list => [...new Set(list.filter(tag => tag !== ''))]),
)

/** POST /api/links. Unknown fields are dropped. */
export const SaveLinkRequest = z.object({
  url: webAddress,
  title: z.pipe(
    text('Title is required'),
    z.string().check(z.minLength(1, 'Title is required'), z.maxLength(TITLE_MAX, 'Title is too long')),
  ),
  note: z.pipe(
    z.nullish(z.pipe(text('Note must be text'), z.string().check(z.maxLength(NOTE_MAX, 'Note is too long')))),
    z.transform(note => note || null),
  ),
  tags: z.pipe(
    z.nullish(tags),
    z.transform(list => list ?? []),
  ),
  ignoreDuplicate: z._default(z.boolean('ignoreDuplicate must be true or false'), false),
})
export type SaveLinkRequest = z.input<typeof SaveLinkRequest>

/** PATCH favorite and archive: without a target the flag toggles; our client always sends a target. */
export const FavoriteRequest = z.nullish(
  z.object({ isFavorite: z.optional(z.boolean('isFavorite must be true or false')) }),
)
export const ArchiveRequest = z.nullish(
  z.object({ isArchived: z.optional(z.boolean('isArchived must be true or false')) }),
)

const collectionId = z.nullable(z.int('Please choose a collection.'))

/** PUT /api/links/{id}/collection; null takes the link out of its collection. The answer repeats the request. */
export const CollectRequest = z.object({ collectionId })
export type CollectRequest = z.infer<typeof CollectRequest>

const NO_LINKS = 'Please select at least one link.'
/** One check for the whole list: a schema for each of 50,000 ids takes a hundred times as long and reports each wrong id. */
export const linkIds = z.custom<number[]>(Array.isArray, NO_LINKS).check(
  z.refine(ids => ids.length > 0, { error: NO_LINKS, abort: true }),
  z.refine(ids => ids.length <= BULK_LINKS_MAX, { error: 'Too many links at once.', abort: true }),
  z.refine(ids => ids.every(Number.isSafeInteger), 'Links are named by their ids.'),
)

/** PUT /api/links/bulk. What is absent stays as it is; tags replace, [] clears. Ids that are not there are skipped. */
export const BulkEditRequest = z.object({
  linkIds,
  updates: z
    .object(
      {
        collectionId: z.optional(collectionId),
        isFavorite: z.optional(z.boolean('isFavorite must be true or false')),
        isArchived: z.optional(z.boolean('isArchived must be true or false')),
        tags: z.optional(tags),
      },
      'Please select at least one field to update.',
    )
    .check(
      z.refine(
        updates => Object.values(updates).some(update => update !== undefined),
        'Please select at least one field to update.',
      ),
    ),
})
export type BulkEditRequest = z.input<typeof BulkEditRequest>

/** DELETE /api/links/bulk, with a body. */
export const BulkDeleteRequest = z.object({ linkIds })
export type BulkDeleteRequest = z.infer<typeof BulkDeleteRequest>

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
  cursor: z.optional(z.string().check(z.maxLength(100, 'This cursor is not one of ours.'))),
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
  /** A search in the syntax of search-syntax.ts. Every text is valid. */
  q: z.optional(
    z.pipe(
      z.string(),
      z.transform(value => value.slice(0, SEARCH_TEXT_MAX)),
    ),
  ),
})
export type ListLinksQuery = z.input<typeof ListLinksQuery>

/** GET /api/preview */
export const PreviewQuery = z.object({
  url: webAddress.check(z.maxLength(PREVIEW_URL_MAX, 'Please enter a valid URL')),
})

/** SHA-256 of an article's stored HTML, in lower-case hex: a version of its text. */
export const ContentHash = z
  .string('A version must be a content hash')
  .check(z.regex(/^[0-9a-f]{64}$/, 'A version must be a content hash'))

/** GET /api/links/{id}/content: the version to give instead of the newest; 404 where the article has no such version. */
export const ContentQuery = z.object({ version: z.optional(ContentHash) })
export type ContentQuery = z.input<typeof ContentQuery>

const BEYOND_TEXT = 'The position must be in the text'
/** PUT /api/links/{id}/position: UTF-16 units into the text of that version, white space collapsed. 204. */
export const ReadingPositionRequest = z.object({
  offset: z.int(BEYOND_TEXT).check(z.nonnegative(BEYOND_TEXT), z.lte(2_147_483_647, BEYOND_TEXT)),
  contentHash: ContentHash,
})
export type ReadingPositionRequest = z.input<typeof ReadingPositionRequest>
