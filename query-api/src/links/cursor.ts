import { Rejected } from '@lectern/contracts/api/errors.ts'

/** The last link of a page: the next one begins after it. */
export type Cursor = {
  readonly createdAt: Date
  readonly id: number
  /** Of a search: it was found in its article alone, which come after all others. */
  readonly inArticle: boolean
}

/** Postgres knows no earlier time. */
const EARLIEST = Date.UTC(-4_712, 0, 2)

/** Opaque to clients; milliseconds and id in base 36. */
export const encodeCursor = ({ createdAt, id, inArticle }: Cursor): string =>
  `${createdAt.getTime().toString(36)}.${id.toString(36)}${inArticle ? '.a' : ''}`

/** @throws Rejected invalid-input */
export const decodeCursor = (text: string): Cursor => {
  const [, time, id, article] = /^(-?[0-9a-z]{1,11})\.([0-9a-z]{1,6})(\.a)?$/.exec(text) ?? []
  const createdAt = new Date(Number.parseInt(time ?? '', 36))
  const linkId = Number.parseInt(id ?? '', 36)
  if (Number.isNaN(createdAt.getTime()) || createdAt.getTime() < EARLIEST || !(linkId <= 2_147_483_647))
    throw new Rejected('invalid-input', {}, 'This cursor is not one of ours.')
  return { createdAt, id: linkId, inArticle: article !== undefined }
}
