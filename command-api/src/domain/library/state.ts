import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { Plan } from '@lectern/contracts/plans.ts'

export type LinkState = {
  readonly urlKey: string
  favorite: boolean
  archived: boolean
  /** Revision of the event that saved it, where its url and title are. */
  readonly savedAt: number
}

/** What decisions about a library need, and no more: 50,000 links take about 15 MB. */
export type Library = {
  opened: boolean
  /** limit null is unlimited. */
  allowance: { readonly plan: Plan; readonly limit: number | null }
  /** What the allowance was already set for. */
  readonly causes: Set<string>
  readonly links: Map<number, LinkState>
  /** The links of each url key, oldest first; a lone id, as nearly all are, stands without a set. */
  readonly linksByKey: Map<string, number | Set<number>>
  nextLinkId: number
}

export const initial = (): Library => ({
  opened: false,
  allowance: { plan: 'free', limit: 0 },
  causes: new Set(),
  links: new Map(),
  linksByKey: new Map(),
  nextLinkId: 1,
})

/** Changes the library it is given. Raise SNAPSHOT_VERSION in snapshot.ts with any change of meaning. */
export const evolve = (library: Library, event: LibraryEvent, revision: number): Library => {
  switch (event.type) {
    case 'LibraryOpened':
      library.opened = true
      break
    case 'AllowanceChanged':
      library.allowance = { plan: event.data.plan, limit: event.data.limit }
      library.causes.add(event.data.cause)
      break
    case 'LinkSaved': {
      const { linkId, urlKey } = event.data
      putLink(library, linkId, { urlKey, favorite: false, archived: false, savedAt: revision })
      library.nextLinkId = Math.max(library.nextLinkId, linkId + 1)
      break
    }
    case 'LinkFavorited':
    case 'LinkUnfavorited':
      setFlag(library, event.data.linkId, 'favorite', event.type === 'LinkFavorited')
      break
    case 'LinkArchived':
    case 'LinkUnarchived':
      setFlag(library, event.data.linkId, 'archived', event.type === 'LinkArchived')
      break
    case 'LinkDeleted':
      takeLink(library, event.data.linkId)
      break
  }
  return library
}

export const putLink = (library: Library, linkId: number, link: LinkState): void => {
  library.links.set(linkId, link)
  const others = library.linksByKey.get(link.urlKey)
  if (others === undefined) library.linksByKey.set(link.urlKey, linkId)
  else if (typeof others === 'number') library.linksByKey.set(link.urlKey, new Set([others, linkId]))
  else others.add(linkId)
}

const takeLink = (library: Library, linkId: number): void => {
  const link = library.links.get(linkId)
  if (link === undefined) return
  library.links.delete(linkId)
  const ids = library.linksByKey.get(link.urlKey)
  if (typeof ids !== 'object') {
    library.linksByKey.delete(link.urlKey)
    return
  }
  ids.delete(linkId)
  if (ids.size > 1) return
  const [last] = ids
  if (last !== undefined) library.linksByKey.set(link.urlKey, last)
}

const setFlag = (library: Library, linkId: number, flag: 'favorite' | 'archived', value: boolean): void => {
  const link = library.links.get(linkId)
  if (link !== undefined) link[flag] = value
}

/** The oldest link that is still there under a key. */
export const findByKey = (library: Library, urlKey: string): LinkState | undefined => {
  const ids = library.linksByKey.get(urlKey)
  const first = typeof ids === 'object' ? ids.values().next().value : ids
  return first === undefined ? undefined : library.links.get(first)
}
