import { LinkIds } from '../api/link-ids.ts'
import { LinkIdsQuery, ListLinksQuery } from '../api/link-queries.ts'
import {
  ArchiveRequest,
  BulkDeleteRequest,
  BulkEditRequest,
  CollectRequest,
  EditLinkRequest,
  FavoriteRequest,
  SaveLinkRequest,
  UndoRequest,
} from '../api/link-requests.ts'
import {
  ArchiveAnswer,
  BulkDeleteAnswer,
  BulkEditAnswer,
  CollectAnswer,
  EditAnswer,
  FavoriteAnswer,
  Link,
  LinkIdAnswer,
  LinkList,
} from '../api/links.ts'
import { UndoAnswer } from '../api/undo.ts'
import { EXAMPLE, type Operations } from './operation.ts'

const path = { id: EXAMPLE.link }

export const LINK_OPERATIONS = {
  'GET /api/links': {
    tag: 'Links',
    summary: 'List and search links',
    description:
      'Newest first. Without `archived` the list has what is not archived. `nextCursor` of an answer is the `cursor` of the next page.',
    query: ListLinksQuery,
    status: 200,
    answer: LinkList,
    example: { query: { limit: 20, sort: 'newest' } },
  },
  'GET /api/links/ids': {
    tag: 'Links',
    summary: 'List the ids of links',
    description:
      'All links under the filters of a list, as ids and ranges of ids that calls on many links take.',
    query: LinkIdsQuery,
    status: 200,
    answer: LinkIds,
    example: { query: { archived: 'all' } },
  },
  'POST /api/links': {
    tag: 'Links',
    summary: 'Save a link',
    description:
      'Lectern reads the page in the background. Without `title` the link takes that of its page. A link that is there already is refused with 409 unless `ignoreDuplicate` is true.',
    body: SaveLinkRequest,
    status: 201,
    answer: Link,
    isRepeatable: true,
    refusals: ['limit-reached', 'duplicate-link', 'overgrown'],
    example: {
      body: { url: 'https://example.com/a-balcony-garden', title: 'A balcony garden', tags: ['garden'] },
    },
  },
  'GET /api/links/:id': {
    tag: 'Links',
    summary: 'Read a link',
    status: 200,
    answer: Link,
    refusals: ['link-not-found'],
    example: { path },
  },
  'PATCH /api/links/:id': {
    tag: 'Links',
    summary: 'Edit a link',
    description:
      'What is absent stays as it is. `was` has the values that you saw: where one has changed since, the edit is refused with 409.',
    body: EditLinkRequest,
    status: 200,
    answer: EditAnswer,
    isRepeatable: true,
    refusals: ['link-not-found', 'collection-not-found', 'duplicate-link', 'link-changed'],
    example: { path, body: { title: 'Soil and light', note: 'For the balcony' } },
  },
  'DELETE /api/links/:id': {
    tag: 'Links',
    summary: 'Delete a link',
    description: 'Its notes go with it. This cannot be undone.',
    status: 200,
    answer: LinkIdAnswer,
    isRepeatable: true,
    refusals: ['link-not-found'],
    example: { path },
  },
  'PATCH /api/links/:id/favorite': {
    tag: 'Links',
    summary: 'Make a link a favorite, or not',
    description: 'Without a body the mark changes from what it is.',
    body: FavoriteRequest,
    isBodyOptional: true,
    status: 200,
    answer: FavoriteAnswer,
    isRepeatable: true,
    refusals: ['link-not-found'],
    example: { path, body: { isFavorite: true } },
  },
  'PATCH /api/links/:id/archive': {
    tag: 'Links',
    summary: 'Archive a link, or take it out of the archive',
    description: 'Without a body the mark changes from what it is.',
    body: ArchiveRequest,
    isBodyOptional: true,
    status: 200,
    answer: ArchiveAnswer,
    isRepeatable: true,
    refusals: ['link-not-found'],
    example: { path, body: { isArchived: true } },
  },
  'PUT /api/links/:id/collection': {
    tag: 'Links',
    summary: 'Put a link into a collection',
    description: '`null` takes it out of its collection.',
    body: CollectRequest,
    status: 200,
    answer: CollectAnswer,
    isRepeatable: true,
    refusals: ['link-not-found', 'collection-not-found'],
    example: { path, body: { collectionId: EXAMPLE.collection } },
  },
  'PUT /api/links/bulk': {
    tag: 'Links',
    summary: 'Edit many links',
    description:
      'At most 50,000 links. Ids that are not there are skipped; the answer counts those that were found.',
    body: BulkEditRequest,
    status: 200,
    answer: BulkEditAnswer,
    isRepeatable: true,
    refusals: ['collection-not-found', 'too-large-to-undo', 'too-many-tags'],
    example: { body: { linkIds: [1, [2, 3]], updates: { isArchived: true, addTags: ['read'] } } },
  },
  'DELETE /api/links/bulk': {
    tag: 'Links',
    summary: 'Delete many links',
    description: 'Their notes go with them. This cannot be undone.',
    body: BulkDeleteRequest,
    status: 200,
    answer: BulkDeleteAnswer,
    isRepeatable: true,
    example: { body: { linkIds: [2, 3] } },
  },
  'POST /api/undo': {
    tag: 'Links',
    summary: 'Undo an act',
    description:
      'Takes back what was asked for with this Idempotency-Key. Links that a later act changed are left as they are, and counted. Deletions cannot be undone.',
    body: UndoRequest,
    status: 200,
    answer: UndoAnswer,
    isRepeatable: true,
    refusals: ['act-not-found', 'not-undoable'],
    example: { body: { commandId: EXAMPLE.commandId } },
  },
} as const satisfies Operations
