import { Rejected } from '@lectern/contracts/api/errors.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import {
  FROZEN_BYTES_MAX,
  FROZEN_BYTES_OF_LIBRARY_MAX,
  SHARES_MAX,
  type ShareKind,
} from '@lectern/contracts/shares.ts'
import { inTransaction, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { hashToken } from './token.ts'

/** What the page of a public link shows. */
export type Showing = {
  readonly libraryId: string
  readonly kind: ShareKind
  /** Of an article or its highlights. */
  readonly linkId: number | null
  readonly collectionId: number | null
  readonly withNotes: boolean
  readonly fullText: boolean
}

export type NewShare = Showing & {
  readonly id: string
  readonly token: string
  readonly passwordHash: string | null
  readonly frozen: string | null
  readonly expiresAt: string | null
}

export type FoundShare = Showing &
  Pick<NewShare, 'id' | 'passwordHash' | 'frozen'> & {
    /** It was withdrawn, its time is over, or what it showed, or its owner's account, is gone. */
    readonly isOver: boolean
  }

/** What was deleted, and when. */
type Gone = { readonly links: IdRanges; readonly collections: IdRanges; readonly at: string }

export type Shares = ReturnType<typeof sharesIn>

/** Those that ended and say so, for each library. */
const ENDED_KEPT = 1_000

/** Public links in Postgres. */
export const sharesIn = (pool: Pool) => {
  const end = async (id: string): Promise<void> => {
    await pool.query(`${END} WHERE id = $1 AND ended_at IS NULL`, [id])
  }

  return {
    /**
     * Stores a public link that shows nothing until it is confirmed. One that is there stays as it is.
     * @throws Rejected share-too-large
     */
    put: async (share: NewShare): Promise<void> => {
      const bytes = Buffer.byteLength(share.frozen ?? '')
      if (bytes > FROZEN_BYTES_MAX) throw new Rejected('share-too-large')
      await inTransaction(pool, async client => {
        if (bytes > 0) {
          // Each of several at once counts those before it.
          await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`shares:${share.libraryId}`])
          const { rows } = await client.query<{ bytes: number }>(
            `SELECT coalesce(sum(octet_length(frozen)), 0)::integer AS bytes FROM shares.pages
             WHERE library_id = $1 AND id <> $2`,
            [share.libraryId, share.id],
          )
          if ((rows[0]?.bytes ?? 0) + bytes > FROZEN_BYTES_OF_LIBRARY_MAX)
            throw new Rejected('share-too-large')
        }
        await client.query(
          `INSERT INTO shares.pages (id, library_id, token_hash, kind, link_id, collection_id, with_notes, full_text,
             password_hash, frozen, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`,
          [
            ...[
              share.id,
              share.libraryId,
              hashToken(share.token),
              share.kind,
              share.linkId,
              share.collectionId,
            ],
            ...[share.withNotes, share.fullText, share.passwordHash, share.frozen, share.expiresAt],
          ],
        )
      })
    },
    /** Another one with what `renews` shows. Nothing where that is over. */
    putAgain: async ({ id, renews, token }: { id: string; renews: string; token: string }): Promise<void> => {
      await pool.query(
        `INSERT INTO shares.pages (id, library_id, token_hash, kind, link_id, collection_id, with_notes, full_text,
           password_hash, frozen, expires_at)
         SELECT $1, library_id, $2, kind, link_id, collection_id, with_notes, full_text, password_hash, frozen, expires_at
         FROM shares.pages WHERE id = $3 AND ended_at IS NULL ON CONFLICT (id) DO NOTHING`,
        [id, hashToken(token), renews],
      )
    },
    /** Its event is in the log: it shows. With a token, that becomes the one of its address. @returns whether it is there */
    confirm: async (id: string, token?: string): Promise<boolean> => {
      const { rowCount } = await pool.query(
        `UPDATE shares.pages SET is_made = true, token_hash = coalesce($2, token_hash)
         WHERE id = $1 AND ended_at IS NULL`,
        [id, token === undefined ? null : hashToken(token)],
      )
      return rowCount === 1
    },
    end,
    /** Ends those that show what was deleted. A deletion that is repeated ends none of a collection that was restored since. */
    endOf: async (libraryId: string, { links, collections, at }: Gone): Promise<void> => {
      await pool.query(
        `${END} WHERE library_id = $1 AND ended_at IS NULL AND created_at <= $4
           AND (link_id = ANY ($2::integer[]) OR collection_id = ANY ($3::integer[]))`,
        [libraryId, `{${[...idsIn(links)].join()}}`, `{${[...idsIn(collections)].join()}}`, at],
      )
    },
    /** undefined: no address has had this token, as far as is known. */
    find: async (token: string): Promise<FoundShare | undefined> => {
      const { rows } = await pool.query<FoundShare>({
        name: 'find-share',
        text: `SELECT id, library_id AS "libraryId", kind, link_id AS "linkId", collection_id AS "collectionId",
            with_notes AS "withNotes", full_text AS "fullText", password_hash AS "passwordHash", frozen,
            ended_at IS NOT NULL OR coalesce(expires_at <= now(), false)
              OR NOT EXISTS (SELECT FROM identity.users AS owner WHERE owner.library_id = pages.library_id) AS "isOver"
          FROM shares.pages WHERE token_hash = $1 AND is_made`,
        values: [hashToken(token)],
      })
      return rows[0]
    },
    countView: async (id: string): Promise<void> => {
      await pool.query(
        `INSERT INTO shares.views AS known (page_id, day, count) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
         ON CONFLICT (page_id, day) DO UPDATE SET count = known.count + 1`,
        [id],
      )
    },
    /** Removes those whose making broke off, what expired ones showed, and of those that ended the oldest ones of each library. */
    clean: async (): Promise<void> => {
      // Lists go on saying whether they were live and had a password, so that both texts become empty instead of null.
      await pool.query(
        `UPDATE shares.pages SET frozen = left(frozen, 0), password_hash = left(password_hash, 0)
         WHERE expires_at <= now() AND (octet_length(frozen) > 0 OR octet_length(password_hash) > 0)`,
      )
      await pool.query(
        `DELETE FROM shares.pages WHERE NOT is_made AND created_at < now() - interval '1 day'
           OR id IN (SELECT id FROM (
             SELECT id, row_number() OVER (PARTITION BY library_id ORDER BY ended_at DESC) AS place
             FROM shares.pages WHERE ended_at IS NOT NULL AND library_id IN (
               SELECT library_id FROM shares.pages GROUP BY library_id HAVING count(*) > $1)) AS ended WHERE place > $2)`,
        [ENDED_KEPT + SHARES_MAX, ENDED_KEPT],
      )
    },
  }
}

/** Nothing of what it showed stays. */
const END = 'UPDATE shares.pages SET ended_at = now(), frozen = NULL, password_hash = NULL'
