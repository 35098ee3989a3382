import type { Pool, Queryable } from '@lectern/platform/postgres/postgres.ts'

/** Lower ones go first. */
export const wishRanks = { opened: 0, saved: 1, imported: 2 } as const
export type WishRank = (typeof wishRanks)[keyof typeof wishRanks]

/** The images of an article that are to be fetched. */
export type Wish = {
  readonly articleId: string
  /** Whose turn it takes. */
  readonly libraryId: string
  readonly rank: WishRank
  /** Whether the images in the text are wanted, besides those of the card. */
  readonly whole: boolean
  readonly contentHash: string | null
  /** Addresses of the lead image and of the favicon. */
  readonly lead: string | null
  readonly favicon: string | null
}
export type TakenWish = Wish & { readonly attempts: number; readonly wishedAt: string }

/** A worker works on an article for less. */
const lease = `interval '5 minutes'`

/** Adds a wish. One for an article that waits already makes that one more urgent. */
export async function wish(
  db: Queryable,
  { articleId, libraryId, rank, whole, contentHash, lead, favicon }: Wish,
) {
  await db.query(
    `INSERT INTO content.image_wishes AS w (article_id, library_id, rank, whole, content_hash, lead, favicon)
     VALUES (decode($1, 'hex'), $2, $3, $4, $5, $6, $7)
     ON CONFLICT (article_id) DO UPDATE
     SET library_id = CASE WHEN excluded.rank < w.rank THEN excluded.library_id ELSE w.library_id END,
         rank = least(excluded.rank, w.rank), whole = excluded.whole OR w.whole,
         content_hash = excluded.content_hash, lead = excluded.lead, favicon = excluded.favicon,
         attempts = 0, wished_at = now(), due_at = now()
     WHERE excluded.rank < w.rank OR (excluded.whole AND NOT w.whole)
        OR (excluded.content_hash, excluded.lead, excluded.favicon) IS DISTINCT FROM (w.content_hash, w.lead, w.favicon)`,
    [articleId, libraryId, rank, whole, contentHash, lead, favicon],
  )
}

/** The queue of wishes. Libraries take turns by lot, and one with many wishes has no more chances than one with few. */
export function wishes(pool: Pool) {
  return {
    /**
     * Takes the next wish: opened articles first, imported ones last. A wish that is not done comes again.
     * @param most leaves wishes of higher rank
     * @param except leaves wishes of these libraries
     */
    async take(most: WishRank, except: readonly string[]): Promise<TakenWish | undefined> {
      const { rows } = await pool.query<TakenWish>(
        `WITH RECURSIVE libraries AS (
           (SELECT library_id FROM content.image_wishes ORDER BY library_id LIMIT 1)
           UNION ALL
           SELECT (SELECT library_id FROM content.image_wishes WHERE library_id > libraries.library_id
                   ORDER BY library_id LIMIT 1)
             FROM libraries WHERE library_id IS NOT NULL
         ), first AS (
           SELECT next.article_id, next.rank FROM libraries, LATERAL (
             SELECT article_id, rank FROM content.image_wishes
              WHERE library_id = libraries.library_id AND rank <= $1 AND due_at <= now()
              ORDER BY rank, wished_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
            WHERE libraries.library_id <> ALL ($2)
            ORDER BY next.rank, random() LIMIT 1
         )
         UPDATE content.image_wishes AS w SET attempts = w.attempts + 1, due_at = now() + ${lease}
           FROM first WHERE w.article_id = first.article_id
         RETURNING encode(w.article_id, 'hex') AS "articleId", w.library_id AS "libraryId", w.rank, w.whole,
           w.content_hash AS "contentHash", w.lead, w.favicon, w.attempts, w.wished_at::text AS "wishedAt"`,
        [most, except],
      )
      return rows[0]
    },
    /** Removes a wish that was fulfilled, unless it was made anew meanwhile. */
    async done({ articleId, wishedAt }: TakenWish): Promise<void> {
      await pool.query(
        `DELETE FROM content.image_wishes WHERE article_id = decode($1, 'hex') AND wished_at = $2::timestamptz`,
        [articleId, wishedAt],
      )
    },
    /** Lets a wish come again after a time. */
    async putBack({ articleId, wishedAt }: TakenWish, delayMs: number): Promise<void> {
      await pool.query(
        `UPDATE content.image_wishes SET due_at = now() + $3 * interval '1 ms'
          WHERE article_id = decode($1, 'hex') AND wished_at = $2::timestamptz`,
        [articleId, wishedAt, delayMs],
      )
    },
  }
}
export type Wishes = ReturnType<typeof wishes>
