import { randomUUID } from 'node:crypto'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { type ArticleEvent, articleStream } from '@lectern/contracts/events/article.ts'
import {
  type CollectionChanges,
  type LibraryEvent,
  type LinkChanges,
  type LinkTexts,
  libraryStream,
} from '@lectern/contracts/events/library.ts'
import { type NotebookEvent, notebookStream } from '@lectern/contracts/events/notebook.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'

export const AT = '2026-03-01T10:00:00.000Z'

type Owner = { readonly libraryId?: string; readonly userId?: string }

const textsOf = (linkId: number, url: string): LinkTexts => ({
  ...{ url, urlKey: url, title: `Link ${linkId}`, titleFrom: 'person', note: null },
})

/** A library and its events. Without an owner it has a new one. */
export const aLibrary = ({ libraryId = randomUUID(), userId = libraryId }: Owner = {}) => ({
  id: libraryId,
  stream: libraryStream(libraryId),
  opened: (): LibraryEvent => ({ type: 'LibraryOpened', data: { libraryId, ownerId: userId, at: AT } }),
  granted: (plan: Plan): LibraryEvent => ({
    type: 'AllowanceChanged',
    data: { plan, limit: 10_000, cause: 'test', at: AT },
  }),
  saved: (
    linkId: number,
    {
      at = AT,
      url = `https://example.com/${libraryId}/${linkId}`,
      tags = ['t'],
      title = `Link ${linkId}`,
      titleFrom = undefined as 'person' | 'page' | undefined,
      note = null as string | null,
    } = {},
  ): LibraryEvent => ({
    type: 'LinkSaved',
    data: {
      ...{ linkId, url, urlKey: urlKey(url), title, ...(titleFrom && { titleFrom }), note, tags },
      ...{ duplicateAccepted: false, at },
    },
  }),
  /** An edit of the link that `saved` gives without options. */
  linkEdited: (
    linkId: number,
    changes: Extract<LibraryEvent, { type: 'LinkEdited' }>['data']['changes'],
    url = `https://example.com/${libraryId}/${linkId}`,
  ): LibraryEvent => ({
    type: 'LinkEdited',
    data: {
      ...{ linkId, changes, at: AT },
      before: textsOf(linkId, url),
    },
  }),
  /** The page of the link that `saved` gives without options, as a person saw it. */
  pageProvided: (linkId: number, url = `https://example.com/${libraryId}/${linkId}`): LibraryEvent => ({
    type: 'LinkPageProvided',
    data: {
      ...{ linkId, pageId: randomUUID(), at: AT },
      texts: { ...textsOf(linkId, url), ownArticle: ownArticleIdOf(libraryId, linkId, url) },
    },
  }),
  pageRemoved: (linkId: number, url = `https://example.com/${libraryId}/${linkId}`): LibraryEvent => ({
    type: 'LinkPageRemoved',
    data: { linkId, texts: textsOf(linkId, url), at: AT },
  }),
  /** Links of one chunk; row n is link n. */
  imported: (
    linkIds: readonly number[],
    { url = (n: number) => `https://example.com/${libraryId}/${n}` } = {},
  ): LibraryEvent => ({
    type: 'LinksImported',
    data: {
      ...{ importId: libraryId, firstRow: linkIds[0] ?? 1, lastRow: linkIds.at(-1) ?? 1, newCollections: [] },
      links: linkIds.map(n => ({
        ...{
          row: n,
          linkId: n,
          url: url(n),
          urlKey: url(n),
          title: `Link ${n}`,
          titleFrom: 'person' as const,
        },
        ...{ note: null, tags: ['t'], savedAt: AT, isFavorite: false, isArchived: false, collectionId: null },
      })),
      ...{ duplicates: [], skipped: [], failed: [], shortened: [], at: AT },
    },
  }),
  favorited: (linkId: number): LibraryEvent => ({ type: 'LinkFavorited', data: { linkId, at: AT } }),
  unfavorited: (linkId: number): LibraryEvent => ({ type: 'LinkUnfavorited', data: { linkId, at: AT } }),
  archived: (linkId: number): LibraryEvent => ({ type: 'LinkArchived', data: { linkId, at: AT } }),
  unarchived: (linkId: number): LibraryEvent => ({ type: 'LinkUnarchived', data: { linkId, at: AT } }),
  deleted: (linkId: number): LibraryEvent => ({ type: 'LinkDeleted', data: { linkId, at: AT } }),
  collected: (linkId: number, collectionId: number | null): LibraryEvent => ({
    type: 'LinkCollected',
    data: { linkId, collectionId, before: null, at: AT },
  }),
  edited: (links: IdRanges, changes: LinkChanges): LibraryEvent => ({
    type: 'LinksEdited',
    data: { links, changes, before: null, at: AT },
  }),
  bulkDeleted: (links: IdRanges, at = AT): LibraryEvent => ({ type: 'LinksDeleted', data: { links, at } }),
  /** Each link as `saved` gives it without options. */
  broughtBack: (links: readonly (readonly [from: number, linkId: number])[], at = AT): LibraryEvent => ({
    type: 'LinksBroughtBack',
    data: {
      links: links.map(([from, linkId]) => ({
        ...{ from, linkId, ...textsOf(from, `https://example.com/${libraryId}/${from}`), tags: ['t'] },
        ...{ savedAt: AT, isFavorite: true, isArchived: false, collectionId: null },
      })),
      at,
    },
  }),
  deletedForGood: (links: IdRanges): LibraryEvent => ({
    type: 'LinksDeletedForGood',
    data: { links, at: AT },
  }),
  shareMade: (linkId: number, shareId: string = randomUUID()): LibraryEvent => ({
    type: 'ShareMade',
    data: {
      ...{ shareId, kind: 'article', linkId, live: true, withNotes: false, fullText: false },
      ...{ hasPassword: false, expiresAt: null, at: AT },
    },
  }),
  shareWithdrawn: (collectionId: number, shareId: string = randomUUID()): LibraryEvent => ({
    type: 'ShareWithdrawn',
    data: { shareId, kind: 'collection', collectionId, at: AT },
  }),
  collectionCreated: (collectionId: number): LibraryEvent => ({
    type: 'CollectionCreated',
    data: {
      collectionId,
      name: `Collection ${collectionId}`,
      description: 'What it is about',
      color: '#3B82F6',
      at: AT,
    },
  }),
  collectionEdited: (collectionId: number, changes: CollectionChanges): LibraryEvent => ({
    type: 'CollectionEdited',
    data: { collectionId, changes, before: null, at: AT },
  }),
  collectionRestored: (collectionId: number, links: IdRanges): LibraryEvent => ({
    type: 'CollectionRestored',
    data: {
      ...{ undone: 'act', collectionId, name: 'Back', description: 'Why', color: '#10B981' },
      ...{ links, left: [], at: AT },
    },
  }),
  importUndone: (
    links: IdRanges,
    collections: IdRanges = [],
    takenBack?: Extract<LibraryEvent, { type: 'ImportUndone' }>['data']['takenBack'],
  ): LibraryEvent => ({
    type: 'ImportUndone',
    data: {
      ...{ importId: libraryId, links, collections, noteCount: 0, revisedNotes: [] },
      ...(takenBack && { takenBack }),
      ...{ left: { links: [], collections: [], notes: [] }, at: AT },
    },
  }),
  /** Somebody is invited, joins, gets another role and leaves; another invitation is withdrawn. */
  shared: (collectionId: number): LibraryEvent[] => {
    const [invitationId, withdrawn, memberId] = [randomUUID(), randomUUID(), randomUUID()]
    const invited = { collectionId, role: 'reader', forAnyone: false, expiresAt: AT, at: AT } as const
    const ofMember = { collectionId, memberId, at: AT }
    return [
      { type: 'MemberInvited', data: { ...invited, invitationId } },
      { type: 'MemberInvited', data: { ...invited, invitationId: withdrawn } },
      { type: 'InvitationWithdrawn', data: { collectionId, invitationId: withdrawn, at: AT } },
      { type: 'MemberJoined', data: { ...ofMember, invitationId, role: 'reader' } },
      { type: 'MemberRoleChanged', data: { ...ofMember, role: 'editor', before: 'reader' } },
      { type: 'MemberLeft', data: { ...ofMember, how: 'left' } },
    ]
  },
  /** Flags on links of somebody else. */
  sharedFlagged: (links: IdRanges): LibraryEvent => ({
    type: 'SharedLinksFlagged',
    data: { memberId: randomUUID(), links, isArchived: true, revision: 3, at: AT },
  }),
  /** Links that were handed over, as [id before, id]. */
  received: (collectionId: number, ids: readonly [number, number][]): LibraryEvent => ({
    type: 'LinksReceived',
    data: {
      ...{ handoverId: libraryId, collectionId, at: AT },
      links: ids.map(([from, linkId]) => ({
        ...textsOf(linkId, `https://example.com/${libraryId}/${linkId}`),
        ...{ from, linkId, tags: ['t'], savedAt: AT, isFavorite: true, isArchived: false, savedBy: userId },
      })),
    },
  }),
  collectionDeleted: (collectionId: number): LibraryEvent => ({
    type: 'CollectionDeleted',
    data: { collectionId, before: null, at: AT },
  }),
})

