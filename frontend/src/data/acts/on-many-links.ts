import type { BulkEditRequest } from '@lectern/contracts/api/link-requests.ts'
import { BulkDeleteAnswer, BulkEditAnswer } from '@lectern/contracts/api/links.ts'
import { z } from 'zod/mini'
import { countOf, formatCount } from '../../lib/format.ts'
import type { Link } from '../answers.ts'
import { idIn, inLibrary } from '../id.ts'
import { actKind, failure, NOTHING } from './act.ts'
import { flagged } from './flagged.ts'
import { idsOf, type NamedLinks, numbersOf } from './named-links.ts'
import { retagged } from './retag.ts'

// Without unions and tuples, which would take 1 kB of what the dashboard loads.
const linkIds = z.array(z.unknown()) as unknown as z.ZodMiniType<NamedLinks>
/** Whose links they are; absent: one's own. */
const library = z.optional(z.string())

/** Acts on many links of one library. */
export const manyLinkActs = {
  /** Asks that the pages of these links be tried again which could not be read. */
  retryPages: actKind({
    params: z.object({ linkIds }),
    result: NOTHING,
    names: () => ({}),
    request: ({ linkIds }) => ({
      method: 'POST',
      path: '/api/links/bulk/extraction',
      body: { linkIds: numbersOf(linkIds) },
    }),
    patch: () => ({}),
    done: ({ linkIds }) => ({
      title: `Trying ${countOf(idsOf(linkIds).length, 'page')} again`,
      description: 'Each leaves this list once it is read.',
    }),
    failed: failure('Failed to retry'),
  }),

  editLinks: actKind({
    params: z.object({
      linkIds,
      library,
      updates: z.object({
        collectionId: z.optional(z.nullable(z.int())),
        isFavorite: z.optional(z.boolean()),
        isArchived: z.optional(z.boolean()),
        tags: z.optional(z.array(z.string())),
        addTags: z.optional(z.array(z.string())),
        removeTags: z.optional(z.array(z.string())),
      }),
      ifUndoable: z.optional(z.boolean()),
      /** By a key or a button of the selection: without the form, whose toast is the specification's. */
      byKey: z.optional(z.boolean()),
    }),
    result: BulkEditAnswer,
    undoable: true,
    names: ({ linkIds, library, updates: { collectionId } }) => ({
      links: idsOf(linkIds),
      collections: collectionId ? [idIn(library, collectionId)] : [],
    }),
    request: ({ byKey: _, library, linkIds, ...body }) => ({
      method: 'PUT',
      path: inLibrary('/api/links/bulk', library),
      body: { ...body, linkIds: numbersOf(linkIds, library) } satisfies BulkEditRequest,
    }),
    patch: ({ linkIds, library, updates: { addTags, removeTags: from = [], collectionId, ...updates } }) => {
      const ids = new Set(idsOf(linkIds))
      const to = collectionId ? idIn(library, collectionId) : collectionId
      const retag = { from, to: null, add: addTags }
      const chosen: Partial<Link> = Object.fromEntries(
        Object.entries({ ...updates, collectionId: to }).filter(([, value]) => value !== undefined),
      )
      return {
        link: link => (ids.has(link.id) ? { ...link, tags: retagged(link.tags, retag), ...chosen } : link),
        // The server gives tags their form.
        isWhole: !(chosen.tags || addTags || from.length > 0),
      }
    },
    done: ({ linkIds, updates, byKey }, result) => {
      const count = result?.updatedCount ?? idsOf(linkIds).length
      const title = `${countOf(count, 'link')} updated successfully`
      if (!byKey) return { title }
      if (updates.collectionId === null)
        return { title: `${countOf(count, 'article')} removed from collection.` }
      return { title: flagged(updates, formatCount(count)) }
    },
    failed: failure('Failed to update links. Please try again.'),
  }),

  deleteLinks: actKind({
    params: z.object({ linkIds }),
    result: BulkDeleteAnswer,
    names: ({ linkIds }) => ({ links: idsOf(linkIds) }),
    request: ({ linkIds }) => ({
      method: 'DELETE',
      path: '/api/links/bulk',
      body: { linkIds: numbersOf(linkIds) },
    }),
    patch: ({ linkIds }) => {
      const ids = new Set(idsOf(linkIds))
      return { link: link => (ids.has(link.id) ? null : link), isWhole: true }
    },
    isDeletion: true,
    done: ({ linkIds }, result) => ({
      title: `${countOf(result?.deletedCount ?? idsOf(linkIds).length, 'link')} deleted successfully`,
    }),
    failed: failure('Failed to delete links. Please try again.'),
  }),
}
