import { LoginRequest, SignupRequest } from '@lectern/contracts/api/account-requests.ts'
import { CreateCollectionRequest, EditCollectionRequest } from '@lectern/contracts/api/collection-requests.ts'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { CacheArticleRequest, ListLinksQuery } from '@lectern/contracts/api/link-queries.ts'
import {
  ArchiveRequest,
  BulkDeleteRequest,
  BulkEditRequest,
  CollectRequest,
  FavoriteRequest,
  SaveLinkRequest,
} from '@lectern/contracts/api/link-requests.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { readInput } from './input.ts'

const refusalOf = (schema: z.ZodMiniType, given: unknown): string | undefined => {
  try {
    readInput(schema, given)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(Rejected)
    return (error as Rejected).message
  }
}

test.each([
  [SaveLinkRequest, undefined, 'Please enter a valid URL'],
  [SignupRequest, undefined, 'Please fill in all fields'],
  [CreateCollectionRequest, null, 'Collection name is required'],
  [BulkEditRequest, undefined, 'Please select at least one link.'],
  [CacheArticleRequest, undefined, 'Please check the fields and try again.'],
  [SaveLinkRequest, [], 'Please check the fields and try again.'],
  [FavoriteRequest, { isFavorite: 1 }, 'isFavorite must be true or false'],
  [ListLinksQuery, { limit: '0' }, 'limit must be a whole number of at least 1'],
  [ListLinksQuery, { limit: 'ten' }, 'limit must be a whole number of at least 1'],
  [ListLinksQuery, { archived: 'ALL' }, 'archived must be true, false or all'],
  [ListLinksQuery, { favorite: 'yes' }, 'favorite must be true or false'],
  [ListLinksQuery, { q: ['twice', 'given'] }, 'Please check the fields and try again.'],
  [FavoriteRequest, undefined, undefined],
])('%# refuses with a sentence for people', (schema, given, message) => {
  expect(refusalOf(schema, given)).toBe(message)
})

describe.each(
  Object.entries({
    ArchiveRequest,
    BulkDeleteRequest,
    BulkEditRequest,
    CacheArticleRequest,
    CollectRequest,
    CreateCollectionRequest,
    EditCollectionRequest,
    FavoriteRequest,
    ListLinksQuery,
    LoginRequest,
    SaveLinkRequest,
    SignupRequest,
  } satisfies Record<string, z.ZodMiniType>),
)('%s', (_, schema) => {
  test('never refuses with a default message of zod', () => {
    const shape: Record<string, unknown> = 'shape' in schema ? schema.shape : {}
    const fields = Object.fromEntries(Object.keys(shape).map(name => [name, fc.jsonValue()]))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record(fields, { requiredKeys: [] })), given => {
        expect(refusalOf(schema, given) ?? '').not.toMatch(
          /^Invalid input|^Too (small|big)|expected|^Unrecog/i,
        )
      }),
    )
  })
})
