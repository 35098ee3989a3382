import { z } from 'zod/mini'

/**
 * Answer of POST /api/undo, and of its preview, which says what would be. restoredCount counts the links that have their old
 * values again, or of an import those that are gone. `left` names some of the links that a later act had changed.
 */
export const UndoAnswer = z.object({
  restoredCount: z.int(),
  leftCount: z.int(),
  left: z.array(z.object({ id: z.int(), title: z.string() })),
  /** The links had been brought back, and are deleted again. restoredCount counts them. */
  isDeletion: z.optional(z.boolean()),
  /** The collection that an undo edited, brought back or deleted again. Absent where it stays as it is. */
  collection: z.optional(z.object({ id: z.int(), name: z.string() })),
  /** Parts of a collection that a later act had changed. */
  leftFields: z.optional(z.array(z.enum(['name', 'description', 'color']))),
  /**
   * Of an import: what is gone beside links, and some of what is left. Left collections were edited since, and go with
   * includeTouched. Used ones stay as long as they hold links that stay.
   */
  import: z.optional(
    z.object({
      noteCount: z.int(),
      collectionCount: z.int(),
      /** Links that were there before, and lose the tags and the folder that duplicates had added. */
      takenBackCount: z.int(),
      leftNoteCount: z.int(),
      leftNotes: z.array(z.object({ id: z.int(), linkId: z.int(), text: z.string() })),
      leftCollectionCount: z.int(),
      leftCollections: z.array(z.object({ id: z.int(), name: z.string() })),
      usedCollectionCount: z.int(),
      usedCollections: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
})
export type UndoAnswer = z.infer<typeof UndoAnswer>
