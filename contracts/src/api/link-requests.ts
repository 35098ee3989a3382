import { z } from 'zod/mini'
import {
  CHOSEN_MAX,
  IDEMPOTENCY_KEY_MAX,
  NOTE_MAX,
  TAG_MAX,
  TAGS_MAX,
  TAGS_MERGED_MAX,
  TITLE_MAX,
  URL_MAX,
} from '../limits.ts'
import { tagKey, tagName } from '../tags.ts'
import { ActId } from './act-id.ts'
import { ClientId } from './client-id.ts'
import { ContentHash } from './content-hash.ts'
import { linkIds } from './link-ids.ts'
import { text } from './text.ts'

/** An http or https address. */
export const webAddress = z.string('Please enter a valid URL').check(
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

const collectionId = z.nullable(z.int('Please choose a collection.'))

/**
 * POST /api/links. Without a title the link takes that of its page. `clientId` makes a repetition the same link.
 * Unknown fields are dropped.
 */
export const SaveLinkRequest = z.object({
  clientId: ClientId,
  url: webAddress,
  title: z.nullish(LinkTitle),
  /** page: nobody typed the title. It stands until the page is read, and then that of the page does. */
  titleFrom: z.optional(z.enum(['person', 'page'], 'titleFrom must be person or page')),
  note: z.pipe(
    z.nullish(note),
    z.transform(given => given ?? null),
  ),
  tags: z.pipe(
    z.nullish(tags),
    z.transform(list => list ?? []),
  ),
  ignoreDuplicate: z._default(z.boolean('ignoreDuplicate must be true or false'), false),
  /** The collection that it is saved into. With `library`, one of those that its owner shares with the caller: else 404. */
  collectionId: z.optional(collectionId),
})
export type SaveLinkRequest = z.input<typeof SaveLinkRequest>

/** PATCH favorite and archive: without a target the flag toggles; our client always sends a target. */
export const FavoriteRequest = z.nullish(
  z.object({ isFavorite: z.optional(z.boolean('isFavorite must be true or false')) }),
)
export const ArchiveRequest = z.nullish(
  z.object({ isArchived: z.optional(z.boolean('isArchived must be true or false')) }),
)

/** PATCH /api/links/{id}. What is absent stays as it is; title null takes that of the page. */
export const EditLinkRequest = z
  .object({
    url: z.optional(webAddress),
    title: z.optional(z.nullable(LinkTitle)),
    note: z.optional(note),
    tags: z.optional(tags),
    collectionId: z.optional(collectionId),
    /**
     * The values that the person saw in the fields that they change. 409 link-changed where a field has another value by now; of tags
     * only what the person added and took away is changed.
     */
    was: z.optional(
      z.object({
        url: z.optional(z.string()),
        title: z.optional(z.string()),
        note: z.optional(z.nullable(z.string())),
        tags: z.optional(z.array(z.string())),
        collectionId: z.optional(collectionId),
      }),
    ),
    /** Keep the new address although another link has it. */
    ignoreDuplicate: z._default(z.boolean('ignoreDuplicate must be true or false'), false),
  })
  .check(
    z.refine(
      ({ ignoreDuplicate: _, was: __, ...fields }) =>
        Object.values(fields).some(value => value !== undefined),
      'Please change at least one field.',
    ),
  )
export type EditLinkRequest = z.input<typeof EditLinkRequest>

/** PUT /api/links/{id}/collection; null takes the link out of its collection. The answer repeats the request. */
export const CollectRequest = z.object({ collectionId })
export type CollectRequest = z.infer<typeof CollectRequest>

/** true: 409 too-large-to-undo where the act could not be undone, and nothing is changed. */
const ifUndoable = z.optional(z.boolean('ifUndoable must be true or false'))

const someIds = z.optional(
  z
    .array(z.int('Ids must be numbers').check(z.positive()), 'Ids must be a list')
    .check(z.maxLength(CHOSEN_MAX, 'Please choose fewer.')),
)

/**
 * POST /api/undo, and /api/undo/preview, which changes nothing. The act is named by the Idempotency-Key that it was asked for
 * with, or by its id in the history. Of an import, what a later act changed is left unless all of it is included, or it is
 * chosen.
 */
export const UndoRequest = z
  .object({
    commandId: z.optional(
      z
        .string('Please say what to undo.')
        .check(z.minLength(1, 'Please say what to undo.'), z.maxLength(IDEMPOTENCY_KEY_MAX)),
    ),
    act: z.optional(ActId),
    includeTouched: z.optional(z.boolean('includeTouched must be true or false')),
    chosen: z.optional(z.object({ links: someIds, notes: someIds, collections: someIds })),
  })
  .check(
    z.refine(
      ({ commandId, act }) => (commandId === undefined) !== (act === undefined),
      'Please say what to undo.',
    ),
  )
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

export const RetryPagesRequest = z.object({ linkIds })
export type RetryPagesRequest = z.input<typeof RetryPagesRequest>

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

const BEYOND_TEXT = 'The position must be in the text'
/** PUT /api/links/{id}/page: the document as the person saw it, at most PAGE_MAX bytes. 202; 413; 415 for what is no HTML. */
export const ProvidePageRequest = z.object({ html: z.string() })
export type ProvidePageRequest = z.infer<typeof ProvidePageRequest>

/** PUT /api/links/{id}/position: UTF-16 units into the text of that version, white space collapsed. 204. */
export const ReadingPositionRequest = z.object({
  offset: z.int(BEYOND_TEXT).check(z.nonnegative(BEYOND_TEXT), z.lte(2_147_483_647, BEYOND_TEXT)),
  contentHash: ContentHash,
})
export type ReadingPositionRequest = z.input<typeof ReadingPositionRequest>
