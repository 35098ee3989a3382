import { z } from 'zod/mini'
import {
  COLLECTION_COLOR_DEFAULT,
  COLLECTION_COLOR_PATTERN,
  COLLECTION_DESCRIPTION_MAX,
  COLLECTION_NAME_MAX,
} from '../collections.ts'
import { ClientId } from './client-id.ts'
import { text } from './text.ts'

const name = z.pipe(
  text('Collection name is required'),
  z
    .string()
    .check(
      z.minLength(1, 'Collection name is required'),
      z.maxLength(COLLECTION_NAME_MAX, 'Collection name is too long'),
    ),
)
const description = z.pipe(
  z.nullable(
    z.pipe(
      text('Description must be text'),
      z.string().check(z.maxLength(COLLECTION_DESCRIPTION_MAX, 'Description is too long')),
    ),
  ),
  z.transform(value => value || null),
)
const color = z.pipe(
  z
    .string('Please enter a color such as #3B82F6')
    .check(z.trim(), z.regex(COLLECTION_COLOR_PATTERN, 'Please enter a color such as #3B82F6')),
  z.transform(value => value.toUpperCase()),
)

/** POST /api/collections: 201 with a CollectionAnswer. `clientId` makes a repetition the same collection. */
export const CreateCollectionRequest = z.object({
  clientId: ClientId,
  name,
  description: z.pipe(
    z.optional(description),
    z.transform(value => value ?? null),
  ),
  color: z._default(color, COLLECTION_COLOR_DEFAULT),
})
export type CreateCollectionRequest = z.input<typeof CreateCollectionRequest>

/** PUT /api/collections/{id}. Absent fields stay as they are; a description of null or '' removes it. */
export const EditCollectionRequest = z.object({
  name,
  description: z.optional(description),
  color: z.optional(color),
})
export type EditCollectionRequest = z.input<typeof EditCollectionRequest>
