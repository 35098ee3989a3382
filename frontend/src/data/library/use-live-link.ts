import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Link } from '../answers.ts'
import { type Id, isUnsentId } from '../id.ts'
import { foldLink } from '../links/fold.ts'
import { linkQuery } from '../links/queries.ts'
import { useLibrary, usePendingActs } from './use-library.tsx'
import { useShownLink } from './use-links.ts'

/**
 * A link that follows the changes of all devices, with the person's own acts; null when it was deleted. Until the server
 * answers it is the link as the screen showed it, so it is there without a connection and before it is sent.
 */
export const useLiveLink = (named: Id): { id: Id; link: Link | null | undefined; error: unknown } => {
  const { outbox } = useLibrary()
  const acts = usePendingActs()
  const shown = useShownLink(named)
  const [before] = useState(() => new Set(acts.map(({ act }) => act.seq)))
  const id = outbox.idOf(named)
  const { data, error } = useQuery({ ...linkQuery(id), enabled: !isUnsentId(id), refetchOnMount: 'always' })
  if (data) return { id, link: foldLink(data, acts), error }
  const since = acts.filter(({ act }) => !before.has(act.seq))
  return { id, link: shown && foldLink({ data: shown, asOf: 0 }, since), error }
}
