import { Rejected } from '@lectern/contracts/api/errors.ts'

/** The last link of a page; the next page begins after it. */
export type Cursor = {
  readonly createdAt: Date
  readonly id: number
  /** Present where the page is one of a search. */
  readonly search?: {
    /** The link was found in its article alone. Such links come after all others. */
    readonly inArticle: boolean
    /** The count of the first page, so that later pages need not count again. */
    readonly total: number
  }
}

/** Postgres knows no earlier time, in milliseconds since 1970. */
export const EARLIEST = Date.UTC(-4_712, 0, 2)
const CURSOR = /^(-?[0-9a-z]{1,11})\.([0-9a-z]{1,6})(?:\.([oa])([0-9a-z]{1,6}))?$/

/** Opaque to clients: milliseconds and id in base 36, then for a search `o` (own texts) or `a` (article) and the total. */
export const encodeCursor = ({ createdAt, id, search }: Cursor): string => {
  const place = `${createdAt.getTime().toString(36)}.${id.toString(36)}`
  return search ? `${place}.${search.inArticle ? 'a' : 'o'}${search.total.toString(36)}` : place
}

/** @throws Rejected invalid-input */
export const decodeCursor = (text: string): Cursor => {
  const [, time = '', id = '', kind, total = ''] = CURSOR.exec(text) ?? []
  const createdAt = new Date(Number.parseInt(time, 36))
  const linkId = Number.parseInt(id, 36)
  if (Number.isNaN(createdAt.getTime()) || createdAt.getTime() < EARLIEST || !(linkId <= 2_147_483_647))
    throw new Rejected('invalid-input', {}, 'This cursor is not one of ours.')
  if (kind === undefined) return { createdAt, id: linkId }
  return { createdAt, id: linkId, search: { inArticle: kind === 'a', total: Number.parseInt(total, 36) } }
}

/** The last link of a page that is not newest first, and what that page is sorted by. */
export type SortCursor = { readonly key: string; readonly id: number }

/** Opaque to clients. */
export const encodeSortCursor = ({ key, id }: SortCursor): string =>
  `s${id.toString(36)}.${Buffer.from(key).toString('base64url')}`

/** @throws Rejected invalid-input */
export const decodeSortCursor = (text: string): SortCursor => {
  const [, id = '', key = ''] = /^s([0-9a-z]{1,6})\.([\w-]*)$/.exec(text) ?? []
  const linkId = Number.parseInt(id, 36)
  if (!(linkId <= 2_147_483_647)) throw new Rejected('invalid-input', {}, 'This cursor is not one of ours.')
  // Postgres takes no NUL.
  return { key: Buffer.from(key, 'base64url').toString('utf8').replaceAll('\0', ''), id: linkId }
}
