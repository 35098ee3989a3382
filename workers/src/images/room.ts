import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'

/** Making room goes on to this share of a limit, so that it is not needed again at once. */
const enough = 0.95
const lookAgainMs = 60_000
/** Images of one statement, which takes about a second. */
const imagesAtOnce = 2_000

/** Images by the library that holds them, by article. Those of cards leave last. */
const heldIn = (schema: string, libraries: string) => `
  SELECT l.library_id, p.image, bool_or(p.is_card) AS is_card
    FROM ${schema}.held_links l
    JOIN (SELECT article_id, image, false AS is_card FROM content.article_images
          UNION ALL SELECT article_id, image, true FROM content.card_images) p USING (article_id)
   WHERE p.image IS NOT NULL ${libraries}
   GROUP BY l.library_id, p.image`

/**
 * Keeps the store of images within its limit, and each library within a tenth of it. Where the store is full, the library that
 * holds most gives first. Images that nobody opened for long go first, those of cards last.
 */
export function room({
  pool,
  max,
  libraryShare = 1 / 10,
  log,
}: {
  readonly pool: Pool
  /** Bytes of all copies. */
  readonly max: number
  /** The share of the store that one library may hold. */
  readonly libraryShare?: number
  readonly log: Log
}) {
  /** When each library was last looked at. A store below a tenth of its limit needs no such look. */
  const lookedAt = new Map<string, number>()
  const isDue = (key: string) => (lookedAt.get(key) ?? 0) < Date.now() - lookAgainMs

  const total = async () => {
    const { rows } = await pool.query<{ bytes: number }>(
      'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM content.images',
    )
    return rows[0]?.bytes ?? 0
  }
  const holders = async (schema: string, libraryId?: string) => {
    const { rows } = await pool.query<{ libraryId: string; bytes: number }>(
      `SELECT library_id AS "libraryId", sum(bytes)::bigint AS bytes
         FROM (${heldIn(schema, libraryId === undefined ? '' : 'AND l.library_id = $1::uuid')}) held
         JOIN content.images i ON i.hash = held.image GROUP BY library_id ORDER BY bytes DESC LIMIT 2`,
      libraryId === undefined ? [] : [libraryId],
    )
    return rows
  }
  /** @returns the bytes that became free, which may be fewer */
  const free = async (schema: string, libraryId: string, bytes: number) => {
    const { rows } = await pool.query<{ bytes: number }>(
      `WITH held AS (${heldIn(schema, 'AND l.library_id = $1::uuid')}), ordered AS (
         SELECT i.hash, sum(i.bytes) OVER (ORDER BY held.is_card, i.used_at, i.hash) - i.bytes AS before
           FROM held JOIN content.images i ON i.hash = held.image)
       , gone AS (DELETE FROM content.images WHERE hash IN (
           SELECT hash FROM ordered WHERE before < $2 ORDER BY before LIMIT ${imagesAtOnce}) RETURNING bytes)
       SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM gone`,
      [libraryId, bytes],
    )
    const freed = rows[0]?.bytes ?? 0
    log.info({ libraryId, bytes: freed }, 'images left the store to make room')
    return freed
  }

  return {
    /** Makes room if there is none, for the library whose images were fetched last. Looks once a minute. */
    async keep(schema: string, libraryId: string): Promise<void> {
      if (!isDue(libraryId)) return
      for (const key of lookedAt.keys()) if (isDue(key)) lookedAt.delete(key)
      lookedAt.set(libraryId, Date.now())
      let bytes = await total()
      // Jobs of earlier versions name no library.
      if (bytes > max * libraryShare && /^[0-9a-f-]{36}$/.test(libraryId)) {
        const held = (await holders(schema, libraryId))[0]?.bytes ?? 0
        let over = held > max * libraryShare ? held - max * libraryShare * enough : 0
        while (over > 0) {
          const freed = await free(schema, libraryId, over)
          if (freed === 0) break
          over -= freed
          bytes -= freed
        }
      }
      if (bytes <= max) return
      for (let needed = bytes - max * enough; needed > 0; ) {
        const [largest, next] = await holders(schema)
        if (largest === undefined) return
        // The largest gives until it is as small as the next, but so much that few rounds are enough.
        const share = Math.min(needed, Math.max(largest.bytes - (next?.bytes ?? 0), needed / 10))
        const freed = await free(schema, largest.libraryId, share)
        if (freed === 0) return
        needed -= freed
      }
    },
  }
}
