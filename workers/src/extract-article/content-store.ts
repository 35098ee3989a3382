import { textLengthOf } from '@lectern/contracts/article-text.ts'
import { OUTCOME_BYTES_MAX, Outcome } from '@lectern/contracts/jobs.ts'
import { searchVector } from '@lectern/contracts/search-vector.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { beforeErasures } from '../erase/erase-content.ts'
import { wish } from '../images/wishes.ts'
import type { Rank } from '../rank.ts'
import { isUnneededIn, type SavedLink, UUID } from './deleted-link.ts'

export type Document = {
  readonly hash: string
  readonly html: string
  readonly text: string
  readonly words: number
}

/** With a pageId the document is of `link` alone. */
type Request = {
  readonly articleId: string
  readonly requestId: string
  readonly pageId?: string | undefined
  readonly link?: SavedLink | undefined
  /** The library, as in the job. */
  readonly askedBy?: string | undefined
}

/** The library that asked; null where an earlier version named something else. */
const libraryIn = ({ link, askedBy }: Request): string | null => {
  const id = link?.libraryId ?? askedBy
  return id !== undefined && UUID.test(id) ? id : null
}

/** Whether an outcome is small enough for a message to command-api. */
export const fits = (outcome: Outcome): boolean =>
  Buffer.byteLength(JSON.stringify(outcome)) <= OUTCOME_BYTES_MAX

/** Whether Postgres would refuse the value again: it is malformed (error class 22) or too large (class 54). */
export const isUnstorable = (error: unknown): boolean =>
  /^(22|54)/.test(String((error as { code?: string }).code))

/** Articles and the outcomes of requests to read them, in schema `content`. Every method throws while Postgres is away. */
export function contentStore(pool: Pool) {
  /** Adds one to a counter of the request and returns its value. */
  const count = async ({ articleId, requestId }: Request, counter: 'attempts' | 'postponements') => {
    const { rows } = await pool.query<{ counted: number }>(
      `INSERT INTO content.extraction_attempts AS a (article_id, request_id, ${counter}) VALUES ($1, $2, 1)
       ON CONFLICT (article_id, request_id) DO UPDATE SET ${counter} = a.${counter} + 1, touched_at = now()
       RETURNING ${counter} AS counted`,
      [articleId, requestId],
    )
    return rows[0]?.counted ?? 1
  }

  return {
    /** The outcome of a request that ended before. An outcome that cannot be recorded is forgotten. */
    async outcomeOf({ articleId, requestId }: Request): Promise<Outcome | undefined> {
      const { rows } = await pool.query<{ outcome: unknown }>(
        'SELECT outcome FROM content.extraction_attempts WHERE article_id = $1 AND request_id = $2 AND outcome IS NOT NULL',
        [articleId, requestId],
      )
      if (!rows[0]) return undefined
      // Earlier versions did not bound the facts of a page.
      const known = Outcome.safeParse(rows[0].outcome)
      if (known.success && fits(known.data)) return known.data
      await pool.query(
        'UPDATE content.extraction_attempts SET outcome = NULL WHERE article_id = $1 AND request_id = $2',
        [articleId, requestId],
      )
      return undefined
    },
    /** Counts an attempt before it is made; returns 1 for the first. */
    beginAttempt: (request: Request): Promise<number> => count(request, 'attempts'),
    /** Counts an answer of the site that it is busy; returns 1 for the first. */
    postpone: (request: Request): Promise<number> => count(request, 'postponements'),
    /** Stores the outcome and its document, and wishes for the images of its page. When two workers finish one request, both get the outcome of the first; undefined where nobody waits for it any more. */
    finish: async (
      request: Request,
      outcome: Outcome,
      document?: Document,
      asker?: { libraryId: string; rank: Rank },
    ): Promise<Outcome | undefined> => {
      const schema = await currentReadSchema(pool)
      return inTransaction(pool, async client => {
        const { articleId, requestId, pageId, link } = request
        await beforeErasures(client)
        if (schema !== undefined && (await isUnneededIn(client, schema, request))) return undefined
        if (document) {
          await client.query(
            `INSERT INTO content.documents (hash, html, text, words, searched, text_length, asked_by)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
            [
              ...[document.hash, document.html, document.text, document.words],
              ...[searchVector(document.text), textLengthOf(document.html), libraryIn(request)],
            ],
          )
          if (pageId !== undefined && link)
            await client.query(
              `INSERT INTO content.provided_documents (article_id, hash, library_id, link_id, position)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
              [articleId, document.hash, link.libraryId, link.linkId, link.position],
            )
        }
        const { rows } = await client.query<{ outcome: unknown }>(
          `INSERT INTO content.extraction_attempts AS a (article_id, request_id, outcome) VALUES ($1, $2, $3)
           ON CONFLICT (article_id, request_id)
           DO UPDATE SET outcome = coalesce(a.outcome, excluded.outcome), touched_at = now()
           RETURNING outcome`,
          [articleId, requestId, JSON.stringify(outcome)],
        )
        const page = outcome.kind === 'extracted' ? outcome : outcome.page
        if (asker && page) {
          const { image: lead, favicon } = page
          const isSaved = asker.rank === 'interactive'
          await wish(client, {
            articleId,
            libraryId: asker.libraryId,
            kind: isSaved ? workKinds.pictures : workKinds.importedPictures,
            whole: isSaved && document !== undefined,
            contentHash: document?.hash ?? null,
            lead,
            favicon,
          })
        }
        return Outcome.parse(rows[0]?.outcome)
      })
    },
  }
}
export type ContentStore = ReturnType<typeof contentStore>
