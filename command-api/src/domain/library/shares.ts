import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { SHARES_MAX, type ShareKind, sharesCollections } from '@lectern/contracts/shares.ts'
import { findCollection } from './collections.ts'
import { findLink } from './links.ts'
import type { Library, ShareState } from './state.ts'

export type MakeShare = ShareState & {
  readonly type: 'MakeShare'
  readonly shareId: string
  readonly now: string
}

/** Another public link, `shareId`, takes the place of `renews`. */
export type RenewShare = {
  readonly type: 'RenewShare'
  readonly shareId: string
  readonly renews: string
  readonly now: string
}

export type WithdrawShare = {
  readonly type: 'WithdrawShare'
  readonly shareId: string
  readonly now: string
}

/**
 * [] where this one is there already.
 * @throws Rejected link-not-found, collection-not-found, collections-not-shared, invalid-input, too-many-shares
 */
export const makeShare = (
  { type: _, shareId, now, ...share }: MakeShare,
  library: Library,
): LibraryEvent[] => {
  if (library.shares.has(shareId)) return []
  checkShared(share, library)
  if (isOver(share, now)) throw new Rejected('invalid-input', {}, 'Please choose a time to come')
  if (library.shares.size >= SHARES_MAX) throw new Rejected('too-many-shares')
  return [{ type: 'ShareMade', data: { shareId, ...share, at: now } }]
}

/** @throws Rejected share-not-found, share-over, collections-not-shared */
export const renewShare = ({ shareId, renews, now }: RenewShare, library: Library): LibraryEvent[] => {
  if (library.shares.has(shareId)) return []
  const share = findShare(library, renews)
  checkShared(share, library)
  if (isOver(share, now)) throw new Rejected('share-over')
  return [
    { type: 'ShareMade', data: { shareId, renews, ...share, at: now } },
    { type: 'ShareWithdrawn', data: { shareId: renews, ...aboutOf(share), at: now } },
  ]
}

/** @throws Rejected share-not-found */
export const withdrawShare = ({ shareId, now }: WithdrawShare, library: Library): LibraryEvent[] => [
  { type: 'ShareWithdrawn', data: { shareId, ...aboutOf(findShare(library, shareId)), at: now } },
]

/** Changes the given library. */
export const evolveShares = (library: Library, { type, data }: LibraryEvent): void => {
  if (type === 'ShareMade') {
    const { shareId, renews: _, at: __, ...share } = data
    library.shares.set(shareId, share)
  } else if (type === 'ShareWithdrawn') library.shares.delete(data.shareId)
}

/** Changes the given library: public links of what is gone are gone. */
export const endShares = ({ shares, links, collections }: Library): void => {
  for (const [shareId, { linkId, collectionId }] of shares) {
    const isThere = linkId === undefined ? collections.has(collectionId ?? 0) : links.has(linkId)
    if (!isThere) shares.delete(shareId)
  }
}

type About = {
  readonly kind: ShareKind
  readonly linkId?: number | undefined
  readonly collectionId?: number | undefined
}

const aboutOf = ({ kind, linkId, collectionId }: About) => ({
  kind,
  ...(linkId !== undefined && { linkId }),
  ...(collectionId !== undefined && { collectionId }),
})

const checkShared = ({ linkId, collectionId = 0 }: About, library: Library): void => {
  if (linkId !== undefined) {
    findLink(library, linkId)
    return
  }
  findCollection(library, collectionId)
  if (!sharesCollections(library.allowance.plan))
    throw new Rejected('collections-not-shared', { upgradeRequired: true })
}

const findShare = ({ shares }: Library, shareId: string): ShareState => {
  const share = shares.get(shareId)
  if (share === undefined) throw new Rejected('share-not-found')
  return share
}

const isOver = ({ expiresAt }: Pick<ShareState, 'expiresAt'>, now: string): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now)
