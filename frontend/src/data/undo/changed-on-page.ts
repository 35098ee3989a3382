import type { QueryClient } from '@tanstack/react-query'
import type { Patch } from '../acts/act.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Link, LinkList } from '../answers.ts'
import type { Id } from '../id.ts'
import { foldLink, foldList } from '../links/fold.ts'
import { keys, type LinkFilters } from '../links/keys.ts'
import type { Reading } from '../reading.ts'

/** The most links that an act carries. The outbox keeps them on the device. */
const CARRIED_MAX = 200

/** The loaded links that the patch changes, as they are shown; none where they are more than an act carries. */
export const changedOnPage = (client: QueryClient, acts: readonly PendingAct[], patch: Patch): Link[] => {
  if (!patch.link) return []
  const changed = new Map<Id, Link>()
  const lists = client
    .getQueriesData<Reading<LinkList>>({ queryKey: keys.lists })
    .flatMap(([key, list]) =>
      list ? [{ asOf: list.asOf, links: foldList(list, key[1] as LinkFilters, acts).links }] : [],
    )
  const ones = client
    .getQueriesData<Reading<Link>>({ queryKey: keys.ones })
    .flatMap(([, one]) => (one ? [{ asOf: one.asOf, links: [foldLink(one, acts)] }] : []))
  // The newest reading of a link counts.
  for (const { links } of [...lists, ...ones].sort((a, b) => a.asOf - b.asOf))
    for (const link of links) {
      if (link && patch.link?.(link) !== link) changed.set(link.id, link)
      else if (link) changed.delete(link.id)
    }
  return changed.size > CARRIED_MAX ? [] : [...changed.values()]
}
