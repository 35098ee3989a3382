import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import { titleOfPath } from '@lectern/contracts/titles.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { idOfClient, mayBeForgotten } from '../client-ids.ts'
import { duplicatesIn } from './sharing/seen.ts'
import { findByKey, type Library, type LinkState } from './state.ts'
import { speller } from './tags.ts'

export type SaveLink = {
  readonly type: 'SaveLink'
  /** The client's own id of the link. */
  readonly clientId?: string | null | undefined
  readonly url: string
  /** Without one the link has words of its path until its page is read. */
  readonly title?: string | null | undefined
  /** page: nobody typed the title, so that of the page takes its place. Absent: person. */
  readonly titleFrom?: 'person' | 'page' | undefined
  readonly note: string | null
  readonly tags: readonly string[]
  /** The user chose Add Anyway for a duplicate. */
  readonly ignoreDuplicate: boolean
  /** The collection that it is saved into. */
  readonly collectionId?: number | null | undefined
  /** A member saves it, who is told of no link outside the collection. */
  readonly by?: string | undefined
  readonly now: string
}

/** Without a target the flag is toggled. */
export type FavoriteLink = {
  readonly type: 'FavoriteLink'
  readonly linkId: number
  readonly isFavorite?: boolean | undefined
  readonly now: string
}

/** Without a target the flag is toggled. */
export type ArchiveLink = {
  readonly type: 'ArchiveLink'
  readonly linkId: number
  readonly isArchived?: boolean | undefined
  readonly now: string
}

export type DeleteLink = { readonly type: 'DeleteLink'; readonly linkId: number; readonly now: string }

/** Another link has the url. */
export class DuplicateLink extends Rejected {
  readonly linkId: number
  readonly link: Pick<LinkState, 'savedAt' | 'texts'>

  constructor(linkId: number, { savedAt, texts }: LinkState) {
    super('duplicate-link', { isDuplicate: true })
    this.linkId = linkId
    this.link = { savedAt, texts }
  }
}

/**
 * A link that the client has given an id already is not saved again. An id may be one that the library has forgotten: its link
 * gets no duplicate, also where the person chose Add Anyway. The duplicate check precedes the limit check, since a duplicate needs
 * no upgrade.
 */
export const saveLink = (command: SaveLink, library: Library): LibraryEvent[] => {
  if (!library.opened) throw new Rejected('not-found')
  const { clientId, url, title, titleFrom, note, tags, ignoreDuplicate, collectionId, by, now } = command
  if (collectionId != null && !library.collections.has(collectionId))
    throw new Rejected('collection-not-found')
  const ids = library.linksOfClients
  if (clientId != null && idOfClient(ids, clientId) !== undefined) return []
  const key = urlKey(url)
  const existing = findByKey(library, key, duplicatesIn(library, { by, collectionId }))
  const mayBeRepeated = clientId != null && mayBeForgotten(ids, clientId, now)
  if (existing !== undefined && (!ignoreDuplicate || mayBeRepeated))
    throw new DuplicateLink(existing, findLink(library, existing))

  const { limit } = library.allowance
  const currentCount = library.links.size
  if (limit !== null && currentCount >= limit)
    throw by === undefined
      ? new Rejected('limit-reached', { currentCount, limit, upgradeRequired: true })
      : new Rejected('limit-reached', {}, 'The library of the owner holds no more articles.')
  if (currentCount >= LINKS_MAX) throw new Rejected('overgrown')

  const linkId = library.nextLinkId
  const collected = { linkId, collectionId: collectionId ?? null, before: { collectionId: null }, at: now }
  return [
    {
      type: 'LinkSaved',
      data: {
        linkId,
        ...(clientId != null && { clientId }),
        url,
        urlKey: key,
        title: title ?? titleOfPath(url),
        ...((title == null || titleFrom === 'page') && { titleFrom: 'page' as const }),
        note,
        tags: speller(library.tags)(tags),
        duplicateAccepted: existing !== undefined,
        at: now,
      },
    },
    ...(collectionId == null ? [] : [{ type: 'LinkCollected' as const, data: collected }]),
  ]
}

export const favoriteLink = ({ linkId, isFavorite, now }: FavoriteLink, library: Library): LibraryEvent[] => {
  const link = findLink(library, linkId)
  const target = isFavorite ?? !link.favorite
  if (target === link.favorite) return []
  return [{ type: target ? 'LinkFavorited' : 'LinkUnfavorited', data: { linkId, at: now } }]
}

export const archiveLink = ({ linkId, isArchived, now }: ArchiveLink, library: Library): LibraryEvent[] => {
  const link = findLink(library, linkId)
  const target = isArchived ?? !link.archived
  if (target === link.archived) return []
  return [{ type: target ? 'LinkArchived' : 'LinkUnarchived', data: { linkId, at: now } }]
}

export const deleteLink = ({ linkId, now }: DeleteLink, library: Library): LibraryEvent[] => {
  findLink(library, linkId)
  return [{ type: 'LinkDeleted', data: { linkId, at: now } }]
}

/** @throws Rejected link-not-found */
export const findLink = (library: Library, linkId: number): LinkState => {
  const link = library.links.get(linkId)
  if (link === undefined) throw new Rejected(library.closed ? 'account-closed' : 'link-not-found')
  return link
}

/** The link that a client gave this id. @throws Rejected link-not-found where it was deleted since */
export const findClientLink = (library: Library, clientId: string): LinkState & { linkId: number } => {
  const linkId = idOfClient(library.linksOfClients, clientId)
  const link = linkId === undefined ? undefined : library.links.get(linkId)
  if (linkId === undefined || link === undefined)
    throw new Rejected('link-not-found', {}, 'This article was saved, and deleted since.')
  return { linkId, ...link }
}
