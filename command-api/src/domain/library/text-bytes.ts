import type { LinkTexts } from '@lectern/contracts/events/library.ts'

/** Measured: an array, without its places. */
const BYTES_A_LIST = 48
const BYTES_A_PLACE = 8

/** Memory of a text, without its head. A character takes one byte where all are Latin-1, else two. */
export const bytesOfText = (text: string): number =>
  /^[\0-\xff]*$/.test(text) ? text.length : 2 * text.length

export const bytesOfTexts = ({ url, urlKey, title, note, ownArticle }: LinkTexts): number =>
  bytesOfText(url) +
  bytesOfText(urlKey) +
  bytesOfText(title) +
  bytesOfText(note ?? '') +
  (ownArticle?.length ?? 0)

/** Memory of a link's list of tags, also where another link shares it. Names are counted once for all links. */
export const bytesOfTags = (tags: readonly string[]): number =>
  tags.length === 0 ? 0 : BYTES_A_LIST + BYTES_A_PLACE * tags.length
