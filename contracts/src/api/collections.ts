import { z } from 'zod/mini'

/** Collections of one library may have the same name: their ids tell them apart. */
export const Collection = z.object({
  id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** #RRGGBB */
  color: z.string(),
  /** Its links that are not archived. */
  count: z.int(),
  /** The names of its members, who joined first comes first. Absent: nobody shares it. */
  members: z.optional(z.array(z.string())),
})
export type Collection = z.infer<typeof Collection>

/** GET /api/collections, in the order they were created. */
export const CollectionList = z.array(Collection)
export type CollectionList = z.infer<typeof CollectionList>

/** The collection as it is now. */
export const CollectionAnswer = z.omit(Collection, { count: true, members: true })
export type CollectionAnswer = z.infer<typeof CollectionAnswer>

/** Answer of DELETE /api/collections/{id}. */
export const CollectionIdAnswer = z.object({ id: z.int() })
export type CollectionIdAnswer = z.infer<typeof CollectionIdAnswer>
