import type { LinkIds } from '@lectern/contracts/api/link-ids.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { z } from 'zod/mini'
import { getJson } from '../../lib/api.ts'
import type { LinkFilters } from './keys.ts'
import { searchOf } from './queries.ts'

/** Without unions and tuples, which would take 1 kB of what the dashboard loads: zod's schemas are in one file. */
const Answer = z.object({ links: z.array(z.unknown()), isCut: z.boolean() })

/** The ids of all links that match, at most as many as one act takes. isCut: there are more. */
export const fetchMatching = async (
  filters: LinkFilters,
): Promise<Pick<LinkIds, 'isCut'> & { ids: ReadonlySet<number> }> => {
  const search = searchOf({ ...filters, sort: 'newest' })
  const { links, isCut } = await getJson(`/api/links/ids?${search}`, Answer)
  return { ids: new Set(idsIn(links as IdRanges)), isCut }
}
