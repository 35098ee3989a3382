import type { Query, QueryClient } from '@tanstack/react-query'
import type { LinkList } from '../answers.ts'
import type { Id } from '../id.ts'
import type { Reading } from '../reading.ts'
import { keys, type LinkFilters } from './keys.ts'

/** From this part of a text on, the server takes it for finished. */
const FINISHED_FROM = 0.95

const lists = (client: QueryClient): Query<Reading<LinkList>>[] =>
  client.getQueryCache().findAll({ queryKey: keys.lists }) as Query<Reading<LinkList>>[]

/** Shows in the loaded lists how far the person has just read. @param part of the text, 0 to 1 */
export const showProgress = (client: QueryClient, linkId: Id, part: number): void => {
  const progress = part >= FINISHED_FROM ? 1 : Math.round(part * 1_000) / 1_000
  for (const { queryKey, state } of lists(client)) {
    const list = state.data
    if (!list?.data.links.some(({ id, progress: shown }) => id === linkId && shown !== progress)) continue
    const links = list.data.links.map(link => (link.id === linkId ? { ...link, progress } : link))
    client.setQueryData<Reading<LinkList>>(queryKey, { ...list, data: { ...list.data, links } })
    // Data that is set counts as fresh, and this list was to be read again.
    if (state.isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

/** Reads the lists again that the server now answers in another way: it has the place where the person is. */
export const refreshProgress = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    queryKey: keys.lists,
    predicate: ({ queryKey, state }) => {
      const { sort, progress } = queryKey[1] as LinkFilters
      // A read that is under way may have begun before.
      return sort === 'lastRead' || progress !== null || state.fetchStatus === 'fetching'
    },
  })
