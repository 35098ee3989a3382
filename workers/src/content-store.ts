import { Outcome, Preview } from '@lectern/contracts/jobs.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres.ts'

export type Document = {
  readonly hash: string
  readonly html: string
  readonly text: string
  readonly words: number
}

type Request = { readonly articleId: string; readonly requestId: string }

/** Schema `content`: what the workers own of Postgres. Every method may throw while Postgres is away. */
export type ContentStore = {
  /** The outcome of a request that was read before. */
  outcomeOf(request: Request): Promise<Outcome | undefined>
  /** Counts an attempt before it is made; gives its number, 1 for the first. */
  beginAttempt(request: Request): Promise<number>
  /**
   * Keeps the outcome, with the document it names. Of two workers with one job the first decides: gives its outcome.
   */
  finish(request: Request, outcome: Outcome, document: Document | undefined): Promise<Outcome>
  /** Not older than a day; an empty one, as of a page that could not be had, not older than a minute. */
  preview(url: string): Promise<Preview | undefined>
  savePreview(url: string, preview: Preview): Promise<void>
  /** Drops what no retry and no preview asks for any more. */
  tidy(): Promise<void>
}

export function contentStore(pool: Pool): ContentStore {
  return {
    async outcomeOf({ articleId, requestId }) {
      const { rows } = await pool.query<{ outcome: unknown }>(
        'SELECT outcome FROM content.extraction_attempts WHERE article_id = $1 AND request_id = $2 AND outcome IS NOT NULL',
        [articleId, requestId],
      )
      return rows[0] && Outcome.parse(rows[0].outcome)
    },
    async beginAttempt({ articleId, requestId }) {
      const { rows } = await pool.query<{ attempts: number }>(
        `INSERT INTO content.extraction_attempts AS a (article_id, request_id, attempts) VALUES ($1, $2, 1)
         ON CONFLICT (article_id, request_id) DO UPDATE SET attempts = a.attempts + 1, touched_at = now()
         RETURNING attempts`,
        [articleId, requestId],
      )
      return rows[0]?.attempts ?? 1
    },
    async finish({ articleId, requestId }, outcome, document) {
      return inTransaction(pool, async client => {
        if (document) {
          await client.query(
            `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING`,
            [document.hash, document.html, document.text, document.words, searchVector(document.text)],
          )
        }
        const { rows } = await client.query<{ outcome: unknown }>(
          `INSERT INTO content.extraction_attempts AS a (article_id, request_id, outcome) VALUES ($1, $2, $3)
           ON CONFLICT (article_id, request_id)
           DO UPDATE SET outcome = coalesce(a.outcome, excluded.outcome), touched_at = now()
           RETURNING outcome`,
          [articleId, requestId, JSON.stringify(outcome)],
        )
        return Outcome.parse(rows[0]?.outcome)
      })
    },
    async preview(url) {
      const { rows } = await pool.query<{ preview: unknown }>(
        `SELECT preview FROM content.previews WHERE url = $1 AND fetched_at > now() - CASE
           WHEN jsonb_strip_nulls(preview) = '{}' THEN interval '1 minute' ELSE interval '1 day' END`,
        [url],
      )
      return Preview.safeParse(rows[0]?.preview).data
    },
    async savePreview(url, preview) {
      await pool.query(
        `INSERT INTO content.previews (url, preview) VALUES ($1, $2)
         ON CONFLICT (url) DO UPDATE SET preview = excluded.preview, fetched_at = now()`,
        [url, JSON.stringify(preview)],
      )
    },
    async tidy() {
      await pool.query(
        `DELETE FROM content.extraction_attempts WHERE outcome IS NOT NULL AND touched_at < now() - interval '8 days'`,
      )
      await pool.query(`DELETE FROM content.previews WHERE fetched_at < now() - interval '1 day'`)
    },
  }
}
