import { z } from 'zod'
import { IdRanges } from '../id-ranges.ts'
import { Plan } from '../plans.ts'
import { runsOf } from '../runs.ts'
import { at, collectionFields, collectionId, linkId, TagsBefore, titleFrom } from './library-fields.ts'
import {
  ImportAdded,
  ImportCompleted,
  ImportFailed,
  ImportRequested,
  ImportStarted,
  ImportUndone,
  LinksImported,
} from './library-imports.ts'
import {
  Handover,
  HandoverOffered,
  InvitationWithdrawn,
  MemberInvited,
  MemberJoined,
  MemberLeft,
  MemberRoleChanged,
  SharedLinksFlagged,
} from './library-sharing.ts'
import { ShareMade, ShareWithdrawn } from './shares.ts'

// These names and shapes are stored forever. A change is a new version with an upcaster and a golden file of its own.
// An edit records in `before` what it replaced. null: an earlier version recorded the event, or there was no room.

/** The client's own id of what it makes: a repetition makes nothing more. Absent in earlier versions, and without one. */
const clientId = z.guid().optional()

export const LibraryOpened = z.object({
  type: z.literal('LibraryOpened'),
  data: z.object({ libraryId: z.uuid(), ownerId: z.uuid(), at }),
})

/** The owner deleted the account. Nothing of the library is left: its stream is tombstoned afterwards. */
export const LibraryClosed = z.object({
  type: z.literal('LibraryClosed'),
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

/** url is the text that the user gave. urlKey decided whether the link is a duplicate; it is never recomputed in an event. */
export const LinkSaved = z.object({
  type: z.literal('LinkSaved'),
  data: z.object({
    linkId,
    clientId,
    url: z.string(),
    urlKey: z.string(),
    title: z.string(),
    /** Absent: person. */
    titleFrom: titleFrom.optional(),
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

const articleId = z.string().regex(/^[0-9a-f]{64}$/)

/** The texts of a link that a person can edit, and the key of its url. */
export const LinkTexts = z.object({
  url: z.string(),
  urlKey: z.string(),
  title: z.string(),
  titleFrom,
  note: z.string().nullable(),
  /** The link's own article, whose page a person provided. Absent or null: it shows the article of its address. */
  ownArticle: articleId.nullable().optional(),
})
export type LinkTexts = z.infer<typeof LinkTexts>

/**
 * A person edited one link. `changes` has only what changed. `before` has all texts, so that the latest ones can be read from
 * one event, and of tags and collection what was replaced; tags null where an earlier version did not know them.
 */
export const LinkEdited = z.object({
  type: z.literal('LinkEdited'),
  data: z.object({
    linkId,
    changes: LinkTexts.partial().extend({
      tags: z.array(z.string()).optional(),
      collectionId: collectionId.nullable().optional(),
    }),
    before: LinkTexts.extend({
      tags: z.array(z.string()).nullable().optional(),
      collectionId: collectionId.nullable().optional(),
    }),
    at,
  }),
})

/** All texts of the link after the edit. */
export const textsAfter = ({ changes, before }: z.infer<typeof LinkEdited>['data']): LinkTexts => ({
  url: changes.url ?? before.url,
  urlKey: changes.urlKey ?? before.urlKey,
  title: changes.title ?? before.title,
  titleFrom: changes.titleFrom ?? before.titleFrom,
  note: changes.note === undefined ? before.note : changes.note,
  ownArticle: changes.ownArticle === undefined ? before.ownArticle : changes.ownArticle,
})

/**
 * A person provided the page of a link as they saw it, which waits to be read under `pageId`. `texts` are those of the link
 * from here on.
 */
export const LinkPageProvided = z.object({
  type: z.literal('LinkPageProvided'),
  data: z.object({ linkId, pageId: z.uuid(), texts: LinkTexts.extend({ ownArticle: articleId }), at }),
})

/** A person gave up the page that they had provided, so the link shows the article of its address. */
export const LinkPageRemoved = z.object({
  type: z.literal('LinkPageRemoved'),
  data: z.object({ linkId, texts: LinkTexts, at }),
})

/**
 * Values that a user chose for many links; fields not chosen are absent. `tags` replaces the tags of each link. Instead of it
 * there may be addTags, which follow the others, and removeTags, with every spelling that goes.
 */
export const LinkChanges = z.object({
  collectionId: collectionId.nullable().optional(),
  isFavorite: z.boolean().optional(),
  isArchived: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  addTags: z.array(z.string()).optional(),
  removeTags: z.array(z.string()).optional(),
})
export type LinkChanges = z.infer<typeof LinkChanges>

/** 0 is false, 1 is true: 50,000 mixed flags as bits take half the bytes of `true` and `false`. */
const bit = z.literal([0, 1])

/** The old values of the changed fields: for each field, one value for each link, in ascending order of link ids. */
export const LinksBefore = z.object({
  collectionId: runsOf(collectionId.nullable()).optional(),
  isFavorite: runsOf(bit).optional(),
  isArchived: runsOf(bit).optional(),
  tags: TagsBefore.optional(),
})
export type LinksBefore = z.infer<typeof LinksBefore>

/** One act on many links. `links` are all that the user named and the library had, also links that did not change. */
export const LinksEdited = z.object({
  type: z.literal('LinksEdited'),
  data: z.object({ links: IdRanges, changes: LinkChanges, before: LinksBefore.nullable(), at }),
})

/** With `undone` it takes back the return of deleted links. `left` are those of them that somebody changed since. */
export const LinksDeleted = z.object({
  type: z.literal('LinksDeleted'),
  data: z.object({ links: IdRanges, undone: z.string().optional(), left: IdRanges.optional(), at }),
})

/** Deleted links are links again, with new ids. `from` is the id that the link had. Their notes follow in the notebook. */
export const LinksBroughtBack = z.object({
  type: z.literal('LinksBroughtBack'),
  data: z.object({
    links: z.array(
      LinkTexts.extend({
        ...{ from: linkId, linkId, tags: z.array(z.string()), savedAt: at },
        ...{ isFavorite: z.boolean(), isArchived: z.boolean(), collectionId: collectionId.nullable() },
        // The member who saved it.
        savedBy: z.uuid().optional(),
      }),
    ),
    at,
  }),
})

/**
 * Links of a collection that its owner handed over to the owner of this library. `handoverId` is that of the event in the library that it
 * was in, where a link had the id `from`. `savedBy`: a member by the id that this library knows. The first of such events has no links.
 */
export const LinksReceived = z.object({
  type: z.literal('LinksReceived'),
  data: z.object({
    ...{ handoverId: z.uuid(), collectionId },
    links: z.array(
      LinkTexts.omit({ ownArticle: true }).extend({
        ...{ from: linkId, linkId, tags: z.array(z.string()), savedAt: at },
        ...{ isFavorite: z.boolean(), isArchived: z.boolean(), savedBy: z.uuid().optional() },
      }),
    ),
    at,
  }),
})

/** Deleted links can no longer be brought back. */
export const LinksDeletedForGood = z.object({
  type: z.literal('LinksDeletedForGood'),
  data: z.object({ links: IdRanges, at }),
})

/**
 * Acts on a tag. `from` has every spelling that goes; `links` are all that may have one of them, which are the same ones but
 * where an earlier version did not know the tags of some. In each link the first place of a tag in `from` is that of `to`.
 */
const retagging = { from: z.array(z.string()), links: IdRanges, before: TagsBefore.nullable(), at }

export const TagRenamed = z.object({
  type: z.literal('TagRenamed'),
  data: z.object({ ...retagging, to: z.string().min(1) }),
})
export const TagsMerged = z.object({
  type: z.literal('TagsMerged'),
  data: z.object({ ...retagging, to: z.string().min(1) }),
})
export const TagDeleted = z.object({ type: z.literal('TagDeleted'), data: z.object(retagging) })

/** Values of some links, as in LinksBefore. Texts are those of a single link, which is alone in its event. */
export const LinkValues = LinksBefore.extend({ texts: LinkTexts.optional() })
export type LinkValues = z.infer<typeof LinkValues>

/** Links that have old values again, and what they had until then. */
const Restoring = z.object({ links: IdRanges, restored: LinkValues, before: LinkValues.nullable() })
export type Restoring = z.infer<typeof Restoring>

/**
 * Links have their values from before an act again, each in the fields that nobody changed since: those of one item of `changes`
 * in the same fields. `left` are links that the act had changed, but a later act too, in one field at least, or that are gone.
 * Version 1 has one item, whose properties stand beside the others.
 */
export const ActUndone = z.object({
  type: z.literal('ActUndone'),
  data: z.object({
    /** The id of the command that was undone. */
    undone: z.string(),
    changes: z.array(Restoring),
    left: IdRanges,
    at,
  }),
})

const { name, description, color } = collectionFields

export const CollectionCreated = z.object({
  type: z.literal('CollectionCreated'),
  data: z.object({ collectionId, clientId, name, description, color, at }),
})

/** Only the fields that changed. */
export const CollectionChanges = z.object({
  name: name.optional(),
  description: description.optional(),
  color: color.optional(),
})
export type CollectionChanges = z.infer<typeof CollectionChanges>

/** The id of the command that this event takes back. Absent where a person edited or deleted the collection by hand. */
const undone = z.string().optional()

/** `before` has the old values of the fields in `changes`. */
export const CollectionEdited = z.object({
  type: z.literal('CollectionEdited'),
  data: z.object({
    collectionId,
    undone,
    changes: CollectionChanges,
    before: CollectionChanges.nullable(),
    at,
  }),
})

/** Its links, which `before` names, are in no collection afterwards. They have no events of their own. */
export const CollectionDeleted = z.object({
  type: z.literal('CollectionDeleted'),
  data: z.object({
    collectionId,
    undone,
    before: z.object({ name, description, color, links: IdRanges }).nullable(),
    /** It is in the library of somebody else from then on. Its links stay here, too. */
    handover: Handover.optional(),
    at,
  }),
})

/**
 * A deletion was undone: the collection is as it was, and `links` are in it again. `left` are links that it had, but a later
 * act moved, or that are gone. An edit or a deletion of a collection that is undone is a CollectionEdited or a
 * CollectionDeleted with `undone`.
 */
export const CollectionRestored = z.object({
  type: z.literal('CollectionRestored'),
  data: z.object({
    /** The id of the command that was undone. */
    undone: z.string(),
    ...{ collectionId, name, description, color, links: IdRanges, left: IdRanges, at },
  }),
})

export const LibraryEvent = z.discriminatedUnion('type', [
  LibraryOpened,
  LibraryClosed,
  AllowanceChanged,
  LinkSaved,
  LinkFavorited,
  LinkUnfavorited,
  LinkArchived,
  LinkUnarchived,
  LinkDeleted,
  LinkCollected,
  LinkEdited,
  LinkPageProvided,
  LinkPageRemoved,
  LinksEdited,
  LinksDeleted,
  LinksBroughtBack,
  LinksReceived,
  LinksDeletedForGood,
  TagRenamed,
  TagsMerged,
  TagDeleted,
  ActUndone,
  CollectionCreated,
  CollectionEdited,
  CollectionDeleted,
  CollectionRestored,
  ImportRequested,
  ImportStarted,
  LinksImported,
  ImportAdded,
  ImportCompleted,
  ImportFailed,
  ImportUndone,
  MemberInvited,
  InvitationWithdrawn,
  MemberJoined,
  MemberRoleChanged,
  MemberLeft,
  SharedLinksFlagged,
  HandoverOffered,
  ShareMade,
  ShareWithdrawn,
])
export type LibraryEvent = z.infer<typeof LibraryEvent>

export const libraryStream = (libraryId: string): string => `library-${libraryId}`
