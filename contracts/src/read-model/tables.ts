import type { ActKind, ActSource, HistoryAct } from '../api/history.ts'
import type { LedgerKind } from '../api/imports.ts'
import type { NoteAnchor, NoteType } from '../api/notes.ts'
import type { Lacks } from '../events/library-imports.ts'
import type { NoteRanges } from '../events/notebook.ts'
import type { ImportSource } from '../import-sources.ts'
import type { Plan } from '../plans.ts'
import type { Role } from '../sharing.ts'

/**
 * The read models: projectors write these tables, query-api and workers read them. A change of a table, or of what an
 * event leads to in one, needs the next version: the new tables are filled from all events. The version before it then needs a fixture,
 * which infra/stack/src/test-support/fill-version.ts makes from a checkout of it; the oldest fixture goes.
 */
export const READ_VERSION = 19

export type LinksTable = {
  library_id: string
  id: number
  collection_id: number | null
  created_at: Date
  is_favorite: boolean
  is_archived: boolean
  /** SHA-256 of the url as fetched. */
  article_id: Buffer
  url: string
  /** `latestKey` of url-key.ts. */
  url_key: string
  title: string
  /** The person typed no title: that of the article is shown where there is one. */
  title_from_page: boolean
  note: string | null
  /** The person's own spelling. */
  tags: string[]
  /** When an event last changed it, its notes and article apart. */
  updated_at: Date
  /** The id of the member who saved it; null: its owner did. */
  saved_by: string | null
}

/** Links that were deleted in the 30 days before the latest deletion of the library, as they were then. */
export type DeletedLinksTable = Omit<LinksTable, 'updated_at'> & {
  deleted_at: Date
  note_count: number
  /** Hashes of the texts that its notes point to. */
  noted: string[]
}

export type LibrariesTable = {
  library_id: string
  owner_id: string | null
  plan: string
  /** null is unlimited. */
  item_limit: number | null
  active: number
  archived: number
  active_favorites: number
  archived_favorites: number
  /** How many different tags its links have that are not archived. */
  tag_count: number
  /** Since when its plan has no sharing; null while it has, or never had. */
  paused_at: Date | null
}

export type CollectionsTable = {
  library_id: string
  id: number
  name: string
  description: string | null
  color: string
  active: number
  archived: number
  active_favorites: number
  archived_favorites: number
}

/** Who takes part in the shared collections of a library, which knows them by these ids. */
export type MembersTable = {
  library_id: string
  collection_id: number
  member_id: string
  role: Role
  joined_at: Date
  /** The owner offers them to take the collection over. */
  is_offered: boolean
}

/** Flags of the library's owner on links that others share, of those that have any. */
export type SharedFlagsTable = {
  library_id: string
  /** The owner's id in the library that has the link. */
  member_id: string
  link_id: number
  is_favorite: boolean
  is_archived: boolean
}

export type TagsTable = {
  library_id: string
  tag: string
  /** Links that have it and are not archived. */
  active: number
}

export type ImportsTable = {
  library_id: string
  id: string
  upload_id: string
  source: ImportSource
  file_name: string
  status: 'waiting' | 'running' | 'completed' | 'failed'
  /** Code of import-reasons.ts. */
  reason: string | null
  expected_rows: number
  read: number
  imported: number
  duplicates: number
  added: number
  skipped: number
  failed: number
  shortened: number
  notes: number
  notes_failed: number
  requested_at: Date
  ended_at: Date | null
}

/** `reason` is a code of import-reasons.ts. `lacks` is that of a duplicate. */
export type LedgerEntry = [
  row: number,
  kind: LedgerKind,
  url: string | null,
  linkId: number | null,
  reason: string | null,
  lacks?: Lacks,
  isAdded?: true,
]

/** The entries of one event, in any order. */
export type ImportChunksTable = {
  library_id: string
  import_id: string
  first_row: number
  part: number
  imported: LedgerEntry[]
  others: LedgerEntry[]
  other_count: number
}

