import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { hasRoom, tagKey } from '@lectern/contracts/tags.ts'
import { titleOfPath } from '@lectern/contracts/titles.ts'
import { latestKey, urlKey } from '@lectern/contracts/url-key.ts'
import { findCollection } from './collections.ts'
import { DuplicateLink, findLink } from './links.ts'
import { duplicatesIn } from './sharing/seen.ts'
import { findByKey, type Library, type LinkState } from './state.ts'
import { areSame, speller } from './tags.ts'

type Seen = {
  readonly url?: string | undefined
  readonly title?: string | undefined
  readonly note?: string | null | undefined
  readonly tags?: readonly string[] | undefined
  readonly collectionId?: number | null | undefined
}

/** Absent fields stay as they are. */
export type EditLink = {
  readonly type: 'EditLink'
  readonly linkId: number
  readonly url?: string | undefined
  /** null: the link takes the title of its page. */
  readonly title?: string | null | undefined
  readonly note?: string | null | undefined
  readonly tags?: readonly string[] | undefined
  readonly collectionId?: number | null | undefined
  /** The values that the person saw in the fields that they change. */
  readonly was?: Seen | undefined
  /** Another link may have the new address. */
  readonly ignoreDuplicate: boolean
  /** A member edits it, who is told of no link that they do not see. */
  readonly by?: string | undefined
  readonly now: string
}

type Edited = Extract<LibraryEvent, { type: 'LinkEdited' }>['data']

/** @throws DuplicateLink, Rejected */
export const editLink = (command: EditLink, library: Library): LibraryEvent[] => {
  const { linkId, collectionId, now } = command
  const link = findLink(library, linkId)
  const { texts } = link
  const tags = wantedTags(command, link, library)
  if (collectionId != null) findCollection(library, collectionId)
  if (isClash(command, link)) throw new Rejected('link-changed')
  const wanted = wantedTexts(command, texts)
  const existing =
    latestKey(wanted) === latestKey(texts)
      ? undefined
      : findByKey(
          library,
          wanted.urlKey,
          duplicatesIn(library, { by: command.by, collectionId: collectionId ?? link.collectionId }),
        )
  if (existing !== undefined && !command.ignoreDuplicate)
    throw new DuplicateLink(existing, findLink(library, existing))

  const changes: Edited['changes'] = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== texts[field as keyof LinkTexts]),
  )
  const before: Edited['before'] = { ...texts }
  if (collectionId !== undefined && collectionId !== link.collectionId) {
    changes.collectionId = collectionId
    before.collectionId = link.collectionId
  }
  if (tags !== undefined && !areSame(tags, link.tags)) {
    changes.tags = tags
    before.tags = [...link.tags]
  }
  if (Object.keys(changes).length === 0) return []
  return [{ type: 'LinkEdited', data: { linkId, changes, before, at: now } }]
}

/** Whether a field was changed after the person had seen it, to something else than they want. Nobody typed a title of the page. */
const isClash = ({ was = {}, ...wanted }: EditLink, { texts, collectionId }: LinkState): boolean => {
  const differs = <T>(seen: T, now: T, want: T) =>
    seen !== undefined && want !== undefined && seen !== now && want !== now
  return (
    differs(was.url, texts.url, wanted.url) ||
    differs(was.note, texts.note, wanted.note) ||
    (texts.titleFrom === 'person' && differs(was.title, texts.title, wanted.title ?? undefined)) ||
    differs(was.collectionId, collectionId, wanted.collectionId)
  )
}

/**
 * The tags in their spelling in the library. Where the person says which they saw, only what they added and took away is
 * done to those of the link.
 * @throws Rejected too-many-tags
 */
const wantedTags = ({ tags, was }: EditLink, link: LinkState, library: Library): string[] | undefined => {
  if (tags === undefined) return undefined
  const spell = speller(library.tags)
  if (!was?.tags) return spell(tags)
  const { tags: now } = link
  const [seen, kept] = [new Set(was.tags.map(tagKey)), new Set(tags.map(tagKey))]
  const isTaken = (tag: string) => seen.has(tagKey(tag)) && !kept.has(tagKey(tag))
  const merged = spell([...now.filter(tag => !isTaken(tag)), ...tags.filter(tag => !seen.has(tagKey(tag)))])
  if (!hasRoom(now, merged)) throw new Rejected('too-many-tags')
  return merged
}

const wantedTexts = ({ url, title, note }: EditLink, texts: LinkTexts): LinkTexts => {
  const address = url ?? texts.url
  const isOfPage = title === null || (title === undefined && texts.titleFrom === 'page')
  const isMoved = address !== texts.url
  return {
    url: address,
    urlKey: isMoved ? urlKey(address) : texts.urlKey,
    // The words of the old path would not tell the new page.
    title: title ?? (isOfPage && (isMoved || title === null) ? titleOfPath(address) : texts.title),
    titleFrom: isOfPage ? 'page' : 'person',
    note: note === undefined ? texts.note : note,
    // A page belongs to the address that it was seen at.
    ...(texts.ownArticle && { ownArticle: isMoved ? null : texts.ownArticle }),
  }
}
