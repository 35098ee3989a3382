import { z } from 'zod/mini'
import {
  COLLECTION_COLOR_DEFAULT,
  COLLECTION_COLOR_PATTERN,
  COLLECTION_DESCRIPTION_MAX,
  COLLECTION_NAME_MAX,
} from '../collections.ts'
import { text } from './text.ts'

/** Collections of one library may have the same name: their ids tell them apart (docs/decisions/0020). */
export const Collection = z.object({
  id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** #RRGGBB */
  color: z.string(),
  /** Its links that are not archived. */
  count: z.int(),
})
export type Collection = z.infer<typeof Collection>

/** GET /api/collections, in the order they were created. */
export const CollectionList = z.array(Collection)
export type CollectionList = z.infer<typeof CollectionList>

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

/** POST /api/collections: 201 with a CollectionAnswer. */
export const CreateCollectionRequest = z.object({
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

/** The collection as it is now. */
export const CollectionAnswer = z.omit(Collection, { count: true })
export type CollectionAnswer = z.infer<typeof CollectionAnswer>

/** Answer of DELETE /api/collections/{id}. */
export const CollectionIdAnswer = z.object({ id: z.int() })
export type CollectionIdAnswer = z.infer<typeof CollectionIdAnswer>
