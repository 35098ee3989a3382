import type { Role } from '@lectern/contracts/sharing.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Link } from '../answers.ts'
import { sharedQuery } from '../collections/shared.ts'
import type { SharedCollection } from '../collections/shared-list.ts'
import type { Id } from '../id.ts'
import { useFilters } from '../links/filters.ts'
import type { LinkFilters } from '../links/keys.ts'

const NONE: readonly SharedCollection[] = []

/** The collections that others share with the person. */
export const useShared = (): readonly SharedCollection[] => useQuery(sharedQuery).data?.data ?? NONE

/** What the person may do with a link: all with one's own, and with others what the role in its collection says. */
export type RoleOn = (link: Pick<Link, 'library' | 'collectionId'> | undefined) => Role | 'owner'

/** Before the list has come, one may only read. */
export const roleIn = (shared: readonly SharedCollection[], id: Id | null): Role => {
  const found = shared.find(each => each.id === id)
  return found && found.readUntil === null ? found.role : 'reader'
}

/** Roles are decided by the server. Here they say only what is offered. */
export const useRoleOn = (): RoleOn => {
  const shared = useShared()
  return useMemo(
    () => link => (link?.library === undefined ? 'owner' : roleIn(shared, link.collectionId)),
    [shared],
  )
}

/** The filters in an address, with the person's order and choice of what is among all links. */
export const useListFilters = (search: URLSearchParams, path: string): LinkFilters => {
  const filters = useFilters(search, path)
  const shared = useShared()
  const inAll = useMemo(() => shared.flatMap(({ id, inAllArticles }) => (inAllArticles ? id : [])), [shared])
  return filters.collection === null && inAll.length > 0 ? { ...filters, shared: inAll } : filters
}
