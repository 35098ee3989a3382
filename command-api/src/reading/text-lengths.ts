import { textLengthOf } from '@lectern/contracts/article-text.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { LRUCache } from 'lru-cache'

/** A version never changes, so what was read once stays true. */
const KEPT = 10_000

/** Gives the length of a version's text (article-text.ts); undefined where the text is gone. */
export type TextLengths = (contentHash: string) => Promise<number | undefined>

/** Workers keep the length with the text. Documents that they stored before are counted here. */
export const textLengthsIn = (pool: Pool): TextLengths => {
  const known = new LRUCache<string, number>({ max: KEPT })
  return async contentHash => {
    const length = known.get(contentHash)
    if (length !== undefined) return length
    const { rows } = await pool.query<{ length: number | null; html: string | null }>(
      `SELECT text_length AS length, CASE WHEN text_length IS NULL THEN html END AS html
       FROM content.documents WHERE hash = $1`,
      [contentHash],
    )
    const [row] = rows
    if (row === undefined) return undefined
    const counted = row.length ?? textLengthOf(row.html ?? '')
    known.set(contentHash, counted)
    return counted
  }
}