type Event<Type extends NotebookEvent['type']> = Extract<NotebookEvent, { type: Type }>['data']

/** The notebook of a library and its events. */
export const aNotebook = (libraryId: string) => ({
  stream: notebookStream(libraryId),
  taken: (noteId: number, linkId: number, fields: Partial<Event<'NoteTaken'>> = {}): NotebookEvent => ({
    type: 'NoteTaken',
    data: {
      ...{ noteId, linkId, clientId: null, noteType: 'note', content: `Note ${noteId}`, selectedText: null },
      ...{ color: '#FBBF24', isPrivate: false, position: null, anchor: null, at: AT },
      ...fields,
    },
  }),
  revised: (noteId: number, changes: Event<'NoteRevised'>['changes'], at = AT): NotebookEvent => ({
    type: 'NoteRevised',
    data: { noteId, changes, before: 0, at },
  }),
  deleted: (noteId: number): NotebookEvent => ({ type: 'NoteDeleted', data: { noteId, at: AT } }),
  highlightsCleared: (linkId: number, notes: IdRanges): NotebookEvent => ({
    type: 'HighlightsCleared',
    data: { linkId, notes, at: AT },
  }),
  ofLinksDeleted: (links: IdRanges, notes: IdRanges): NotebookEvent => ({
    type: 'NotesOfLinksDeleted',
    data: { links, notes, at: AT },
  }),
  imported: (
    importId: string,
    notes: readonly [
      noteId: number,
      linkId: number,
      fields?: Partial<Event<'NotesImported'>['notes'][number]>,
    ][],
    failed: Event<'NotesImported'>['failed'] = [],
  ): NotebookEvent => ({
    type: 'NotesImported',
    data: {
      ...{ importId, firstRow: 1, batch: 0, failed, at: AT },
      notes: notes.map(([noteId, linkId, fields]) => ({
        ...{ noteId, linkId, noteType: 'highlight', content: `Note ${noteId}`, selectedText: null },
        ...{ color: '#FBBF24', createdAt: AT },
        ...fields,
      })),
    },
  }),
  /** Notes of links that were brought back. */
  returned: (eventId: string, notes: readonly [noteId: number, linkId: number][]): NotebookEvent => ({
    type: 'NotesImported',
    data: {
      ...{ importId: eventId, firstRow: 1, batch: 0, failed: [], isReturn: true, at: AT },
      notes: notes.map(([noteId, linkId]) => ({
        ...{ noteId, linkId, noteType: 'note', content: `Note ${noteId}`, selectedText: null },
        ...{ color: '#FBBF24', createdAt: AT },
      })),
    },
  }),
})