export type NotesTable = {
  library_id: string
  id: number
  link_id: number
  type: NoteType
  content: string
  selected_text: string | null
  color: string
  is_private: boolean
  /** Both null where the note has no place in the article. */
  position_start: number | null
  position_end: number | null
  anchor: NoteAnchor | null
  /** Where an app of wallabag drew it. */
  ranges: NoteRanges | null
  created_at: Date
  updated_at: Date
  /** Content and selected text, folded (fold.ts), one line each. */
  texts: string
  /** Revision of the last event about it in the notebook's stream. */
  revision: number
  /** The link is of the library that knows the writer by this id; null: of the notebook's own library. */
  member_id: string | null
  /** All who share the link see it. */
  is_shared: boolean
}

/** When a note on a link was last taken, changed or deleted. */
export type NotedLinksTable = { library_id: string; link_id: number; at: Date }

/** Every note that was deleted, for those who follow the changes. */
export type DeletedNotesTable = {
  library_id: string
  id: number
  /** Revision of its deletion. */
  revision: number
}

export type ArticlesTable = {
  article_id: Buffer
  status: 'pending' | 'ready' | 'failed'
  /** Code of extraction-failures.ts. */
  reason: string | null
  content_hash: string | null
  words: number | null
  title: string | null
  author: string | null
  site_name: string | null
  favicon: string | null
  image: string | null
  excerpt: string | null
  published_at: string | null
  language: string | null
  /** When a person asked that it be read again; null once that has ended. */
  reread_at: Date | null
  /** Code of extraction-failures.ts: how the last request to read it again ended. */
  reread_failure: string | null
  /** The folded beginning of the title, where the article is ready. */
  sort_title: string | null
}

/** The contents that an article has had. */
export type ArticleVersionsTable = {
  article_id: Buffer
  content_hash: string
  /** When a page last had this content where the reading before had another one. */
  read_at: Date
}

/** Facts that links are sorted by beside dates. */
export type LinkOrderTable = {
  library_id: string
  id: number
  article_id: Buffer
  own_title: string
  title_from_page: boolean
  title: string
  words: number
}

/** The texts of a link that searches look in. All texts of the search tables are folded (fold.ts). */
export type SearchTable = {
  library_id: string
  id: number
  created_at: Date
  article_id: Buffer
  site: string
  /** Title, url, note and site, one line each. */
  own: string
  /** The first line of `own` is the title of the article, where it has one. */
  title_from_page: boolean
}

export type SearchLinkTagsTable = { library_id: string; id: number; created_at: Date; tags: string[] }

/** Every tag that a link of the library has or had. */
export type SearchTagNamesTable = { library_id: string; tag: string }

/** The words of a link's article, as search-vector.ts writes them. */
export type SearchArticlesTable = { library_id: string; id: number; created_at: Date; words: string }

/** What happened in an act, as its events say it. Absent: the act has no such fact. */
export type ActFacts = {
  /** null: out of all collections. */
  readonly collectionId?: number | null | undefined
  readonly collectionBefore?: number | null
  readonly changes?: {
    readonly [field in 'title' | 'url' | 'note' | 'name' | 'description' | 'color']?: {
      readonly before: string | null
      readonly after: string | null
    }
  }
  readonly isFavorite?: boolean | undefined
  readonly isArchived?: boolean | undefined
  readonly isReturn?: true
  readonly isForGood?: true
  readonly sharing?: HistoryAct['sharing']
  readonly share?: HistoryAct['share']
  readonly tags?: readonly string[] | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
  readonly tagTo?: string
  readonly noteId?: number
  /** The beginning of a note's text after the act. */
  readonly text?: string
  readonly noteCount?: number
  readonly collectionCount?: number
  readonly takenBackCount?: number
  readonly plan?: { readonly plan: Plan; readonly limit: number | null }
  readonly leftCount?: number
  /** It is about links of a library that knows its person by this id: the first of them, at most 3. */
  readonly elsewhere?: { readonly memberId: string; readonly links: readonly number[] }
  /** The act that this one undid. */
  readonly undone?: { readonly id: string; readonly kind: ActKind }
}

