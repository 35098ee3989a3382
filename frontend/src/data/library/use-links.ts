import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Link, LinkList } from '../answers.ts'
import type { Id } from '../id.ts'
import { carriedLinks, foldCounts, foldLink, foldList } from '../links/fold.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import { countsQuery, linkQuery, linksQuery } from '../links/queries.ts'
import type { Reading } from '../reading.ts'
import { useUser } from '../session/use-session.tsx'
import { useLibrary, usePendingActs } from './use-library.tsx'

/** The links that match the filters, with the person's own acts. */
export const useLinkList = (wanted: LinkFilters, isEnabled = true) => {
  const { plan } = useUser()
  const acts = usePendingActs()
  const { favorite, archived, collection, q, progress, sort, shared } = wanted
  const filters = useMemo(
    () => ({ favorite, archived, collection, q, progress, sort, ...(shared && { shared }) }),
    [favorite, archived, collection, q, progress, sort, shared],
  )
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...linksQuery(filters, plan),
    enabled: isEnabled,
  })
  const list = useMemo(() => data && foldList(data, filters, acts), [data, filters, acts])
  return { list, error, isPlaceholderData, refetch, isGathered: data?.isGathered }
}

/** One link, with the person's own acts; null when they delete it, undefined while it loads. */
export const useLink = (id: Id) => {
  const acts = usePendingActs()
  const { data, error, refetch } = useQuery(linkQuery(id))
  const link = useMemo(() => data && foldLink(data, acts), [data, acts])
  return { link, error, refetch }
}

/** The link as the screen shows it when the caller mounts, from the newest reading that has it; undefined when there is none. */
export const useShownLink = (named: Id): Link | undefined => {
  const client = useQueryClient()
  const { outbox } = useLibrary()
  const [link] = useState(() => {
    const id = outbox.idOf(named)
    const acts = outbox.pending()
    let found: { link: Link | null; asOf: number } | undefined
    const one = client.getQueryData<Reading<Link>>(keys.one(id))
    if (one) found = { link: foldLink(one, acts), asOf: one.asOf }
    for (const [key, list] of client.getQueriesData<Reading<LinkList>>({ queryKey: keys.lists })) {
      if (!list || (found && list.asOf <= found.asOf)) continue
      const link = foldList(list, key[1] as LinkFilters, acts).links.find(each => each.id === id)
      if (link) found = { link, asOf: list.asOf }
    }
    // No list may show one that was saved a moment ago.
    const saved = found ? found.link : carriedLinks(acts).get(id)?.after
    return saved ?? undefined
  })
  return link
}

export const useCounts = () => {
  const acts = usePendingActs()
  const { data } = useQuery(countsQuery)
  return useMemo(() => data && foldCounts(data, acts), [data, acts])
}
