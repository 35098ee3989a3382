import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { titleOfPath } from '@lectern/contracts/titles.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { findCollection } from './collections.ts'
import { DuplicateLink, findLink } from './links.ts'
import { findByKey, type Library } from './state.ts'
import { findTags, namesOf, speller } from './tags.ts'

/** What is absent stays as it is. */
export type EditLink = {
  readonly type: 'EditLink'
  readonly linkId: number
  readonly url?: string | undefined
  /** null: the link takes the title of its page. */
  readonly title?: string | null | undefined
  readonly note?: string | null | undefined
  readonly tags?: readonly string[] | undefined
  readonly collectionId?: number | null | undefined
  /** Another link may have the new address. */
  readonly ignoreDuplicate: boolean
  /** The texts as the event at the revision `textsAt` has them. */
  readonly known: { readonly textsAt: number; readonly texts: LinkTexts }
  readonly now: string
}

/** The texts were changed after they had been read. */
export class TextsMoved extends Rejected {
  constructor() {
    super('unavailable')
  }
}

type Edited = Extract<LibraryEvent, { type: 'LinkEdited' }>['data']

/** @throws DuplicateLink, TextsMoved, Rejected */
export const editLink = (command: EditLink, library: Library): LibraryEvent[] => {
  const { linkId, collectionId, known, now } = command
  const tags = command.tags && speller(library.tags)(command.tags)
  const link = findLink(library, linkId)
  if (collectionId != null) findCollection(library, collectionId)
  if (known.textsAt !== link.textsAt) throw new TextsMoved()
  const { texts } = known
  const wanted = wantedTexts(command, texts)
  const existing = wanted.urlKey === texts.urlKey ? undefined : findByKey(library, wanted.urlKey)
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
  if (tags !== undefined && findTags(library.tags, tags) !== link.tags) {
    changes.tags = tags
    before.tags = namesOf(library.tags, link.tags)
  }
  if (Object.keys(changes).length === 0) return []
  return [{ type: 'LinkEdited', data: { linkId, changes, before, at: now } }]
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
  }
}
