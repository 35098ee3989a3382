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
    throw notOurs()
  if (kind === undefined) return { createdAt, id: linkId }
  return { createdAt, id: linkId, search: { inArticle: kind === 'a', total: Number.parseInt(total, 36) } }
}

/** Orders beside newest first. */
export type Sort = 'oldest' | 'title' | 'readingTime' | 'lastRead'

/** The last link of a page that is not newest first, and its value of what that page is sorted by. */
export type Place = {
  readonly key: string | number | Date
  readonly id: number
  /** Sorted by the last reading: it was never read, and is among those that come after all others by their date. */
  readonly isUnread?: boolean | undefined
}

export const placeOf = ({ createdAt, id }: Cursor): Place => ({ key: createdAt, id })

/** Opaque to clients. @param key as the page's `sort_key` */
export const encodeSortCursor = ({ key, id }: { readonly key: string; readonly id: number }): string =>
  `s${id.toString(36)}.${Buffer.from(key).toString('base64url')}`

/** @throws Rejected invalid-input */
export const decodeSortCursor = (text: string, sort: Sort): Place => {
  const [, id = '', encoded = ''] = /^s([0-9a-z]{1,6})\.([\w-]*)$/.exec(text) ?? []
  const linkId = Number.parseInt(id, 36)
  if (!(linkId <= 2_147_483_647)) throw notOurs()
  // Postgres takes no NUL.
  const key = Buffer.from(encoded, 'base64url').toString('utf8').replaceAll('\0', '')
  return { id: linkId, ...KEYS[sort](key) }
}

const KEYS: Record<Sort, (key: string) => Omit<Place, 'id'>> = {
  title: key => ({ key }),
  readingTime: key => {
    if (!/^\d{1,10}$/.test(key) || Number(key) > 2_147_483_647) throw notOurs()
    return { key: Number(key) }
  },
  oldest: key => ({ key: timeOf(key) }),
  // r or n, then the time.
  lastRead: key => ({ key: timeOf(key.slice(1)), isUnread: !key.startsWith('r') }),
}

/** Milliseconds since 1970. */
const timeOf = (key: string): Date => {
  if (!/^-?\d{1,15}$/.test(key) || Number(key) < EARLIEST) throw notOurs()
  return new Date(Number(key))
}

const notOurs = () => new Rejected('invalid-input', {}, 'This cursor is not one of ours.')
