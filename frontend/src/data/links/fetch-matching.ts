import type { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { z } from 'zod/mini'
import { ApiError, getJson } from '../../lib/api.ts'
import { type Id, idIn, ownerOf } from '../id.ts'
import type { LinkFilters } from './keys.ts'
import { searchOf } from './queries.ts'

/** Without unions and tuples, which would take 1 kB of what the dashboard loads: zod's schemas are in one file. */
const Answer = z.object({ links: z.array(z.unknown()), isCut: z.boolean() })

/** The ids of all links that match, at most as many as one act takes. isCut: there are more. */
export const fetchMatching = async (
  filters: LinkFilters,
): Promise<Pick<LinkIds, 'isCut'> & { ids: ReadonlySet<Id> }> => {
  const { collection } = filters
  const library = collection === null || collection === 'none' ? undefined : ownerOf(collection)
  if (library === undefined && /(^|\s)is:shared\b/i.test(filters.q))
    throw new ApiError(0, 'Articles of others are selected as they are shown.')
  // Numbers alone would not say whose those of others among all are.
  const search = searchOf({ ...filters, shared: undefined, sort: 'newest' })
  const { links, isCut } = await getJson(`/api/links/ids?${search}`, Answer)
  const numbers = idsIn(links as IdRanges)
  return { ids: new Set([...numbers].map(number => idIn(library, number))), isCut }
}
