import type { BulkDeleteRequest, BulkEditRequest, UndoRequest } from '@lectern/contracts/api/link-requests.ts'
import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { z } from 'zod/mini'
import type { Link } from '../answers.ts'
import { type Id, idIn, inLibrary, numberOf } from '../id.ts'
import { ANYTHING, actKind, failure, type Names } from './act.ts'

export const undoActs = {
  /** Takes an act back. Links that another act changed since are left as they are. sentence.ts has its toasts. */
  undo: actKind({
    params: z.object({
      /** The key of the act. */
      undone: z.string(),
      /** Its id in the history, where the person chose it there. */
      act: z.optional(z.string()),
      /** Whose library it is in; absent: one's own. */
      library: z.optional(z.string()),
      /** Of an import: whether what was changed since goes, too. */
      includeTouched: z.optional(z.boolean()),
      /** The keys of all saves that are taken back: the links that `names` has are deleted. `undone` is the first. */
      saves: z.optional(z.array(z.string())),
      /** How many links of these saves were changed since, and stay. */
      left: z.optional(z.int()),
      /** Everything that the act names, so that this one is sent after it. */
      names: z.custom<Names>(),
      /** Values that the links get back, as far as the device knows: the changed fields, and the id. */
      restored: z.array(z.custom<Partial<Link> & Pick<Link, 'id'>>()),
      /** Title of the link, where it is one. */
      title: z.optional(z.string()),
      /** Whether the act is an undoing itself. */
      isRedo: z.boolean(),
    }),
    /** UndoAnswer, which undoing.ts parses. */
    result: ANYTHING,
    undoable: true,
    names: ({ names }) => names,
    request: ({ undone, act, library, includeTouched, saves, names }) => {
      const linkIds = (names.links ?? []).map(numberOf)
      // Only the owner deletes. What an editor saved goes out of the collection.
      if (saves && library !== undefined)
        return {
          method: 'PUT',
          path: inLibrary('/api/links/bulk', library),
          body: { linkIds, updates: { collectionId: null } } satisfies BulkEditRequest,
        }
      return saves
        ? { method: 'DELETE', path: '/api/links/bulk', body: { linkIds } satisfies BulkDeleteRequest }
        : {
            method: 'POST',
            path: inLibrary('/api/undo', library),
            body: (act ? { act, includeTouched } : { commandId: undone }) satisfies UndoRequest,
          }
    },
    patch: ({ restored, saves, names, library }, { result }) => {
      if (saves) return { link: link => (names.links?.includes(link.id) ? null : link), isWhole: true }
      const left = (result as Partial<UndoAnswer> | undefined)?.left?.map(({ id }): Id => idIn(library, id))
      const changes = new Map(restored.map(each => [each.id, each]))
      return {
        link: link => {
          const change = changes.get(link.id)
          return change && !left?.includes(link.id) ? { ...link, ...change } : link
        },
      }
    },
    failed: failure('Not undone'),
  }),
}
