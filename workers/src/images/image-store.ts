import type { CopyWidth, ImageOutcome } from '@lectern/contracts/images.ts'
import { inTransaction, type Pool, type PoolClient } from '@lectern/platform/postgres/postgres.ts'
import type { Copies } from './copies.ts'

export type CardRole = 'lead' | 'favicon'
/** Where an image belongs: to the text of one version of an article, or to the card of the article. */
export type Place = { readonly articleId: string; readonly source: string } & (
  | { readonly contentHash: string }
  | { readonly role: CardRole }
)

/** The images of an article are fetched for this long at most, since a slow host must not hold the places of others. */
export const LONGEST_MS = 90_000

type Known = {
  readonly source: string
  readonly image: string | null
  readonly outcome: ImageOutcome
  readonly isFresh: boolean
}

const known = `source, image, outcome, tried_at > now() - interval '1 day' AS "isFresh"`

/** A failure leaves the image that was there before: of a former address, or of a former time. */
const kept = (table: string) =>
  `CASE WHEN excluded.outcome = 'failed' THEN ${table}.image ELSE excluded.image END`

/** Images and what became of the addresses in articles, in schema `content`. Every method throws while Postgres is away. */
export function imageStore(pool: Pool) {
  /** Adds copies that the image does not have yet. */
  const addCopies = async (client: PoolClient, { hash, width, height, copies }: Copies) => {
    await client.query(
      `INSERT INTO content.images (hash, width, height, bytes) VALUES ($1, $2, $3, 0)
       ON CONFLICT (hash) DO UPDATE SET used_at = now()`,
      [hash, width, height],
    )
    for (const copy of copies) {
      await client.query(
        `WITH added AS (
           INSERT INTO content.image_copies (hash, width, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
           RETURNING length(content) AS bytes)
         UPDATE content.images SET bytes = images.bytes + added.bytes FROM added WHERE hash = $1`,
        [hash, copy.width, copy.content],
      )
    }
  }

  const put = (db: Pick<Pool, 'query'>, place: Place, image: string | null, outcome: ImageOutcome) =>
    'role' in place
      ? db.query(
          `INSERT INTO content.card_images (article_id, role, source, image, outcome)
           VALUES (decode($1, 'hex'), $2, $3, $4, $5)
           ON CONFLICT (article_id, role) DO UPDATE
           SET source = excluded.source, image = ${kept('card_images')}, outcome = excluded.outcome, tried_at = now()`,
          [place.articleId, place.role, place.source, image, outcome],
        )
      : db.query(
          `INSERT INTO content.article_images (article_id, content_hash, source, image, outcome)
           VALUES (decode($1, 'hex'), $2, $3, $4, $5)
           ON CONFLICT (article_id, content_hash, source) DO UPDATE
           SET image = ${kept('article_images')}, outcome = excluded.outcome, tried_at = now()`,
          [place.articleId, place.contentHash, place.source, image, outcome],
        )

  return {
    /** The state of the images of a version, by source. */
    async ofText(articleId: string, contentHash: string): Promise<Map<string, Known>> {
      const { rows } = await pool.query<Known>(
        `SELECT ${known} FROM content.article_images WHERE article_id = decode($1, 'hex') AND content_hash = $2`,
        [articleId, contentHash],
      )
      return new Map(rows.map(row => [row.source, row]))
    },
    async ofCard(articleId: string, role: CardRole): Promise<Known | undefined> {
      const { rows } = await pool.query<Known>(
        `SELECT ${known} FROM content.card_images WHERE article_id = decode($1, 'hex') AND role = $2`,
        [articleId, role],
      )
      return rows[0]
    },
    /**
     * The state of this address for the card of another article, within a day. A failure counts once its try must have ended,
     * since putNone notes each try as failed before it begins.
     */
    async ofOtherCard(role: CardRole, source: string): Promise<Known | undefined> {
      const { rows } = await pool.query<Known>(
        `SELECT ${known} FROM content.card_images
          WHERE source = $1 AND role = $2 AND tried_at > now() - interval '1 day' AND (image IS NOT NULL OR outcome <> 'stored')
            AND (outcome <> 'failed' OR tried_at < now() - $3 * interval '1 ms')
          ORDER BY outcome = 'stored' DESC, tried_at DESC LIMIT 1`,
        [source, role, LONGEST_MS],
      )
      return rows[0]
    },
    /** The image of this address in another version of the article. */
    async ofOtherVersion(articleId: string, source: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ image: string }>(
        `SELECT image FROM content.article_images
          WHERE article_id = decode($1, 'hex') AND source = $2 AND image IS NOT NULL ORDER BY tried_at DESC LIMIT 1`,
        [articleId, source],
      )
      return rows[0]?.image
    },
    /** Which of these copies the image has. */
    async widthsOf(hash: string): Promise<Set<CopyWidth>> {
      const { rows } = await pool.query<{ width: CopyWidth }>(
        'SELECT width FROM content.image_copies WHERE hash = $1',
        [hash],
      )
      return new Set(rows.map(({ width }) => width))
    },
    /** Notes that there is no image, or not yet. */
    putNone: (place: Place, outcome: 'failed' | 'left-out'): Promise<unknown> =>
      put(pool, place, null, outcome),
    /** Lets an image be tried again at once. */
    forgetTry: (place: Place): Promise<unknown> =>
      'role' in place
        ? pool.query(
            `UPDATE content.card_images SET tried_at = '-infinity' WHERE article_id = decode($1, 'hex') AND role = $2`,
            [place.articleId, place.role],
          )
        : pool.query(
            `UPDATE content.article_images SET tried_at = '-infinity'
              WHERE article_id = decode($1, 'hex') AND content_hash = $2 AND source = $3`,
            [place.articleId, place.contentHash, place.source],
          ),
    putSame: (place: Place, image: string): Promise<unknown> => put(pool, place, image, 'stored'),
    /** Stores an image and its place together, so that no crash leaves one without the other. */
    putImage: (place: Place, copies: Copies): Promise<unknown> =>
      inTransaction(pool, async client => {
        await addCopies(client, copies)
        await put(client, place, copies.hash, 'stored')
      }),
    /** Notes that the images of an article were seen. The hour is exact enough. */
    async touch(articleId: string): Promise<void> {
      await pool.query(
        `UPDATE content.images SET used_at = now() WHERE used_at < now() - interval '1 hour' AND hash IN (
           SELECT image FROM content.article_images WHERE article_id = decode($1, 'hex')
           UNION ALL SELECT image FROM content.card_images WHERE article_id = decode($1, 'hex'))`,
        [articleId],
      )
    },
  }
}
export type ImageStore = ReturnType<typeof imageStore>
