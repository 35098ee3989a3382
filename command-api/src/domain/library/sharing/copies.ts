import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { findByKey, type Library } from '../state.ts'
import { speller } from '../tags.ts'

/** A link of somebody else, without the page that its owner may have provided. */
export type Copied = Pick<LinkTexts, 'url' | 'title' | 'titleFrom' | 'note'> & {
  readonly tags: readonly string[]
}

/** Saves links that others share as one's own. Those that are there are not saved again, so it may be repeated. */
export type CopyLinks = {
  readonly type: 'CopyLinks'
  readonly links: readonly Copied[]
  readonly now: string
}

/** What a member sees in a collection, the oldest first. */
export const copiesOf = ({ links }: Library, collectionId: number): Copied[] =>
  [...links.values()].flatMap(({ texts, tags, ...link }) => {
    if (link.collectionId !== collectionId) return []
    const { url, title, titleFrom, note } = texts
    return [{ url, title, titleFrom, note, tags }]
  })

/** @throws Rejected limit-reached, overgrown where not all of them have room */
export const copyLinks = ({ links, now }: CopyLinks, library: Library): LibraryEvent[] => {
  const fresh = new Map<string, Copied>()
  for (const link of links) {
    const key = urlKey(link.url)
    if (!fresh.has(key) && findByKey(library, key) === undefined) fresh.set(key, link)
  }
  const { limit } = library.allowance
  const currentCount = library.links.size
  if (limit !== null && currentCount + fresh.size > limit)
    throw new Rejected('limit-reached', { currentCount, limit, upgradeRequired: true })
  if (currentCount + fresh.size > LINKS_MAX) throw new Rejected('overgrown')
  const spell = speller(library.tags)
  return [...fresh].map(([key, { titleFrom, ...link }], n) => ({
    type: 'LinkSaved',
    data: {
      ...{ linkId: library.nextLinkId + n, ...link, urlKey: key, tags: spell(link.tags) },
      ...(titleFrom === 'page' && { titleFrom }),
      ...{ duplicateAccepted: false, at: now },
    },
  }))
}
