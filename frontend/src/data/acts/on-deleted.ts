import { z } from 'zod/mini'
import { countOf } from '../../lib/format.ts'
import { ANYTHING, actKind } from './act.ts'

/** Links that were deleted: these, those of one moment, or all until one. */
const WANTED = z.object({
  linkIds: z.optional(z.array(z.int())),
  deletedAt: z.optional(z.string()),
  all: z.optional(z.literal(true)),
  until: z.optional(z.string()),
})

/** What may still be done with links that were deleted. */
export const deletedActs = {
  bringBack: actKind({
    params: WANTED,
    result: z.object({
      links: z.array(z.object({ id: z.int() })),
      leftCount: z.int(),
      uncollectedCount: z.int(),
    }),
    names: () => ({ all: true }),
    request: body => ({ method: 'POST', path: '/api/deleted-links/bring-back', body }),
    patch: () => ({}),
    undoable: true,
    done: (_params, result) => {
      const { links, leftCount = 0, uncollectedCount = 0 } = result ?? {}
      const more = [
        ...(leftCount > 0 ? [`${countOf(leftCount, 'more link')} can be brought back.`] : []),
        ...(uncollectedCount > 0 ? ['A collection is gone, so links are in none.'] : []),
      ].join(' ')
      return {
        title: `${countOf(links?.length ?? 1, 'link')} brought back`,
        ...(more && { description: more }),
      }
    },
    failed: ({ status, message }) => ({
      title: 'Not brought back',
      description: status === 402 ? `${message} Nothing was changed.` : message,
    }),
  }),

  deleteForGood: actKind({
    params: WANTED,
    result: ANYTHING,
    names: () => ({ all: true }),
    request: body => ({ method: 'DELETE', path: '/api/deleted-links', body }),
    patch: () => ({}),
    done: () => ({ title: 'Deleted for good' }),
    failed: ({ message }) => ({ title: 'Not deleted for good', description: message }),
  }),
}