/** One act: the events of one command, or of one import. */
export type ActsTable = {
  library_id: string
  /** l: the stream of the library, n: that of its notebook. */
  stream: 'l' | 'n'
  /** Of its first event. */
  revision: number
  last_revision: number
  at: Date
  kind: ActKind
  via: ActSource
  /** The member who did it, in the library of somebody else. */
  member_id: string | null
  command_id: string
  import_id: string | null
  /** The only link; null where there are several, or may come more. */
  link_id: number | null
  /** The links as an int4multirange, where link_id is null. */
  links: string | null
  link_count: number
  /** The first links, at most 3. */
  named: number[]
  /** The place of its first event among all events. */
  position: number
  facts: ActFacts
  undo: 'possible' | 'final' | 'forgotten'
  /** The revision of the act that this one undid. */
  undo_target: number | null
}

/** Acts by tag (`t` and the folded tag) and by collection (`c` and its id). */
export type ActTopicsTable = {
  library_id: string
  topic: string
  at: Date
  stream: 'l' | 'n'
  revision: number
}

/** How many acts there were in each month, in UTC. */
export type ActMonthsTable = {
  library_id: string
  month: string
  kind: ActKind
  via: ActSource
  acts: number
}

/** What every link (l), collection (c) and note (n) that ever was is called, by the latest title that lists showed. Of a note it is the beginning of its text. */
export type HistoryNamesTable = {
  library_id: string
  kind: 'l' | 'c' | 'n'
  id: number
  title: string
  /** That of the library's events, and the page whose title is shown instead; null for notes. */
  own_title: string | null
  article_id: Buffer | null
  /** The page's title is not known, so the title is made of the address. */
  is_guess: boolean
  url: string | null
  link_id: number | null
  note_type: NoteType | null
  /** Title and url, folded (fold.ts), one line each; null for notes. */
  texts: string | null
  is_gone: boolean
}

/** What links and collections were called until the event at a position, but for titles made of an address. */
export type EarlierNamesTable = {
  library_id: string
  kind: 'l' | 'c'
  id: number
  until: number
  title: string
  article_id: Buffer | null
}

export type HistoryPagesTable = { article_id: Buffer; title: string }

export type CheckpointsTable = {
  lane: string
  store_id: string
  /** Encoded by encodePosition; empty before the first event. */
  position: string
}

export type ParkedStreamsTable = {
  stream: string
  lane: string
  event_id: string
  event_type: string
  position: string
  error: string
  parked_at: Date
}

/** The tables of one read schema: use with `db.withSchema(await currentReadSchema(pool))`. */
export type ReadTables = {
  links: LinksTable
  deleted_links: DeletedLinksTable
  libraries: LibrariesTable
  collections: CollectionsTable
  members: MembersTable
  shared_flags: SharedFlagsTable
  tags: TagsTable
  imports: ImportsTable
  import_chunks: ImportChunksTable
  notes: NotesTable
  noted_links: NotedLinksTable
  deleted_notes: DeletedNotesTable
  articles: ArticlesTable
  link_order: LinkOrderTable
  article_versions: ArticleVersionsTable
  search: SearchTable
  search_link_tags: SearchLinkTagsTable
  search_tag_names: SearchTagNamesTable
  search_articles: SearchArticlesTable
  acts: ActsTable
  act_topics: ActTopicsTable
  act_months: ActMonthsTable
  history_names: HistoryNamesTable
  earlier_names: EarlierNamesTable
  history_pages: HistoryPagesTable
  checkpoints: CheckpointsTable
  parked_streams: ParkedStreamsTable
}
