import { z } from 'zod/mini'
import {
  BULK_LINKS_MAX,
  IDEMPOTENCY_KEY_MAX,
  LIST_LIMIT_MAX,
  NOTE_MAX,
  PREVIEW_URL_MAX,
  SEARCH_TEXT_MAX,
  TAG_MAX,
  TAGS_MAX,
  TAGS_MERGED_MAX,
  TITLE_MAX,
  URL_MAX,
} from '../limits.ts'
import { tagKey, tagName } from '../tags.ts'
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

const tag = z.pipe(
  text('Tags must be words'),
  z.pipe(z.transform(tagName), z.string().check(z.maxLength(TAG_MAX, 'A tag is too long'))),
)

/** Each tag once. The library decides on its spelling. */
const tags = z.pipe(
  z.array(tag, 'Tags must be a list').check(z.maxLength(TAGS_MAX, 'Too many tags')),
  z.transform(list =>
    list.filter((name, n) => name !== '' && list.findIndex(other => tagKey(other) === tagKey(name)) === n),
  ),
)

/** A title that a person types. */
export const LinkTitle = z.pipe(
  text('Title is required'),
  z.string().check(z.minLength(1, 'Title is required'), z.maxLength(TITLE_MAX, 'Title is too long')),
)

const note = z.pipe(
  z.nullable(z.pipe(text('Note must be text'), z.string().check(z.maxLength(NOTE_MAX, 'Note is too long')))),
  z.transform(given => given || null),
)

/** POST /api/links. Without a title the link takes that of its page. Unknown fields are dropped. */
export const SaveLinkRequest = z.object({
  url: webAddress,
  title: z.nullish(LinkTitle),
  note: z.pipe(
    z.nullish(note),
    z.transform(given => given ?? null),
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

/** PATCH /api/links/{id}. What is absent stays as it is; title null takes that of the page. */
export const EditLinkRequest = z
  .object({
    url: z.optional(webAddress),
    title: z.optional(z.nullable(LinkTitle)),
    note: z.optional(note),
    tags: z.optional(tags),
    collectionId: z.optional(collectionId),
    /** Keep the new address although another link has it. */
    ignoreDuplicate: z._default(z.boolean('ignoreDuplicate must be true or false'), false),
  })
  .check(
    z.refine(
      ({ ignoreDuplicate: _, ...fields }) => Object.values(fields).some(value => value !== undefined),
      'Please change at least one field.',
    ),
  )
export type EditLinkRequest = z.input<typeof EditLinkRequest>

/** PUT /api/links/{id}/collection; null takes the link out of its collection. The answer repeats the request. */
export const CollectRequest = z.object({ collectionId })
export type CollectRequest = z.infer<typeof CollectRequest>

const NO_LINKS = 'Please select at least one link.'
type Named = (number | [first: number, last: number])[]
const isId = (id: unknown): id is number => Number.isSafeInteger(id)
const isRange = (range: unknown): boolean => {
  const [first, last, ...rest] = Array.isArray(range) ? range : []
  return isId(first) && isId(last) && first <= last && rest.length === 0
}
const countOf = (named: Named): number =>
  named.reduce<number>((sum, each) => sum + (typeof each === 'number' ? 1 : each[1] - each[0] + 1), 0)

/**
 * Ids, and [first, last] of ids that follow each other, as GET /api/links/ids gives them. One check for the whole list: a
 * schema for each of 50,000 ids takes a hundred times as long and reports each wrong id.
 */
export const linkIds = z.pipe(
  z.custom<Named>(Array.isArray, NO_LINKS).check(
    z.refine(ids => ids.length > 0, { error: NO_LINKS, abort: true }),
    z.refine(ids => ids.length <= BULK_LINKS_MAX, { error: 'Too many links at once.', abort: true }),
    z.refine(ids => ids.every(id => isId(id) || isRange(id)), {
      error: 'Links are named by their ids.',
      abort: true,
    }),
    z.refine(ids => countOf(ids) <= BULK_LINKS_MAX, 'Too many links at once.'),
  ),
  z.transform(ids =>
    ids.flatMap(each =>
      typeof each === 'number' ? each : Array.from({ length: each[1] - each[0] + 1 }, (_, n) => each[0] + n),
    ),
  ),
)

/** true: 409 too-large-to-undo where the act could not be undone, and nothing is changed. */
const ifUndoable = z.optional(z.boolean('ifUndoable must be true or false'))

/** POST /api/undo. The id is the Idempotency-Key that the act was asked for with. */
export const UndoRequest = z.object({
  commandId: z.string('Please say what to undo.').check(z.minLength(1), z.maxLength(IDEMPOTENCY_KEY_MAX)),
})
export type UndoRequest = z.infer<typeof UndoRequest>

/** PUT /api/links/bulk. What is absent stays as it is; tags replace, [] clears, addTags and removeTags leave the others. Ids that are not there are skipped. */
export const BulkEditRequest = z.object({
  linkIds,
  ifUndoable,
  updates: z
    .object(
      {
        collectionId: z.optional(collectionId),
        isFavorite: z.optional(z.boolean('isFavorite must be true or false')),
        isArchived: z.optional(z.boolean('isArchived must be true or false')),
        tags: z.optional(tags),
        addTags: z.optional(tags),
        removeTags: z.optional(tags),
      },
      'Please select at least one field to update.',
    )
    .check(
      z.refine(
        updates => Object.values(updates).some(update => update !== undefined),
        'Please select at least one field to update.',
      ),
      z.refine(
        ({ tags: all, addTags, removeTags }) => all === undefined || !(addTags || removeTags),
        'Tags are replaced, or added and removed.',
      ),
    ),
})
export type BulkEditRequest = z.input<typeof BulkEditRequest>

/** DELETE /api/links/bulk, with a body. */
export const BulkDeleteRequest = z.object({ linkIds })
export type BulkDeleteRequest = z.input<typeof BulkDeleteRequest>

const oneTag = tag.check(z.minLength(1, 'Please name a tag.'))

/** POST /api/tags/rename. 409 tag-taken where links have a tag of the new name: merging makes one of both. */
export const RenameTagRequest = z.object({ from: oneTag, to: oneTag, ifUndoable })
export type RenameTagRequest = z.input<typeof RenameTagRequest>

/** POST /api/tags/merge: links with one of `from` have `into` instead. */
export const MergeTagsRequest = z.object({
  from: z
    .array(oneTag, 'Please name the tags.')
    .check(z.minLength(1, 'Please name the tags.'), z.maxLength(TAGS_MERGED_MAX, 'Too many tags')),
  into: oneTag,
  ifUndoable,
})
export type MergeTagsRequest = z.input<typeof MergeTagsRequest>

/** POST /api/tags/delete: no link has the tag afterwards. The links stay. */
export const DeleteTagRequest = z.object({ tag: oneTag, ifUndoable })
export type DeleteTagRequest = z.input<typeof DeleteTagRequest>

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
