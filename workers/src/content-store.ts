import { OUTCOME_BYTES_MAX, Outcome, Preview } from '@lectern/contracts/jobs.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'

export type Document = {
  readonly hash: string
  readonly html: string
  readonly text: string
  readonly words: number
}

type Request = { readonly articleId: string; readonly requestId: string }

/** Schema `content`: what the workers own of Postgres. Every method may throw while Postgres is away. */
export type ContentStore = {
  /** The outcome of a request that was read before; one that cannot be recorded is forgotten. */
  outcomeOf(request: Request): Promise<Outcome | undefined>
  /** Counts an attempt before it is made; gives its number, 1 for the first. */
  beginAttempt(request: Request): Promise<number>
  /** Counts an answer of the site that it is busy; gives its number, 1 for the first. */
  postpone(request: Request): Promise<number>
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

/** Whether command-api can be told of it. */
export const fits = (outcome: Outcome): boolean =>
  Buffer.byteLength(JSON.stringify(outcome)) <= OUTCOME_BYTES_MAX

/** Postgres never takes these values: they are no text of its own (class 22) or larger than it can keep (class 54). */
export const isUnstorable = (error: unknown): boolean =>
  /^(22|54)/.test(String((error as { code?: string }).code))

async function count(
  pool: Pool,
  { articleId, requestId }: Request,
  what: 'attempts' | 'postponements',
): Promise<number> {
  const { rows } = await pool.query<{ counted: number }>(
    `INSERT INTO content.extraction_attempts AS a (article_id, request_id, ${what}) VALUES ($1, $2, 1)
     ON CONFLICT (article_id, request_id) DO UPDATE SET ${what} = a.${what} + 1, touched_at = now()
     RETURNING ${what} AS counted`,
    [articleId, requestId],
  )
  return rows[0]?.counted ?? 1
}

export function contentStore(pool: Pool): ContentStore {
  return {
    async outcomeOf({ articleId, requestId }) {
      const { rows } = await pool.query<{ outcome: unknown }>(
        'SELECT outcome FROM content.extraction_attempts WHERE article_id = $1 AND request_id = $2 AND outcome IS NOT NULL',
        [articleId, requestId],
      )
      if (!rows[0]) return undefined
      // Earlier versions set no bounds to what a page says of itself.
      const known = Outcome.safeParse(rows[0].outcome)
      if (known.success && fits(known.data)) return known.data
      await pool.query(
        'UPDATE content.extraction_attempts SET outcome = NULL WHERE article_id = $1 AND request_id = $2',
        [articleId, requestId],
      )
      return undefined
    },
    beginAttempt: request => count(pool, request, 'attempts'),
    postpone: request => count(pool, request, 'postponements'),
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
