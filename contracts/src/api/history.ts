import { z } from 'zod/mini'
import { ImportSource } from '../import-sources.ts'
import { Plan } from '../plans.ts'
import { SHARE_KINDS } from '../shares.ts'
import { Role } from '../sharing.ts'

/** What a person did, in one word. An act is one command, or one import with all its rows and notes. */
export const ActKind = z.enum([
  'saved',
  'edited',
  'favorited',
  'unfavorited',
  'archived',
  'unarchived',
  'moved',
  'tagged',
  // Several fields of many links at once.
  'changed',
  'deleted',
  'page-provided',
  'page-removed',
  'tag-renamed',
  'tags-merged',
  'tag-deleted',
  'collection-created',
  'collection-edited',
  'collection-deleted',
  'imported',
  'note-taken',
  'note-revised',
  'note-deleted',
  'highlights-cleared',
  'undone',
  'import-undone',
  'library-opened',
  'plan-changed',
])
export type ActKind = z.infer<typeof ActKind>

/** The groups that the history is filtered by, and the kinds of each. */
export const ACT_GROUPS = {
  saves: ['saved', 'page-provided', 'page-removed'],
  edits: ['edited', 'changed'],
  moves: ['moved'],
  flags: ['favorited', 'unfavorited', 'archived', 'unarchived'],
  tags: ['tagged', 'tag-renamed', 'tags-merged', 'tag-deleted'],
  collections: ['collection-created', 'collection-edited', 'collection-deleted'],
  deletions: ['deleted', 'note-deleted', 'highlights-cleared'],
  notes: ['note-taken', 'note-revised'],
  imports: ['imported', 'import-undone'],
  undos: ['undone'],
  plan: ['library-opened', 'plan-changed'],
} as const satisfies Record<string, readonly ActKind[]>
export type ActGroup = keyof typeof ACT_GROUPS

export const ActSource = z.enum(['web', 'extension', 'import', 'api', 'system'])
export type ActSource = z.infer<typeof ActSource>

/** A collection, with the name that it had then. */
const NamedCollection = z.object({ id: z.int(), name: z.string() })

/** One link of an act. The title is the one that lists showed then; where that was made of the address, the first one after it. */
const NamedLink = z.object({ id: z.int(), title: z.string(), url: z.string(), isGone: z.boolean() })

const change = <T extends z.core.$ZodType>(value: T) =>
  z.optional(z.object({ before: z.nullable(value), after: z.nullable(value) }))

/** The facts of an act, from which sayAct (history-sentences.ts) makes its sentence. Absent: the act has no such fact. */
export const HistoryAct = z.object({
  id: z.string(),
  /** The command's id; of an import, its id. */
  commandId: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  via: ActSource,
  kind: ActKind,
  /** How many links it is about. */
  linkCount: z.int(),
  /** The first of them, at most 3. */
  links: z.array(NamedLink),
  /** The collection that it is about, or that links went into; null: out of all collections. */
  collection: z.optional(z.nullable(NamedCollection)),
  /** The collection that one link left. */
  collectionBefore: z.optional(z.nullable(NamedCollection)),
  /** What an edit of one link or of a collection changed, by field. */
  changes: z.optional(
    z.object({
      title: change(z.string()),
      url: change(z.string()),
      note: change(z.string()),
      name: change(z.string()),
      description: change(z.string()),
      color: change(z.string()),
    }),
  ),
  isFavorite: z.optional(z.boolean()),
  isArchived: z.optional(z.boolean()),
  /** Links that were saved were deleted ones, or that were deleted had been so already. No kinds, which earlier clients would refuse. */
  isReturn: z.optional(z.boolean()),
  isForGood: z.optional(z.boolean()),
  /** What happened among those who share the collection. No kind, likewise. */
  sharing: z.optional(
    z.object({
      what: z.enum([
        ...(['invited', 'withdrawn', 'joined', 'role-changed', 'removed', 'left', 'flagged'] as const),
        ...(['offered', 'offer-withdrawn', 'handed-over'] as const),
      ]),
      role: z.optional(Role),
      /** Links of somebody else's library, which got a flag. */
      linkCount: z.optional(z.int()),
    }),
  ),
  /** The library of somebody else in which it was done, or that has its links. Its id is that of no act of the own library then. */
  library: z.optional(z.string()),
  /** Who did it, where that is not the caller. */
  by: z.optional(z.string()),
  /** It is about a public link. No kind, as above. */
  share: z.optional(z.object({ what: z.enum(['made', 'renewed', 'withdrawn']), kind: z.enum(SHARE_KINDS) })),
  /** Tags that replaced those of the links. */
  tags: z.optional(z.array(z.string())),
  addTags: z.optional(z.array(z.string())),
  removeTags: z.optional(z.array(z.string())),
  /** The tag that others became. */
  tagTo: z.optional(z.string()),
  note: z.optional(
    z.object({
      id: z.int(),
      type: z.enum(['note', 'highlight', 'quote']),
      text: z.string(),
      isGone: z.boolean(),
    }),
  ),
  /** How many notes it took or deleted, where that is not one. */
  noteCount: z.optional(z.int()),
  /** How many collections the undoing of an import deleted. */
  collectionCount: z.optional(z.int()),
  /** How many links lost what duplicates of the import had added; they are among `linkCount`. */
  takenBackCount: z.optional(z.int()),
  import: z.optional(
    z.object({
      id: z.string(),
      source: ImportSource,
      fileName: z.string(),
      status: z.enum(['waiting', 'running', 'completed', 'failed']),
      imported: z.int(),
      duplicates: z.int(),
      /** Duplicates that added tags or a folder to what was there. */
      added: z.int(),
      skipped: z.int(),
      failed: z.int(),
    }),
  ),
  plan: z.optional(z.object({ plan: Plan, limit: z.nullable(z.int()) })),
  /** The act that this one took back. */
  undone: z.optional(z.object({ id: z.nullable(z.string()), kind: z.nullable(ActKind) })),
  /** Links that an undo left as they were. */
  leftCount: z.optional(z.int()),
  /**
   * possible: POST /api/undo takes it back, or what of it nobody changed since. undone: that was done already. final: it cannot
   * be taken back. forgotten: its event does not say what was there before.
   */
  undo: z.enum(['possible', 'undone', 'final', 'forgotten']),
})
export type HistoryAct = z.infer<typeof HistoryAct>
/** An act as it happened, without what can be done about it now. */
export type ToldAct = Omit<HistoryAct, 'undo'>

/**
 * Answer of GET /api/history: newest first. One look goes through a bounded number of acts, so a page under several filters
 * may have fewer acts than asked for, or none, and still have a next one.
 */
export const HistoryPage = z.object({
  acts: z.array(HistoryAct),
  /** null on the last page. */
  nextCursor: z.nullable(z.string()),
})
export type HistoryPage = z.infer<typeof HistoryPage>

/** Answer of GET /api/history/months, under the same filters, newest first: for the jump to a month. Months are in UTC. */
export const HistoryMonths = z.object({
  months: z.array(z.object({ month: z.string().check(z.regex(/^\d{4}-\d{2}$/)), count: z.int() })),
})
export type HistoryMonths = z.infer<typeof HistoryMonths>
