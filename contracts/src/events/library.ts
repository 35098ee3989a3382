import { z } from 'zod'
import { IdRanges } from '../id-ranges.ts'
import { Plan } from '../plans.ts'
import { runsOf } from '../runs.ts'

// These names and shapes are stored forever. A change is a new version with an upcaster and a golden file of its own.
// An edit records in `before` what it replaced. null: an earlier version recorded the event, or there was no room.

const at = z.iso.datetime()
const linkId = z.int().positive()

export const LibraryOpened = z.object({
  type: z.literal('LibraryOpened'),
  data: z.object({ libraryId: z.uuid(), ownerId: z.uuid(), at }),
})

/**
 * The number of links that the library may hold; limit null is unlimited. cause is the id of the account event that led
 * to it, causeRevision that event's revision, which version 1 does not have.
 */
export const AllowanceChanged = z.object({
  type: z.literal('AllowanceChanged'),
  data: z.object({
    plan: Plan,
    limit: z.int().positive().nullable(),
    cause: z.string(),
    causeRevision: z.int().nonnegative().optional(),
    at,
  }),
})

/** url is the text that the user gave. urlKey decided whether the link is a duplicate; it is never recomputed. */
export const LinkSaved = z.object({
  type: z.literal('LinkSaved'),
  data: z.object({
    linkId,
    url: z.string(),
    urlKey: z.string(),
    title: z.string(),
    note: z.string().nullable(),
    tags: z.array(z.string()),
    /** The user chose Add Anyway for a duplicate. */
    duplicateAccepted: z.boolean(),
    at,
  }),
})

const aboutLink = z.object({ linkId, at })

export const LinkFavorited = z.object({ type: z.literal('LinkFavorited'), data: aboutLink })
export const LinkUnfavorited = z.object({ type: z.literal('LinkUnfavorited'), data: aboutLink })
export const LinkArchived = z.object({ type: z.literal('LinkArchived'), data: aboutLink })
export const LinkUnarchived = z.object({ type: z.literal('LinkUnarchived'), data: aboutLink })
export const LinkDeleted = z.object({ type: z.literal('LinkDeleted'), data: aboutLink })

const collectionId = z.int().positive()

/** collectionId null: the link is in no collection afterwards. */
export const LinkCollected = z.object({
  type: z.literal('LinkCollected'),
  data: z.object({
    linkId,
    collectionId: collectionId.nullable(),
    before: z.object({ collectionId: collectionId.nullable() }).nullable(),
    at,
  }),
})

/** Values that a user chose for many links; fields not chosen are absent. `tags` replaces the tags of each link. */
export const LinkChanges = z.object({
  collectionId: collectionId.nullable().optional(),
  isFavorite: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
})
export type LinkChanges = z.infer<typeof LinkChanges>

const place = z.int().nonnegative()
/** 0 is false, 1 is true: 50,000 mixed flags as bits take half the bytes of `true` and `false`. */
const bit = z.literal([0, 1])

/** The old values of the changed fields: for each field, one value for each link, in ascending order of link ids. */
export const LinksBefore = z.object({
  collectionId: runsOf(collectionId.nullable()).optional(),
  isFavorite: runsOf(bit).optional(),
  isArchived: runsOf(bit).optional(),
  /** `names` are the distinct tags; `lists` the distinct lists, as places in `names`; `links` the place of each link's list. */
  tags: z
    .object({ names: z.array(z.string()), lists: z.array(z.array(place)), links: runsOf(place) })
    .optional(),
})
export type LinksBefore = z.infer<typeof LinksBefore>

/** One act on many links. `links` are all that the user named and the library had, also links that did not change. */
export const LinksEdited = z.object({
  type: z.literal('LinksEdited'),
  data: z.object({ links: IdRanges, changes: LinkChanges, before: LinksBefore.nullable(), at }),
})

export const LinksDeleted = z.object({
  type: z.literal('LinksDeleted'),
  data: z.object({ links: IdRanges, at }),
})

const collectionName = z.string().min(1)
const description = z.string().nullable()
/** #RRGGBB in upper case. */
const color = z.string()

export const CollectionCreated = z.object({
  type: z.literal('CollectionCreated'),
  data: z.object({ collectionId, name: collectionName, description, color, at }),
})

/** Only the fields that changed. */
export const CollectionChanges = z.object({
  name: collectionName.optional(),
  description: description.optional(),
  color: color.optional(),
})
export type CollectionChanges = z.infer<typeof CollectionChanges>

/** `before` has the old values of the fields in `changes`. */
export const CollectionEdited = z.object({
  type: z.literal('CollectionEdited'),
  data: z.object({ collectionId, changes: CollectionChanges, before: CollectionChanges.nullable(), at }),
})

/** Its links, which `before` names, are in no collection afterwards. They have no events of their own. */
export const CollectionDeleted = z.object({
  type: z.literal('CollectionDeleted'),
  data: z.object({
    collectionId,
    before: z.object({ name: collectionName, description, color, links: IdRanges }).nullable(),
    at,
  }),
})

export const LibraryEvent = z.discriminatedUnion('type', [
  LibraryOpened,
  AllowanceChanged,
  LinkSaved,
  LinkFavorited,
  LinkUnfavorited,
  LinkArchived,
  LinkUnarchived,
  LinkDeleted,
  LinkCollected,
  LinksEdited,
  LinksDeleted,
  CollectionCreated,
  CollectionEdited,
  CollectionDeleted,
])
export type LibraryEvent = z.infer<typeof LibraryEvent>

export const libraryStream = (libraryId: string): string => `library-${libraryId}`
