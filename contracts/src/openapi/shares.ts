import { CreatedShare, CreateShareRequest, ShareIdAnswer, ShareList } from '../api/shares.ts'
import { EXAMPLE, type Operations } from './operation.ts'

const path = { id: EXAMPLE.share }

export const SHARE_OPERATIONS = {
  'GET /api/shares': {
    tag: 'Sharing',
    summary: 'List public links',
    description: 'Newest first. Their addresses are told when they are made, and never again.',
    status: 200,
    answer: ShareList,
    example: {},
  },
  'POST /api/shares': {
    tag: 'Sharing',
    summary: 'Make a public link',
    description:
      'Everybody with the address sees an article (its first 300 words, or with a password its full text), a collection, or the highlights of an article. Private notes are never shown. Collections are part of the Ultra plan.',
    body: CreateShareRequest,
    status: 201,
    answer: CreatedShare,
    isRepeatable: true,
    refusals: [
      ...(['link-not-found', 'collection-not-found', 'collections-not-shared', 'too-many-shares'] as const),
      ...(['share-too-large', 'article-pending', 'share-not-found', 'out-of-space'] as const),
    ],
    example: { body: { kind: 'article', linkId: EXAMPLE.link, withNotes: true } },
  },
  'POST /api/shares/:id/renew': {
    tag: 'Sharing',
    summary: 'Renew a public link',
    description: 'It has another address, and another id. The address of before shows nothing any more.',
    status: 201,
    answer: CreatedShare,
    isRepeatable: true,
    refusals: ['share-not-found', 'share-over', 'collections-not-shared', 'out-of-space'],
    example: { path },
  },
  'DELETE /api/shares/:id': {
    tag: 'Sharing',
    summary: 'Withdraw a public link',
    description: 'Its address shows nothing any more.',
    status: 200,
    answer: ShareIdAnswer,
    isRepeatable: true,
    refusals: ['share-not-found'],
    example: { path },
  },
} as const satisfies Operations