const page = {
  title: 'A page',
  author: 'An author',
  siteName: 'A site',
  publishedAt: '2026-01-02',
  excerpt: 'It says "so".',
  image: null,
  favicon: null,
  language: 'en',
}

/** The article at a url and its events. */
export const anArticle = (url: string, articleId = articleIdOf(url)) => {
  return {
    id: articleId,
    stream: articleStream(articleId),
    extracted: (contentHash = 'c'.repeat(64), at = AT, title: string | null = page.title): ArticleEvent => ({
      type: 'ArticleExtracted',
      data: { ...page, title, articleId, url, contentHash, words: 800, at },
    }),
    forgotten: (): ArticleEvent => ({ type: 'ArticleForgotten', data: { articleId, at: AT } }),
    failed: (): ArticleEvent => ({
      type: 'ArticleExtractionFailed',
      data: { articleId, url, reason: 'not-found', detail: '404', page: null, at: AT },
    }),
    rereadRequested: (at = AT, libraryId = '01980000-0000-7000-8000-000000000001'): ArticleEvent => ({
      type: 'ArticleRereadRequested',
      data: { articleId, url, libraryId, at },
    }),
    rereadEnded: (failure: string | null = null): ArticleEvent => ({
      type: 'ArticleRereadEnded',
      data: { articleId, url, failure, at: AT },
    }),
    versionsDropped: (contentHashes: string[]): ArticleEvent => ({
      type: 'ArticleVersionsDropped',
      data: { articleId, contentHashes, at: AT },
    }),
    retried: (libraryId?: string): ArticleEvent => ({
      type: 'ArticleRetryRequested',
      data: { articleId, url, at: AT, ...(libraryId && { libraryId }) },
    }),
  }
}
