import { CreateCollectionRequest, EditCollectionRequest } from '../api/collection-requests.ts'
import { CollectionAnswer, CollectionIdAnswer, CollectionList } from '../api/collections.ts'
import { Counts, TagList } from '../api/counts.ts'
import { DeleteTagRequest, MergeTagsRequest, RenameTagRequest } from '../api/link-requests.ts'
import { BulkEditAnswer } from '../api/links.ts'
import { EXAMPLE, type Operations } from './operation.ts'

const path = { id: EXAMPLE.collection }

export const COLLECTION_OPERATIONS = {
  'GET /api/collections': {
    tag: 'Collections',
    summary: 'List collections',
    status: 200,
    answer: CollectionList,
    example: {},
  },
  'POST /api/collections': {
    tag: 'Collections',
    summary: 'Create a collection',
    body: CreateCollectionRequest,
    status: 201,
    answer: CollectionAnswer,
    isRepeatable: true,
    refusals: ['too-many-collections', 'may-be-made'],
    example: { body: { name: 'To try', color: '#10B981' } },
  },
  'PUT /api/collections/:id': {
    tag: 'Collections',
    summary: 'Edit a collection',
    body: EditCollectionRequest,
    status: 200,
    answer: CollectionAnswer,
    isRepeatable: true,
    refusals: ['collection-not-found'],
    example: { path, body: { name: 'Garden', description: 'All about the balcony' } },
  },
  'DELETE /api/collections/:id': {
    tag: 'Collections',
    summary: 'Delete a collection',
    description: 'Its links stay, in no collection.',
    status: 200,
    answer: CollectionIdAnswer,
    isRepeatable: true,
    refusals: ['collection-not-found'],
    example: { path },
  },
  'GET /api/tags': {
    tag: 'Collections',
    summary: 'List tags',
    description: 'Those of links that are not archived, the most used first.',
    status: 200,
    answer: TagList,
    example: {},
  },
  'POST /api/tags/rename': {
    tag: 'Collections',
    summary: 'Rename a tag',
    body: RenameTagRequest,
    status: 200,
    answer: BulkEditAnswer,
    isRepeatable: true,
    refusals: ['tag-not-found', 'tag-taken', 'too-large-to-undo'],
    example: { body: { from: 'soil', to: 'earth' } },
  },
  'POST /api/tags/merge': {
    tag: 'Collections',
    summary: 'Merge tags',
    description: 'Links with a tag of `from` have `into` instead.',
    body: MergeTagsRequest,
    status: 200,
    answer: BulkEditAnswer,
    isRepeatable: true,
    refusals: ['tag-not-found', 'too-large-to-undo'],
    example: { body: { from: ['soil', 'light'], into: 'garden' } },
  },
  'POST /api/tags/delete': {
    tag: 'Collections',
    summary: 'Delete a tag',
    description: 'The links stay.',
    body: DeleteTagRequest,
    status: 200,
    answer: BulkEditAnswer,
    isRepeatable: true,
    refusals: ['tag-not-found', 'too-large-to-undo'],
    example: { body: { tag: 'soil' } },
  },
  'GET /api/counts': {
    tag: 'Collections',
    summary: 'Count what is in the library',
    description: '`used` of `allowed` is how much of the plan is taken.',
    status: 200,
    answer: Counts,
    example: {},
  },
} as const satisfies Operations
