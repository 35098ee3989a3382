import { randomUUID } from 'node:crypto'
import { inTransaction, type Pool, type Queryable } from '@lectern/platform/postgres/postgres.ts'
import { z } from 'zod'
import type { Place } from './place/place.ts'

/** What somebody ended: an account, a public page, an access token or a passkey. A restore does not bring it back. */
const Ended = z.object({
  kind: z.enum(['account', 'page', 'token', 'passkey']),
  id: z.uuid(),
  /** Of a passkey its account's id. */
  libraryId: z.uuid(),
  at: z.iso.datetime(),
})
type Ended = z.infer<typeof Ended>

const FOLDER = 'ended'

/**
 * Writes what was ended since the last time beside the backups. An installation that has none in the place, as a copy that was
 * restored for a look, ends nothing there.
 */
export const keepEnded = (pool: Pool, place: Place): Promise<void> =>
  inTransaction(pool, async client => {
    const own = await client.query('SELECT FROM backup.newest WHERE place = $1', [place.address])
    if (own.rowCount === 0) return
    const { rows } = await client.query<Omit<Ended, 'at'> & { at: Date }>(
      `DELETE FROM backup.ended WHERE n IN (SELECT n FROM backup.ended ORDER BY n LIMIT 10000)
       RETURNING kind, id, library_id AS "libraryId", at`,
    )
    if (rows.length === 0) return
    const name = `${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomUUID()}`
    // A crash before the commit leaves the rows, which are written once more.
    await place.put(`${FOLDER}/${name}.json`, Buffer.from(JSON.stringify(rows)))
  })

/** Everything that is kept. */
export const readEnded = async (place: Place): Promise<Ended[]> => {
  const ended: Ended[] = []
  for (const { name } of await place.list(FOLDER)) {
    const bytes = await place.get(name)
    if (bytes) ended.push(...z.array(Ended).parse(JSON.parse(bytes.toString())))
  }
  return ended
}

/** Removes what all backups are later than. */
export const pruneEnded = async (place: Place, before: Date): Promise<void> => {
  for (const { name, at } of await place.list(FOLDER)) if (at < before) await place.remove(name)
}

/**
 * Ends these again in a restored database. Lectern deletes the rest of the accounts once it runs.
 * @param isOpen whether the log has the account
 */
export const endAgain = async (
  db: Queryable,
  ended: readonly Ended[],
  isOpen: (userId: string) => boolean,
): Promise<void> => {
  const accounts = ended.filter(({ kind, id }) => kind === 'account' && isOpen(id))
  const idsOf = (kind: Ended['kind']) => ended.filter(each => each.kind === kind).map(({ id }) => id)
  await db.query(
    `INSERT INTO identity.closings (user_id, library_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])
     ON CONFLICT DO NOTHING`,
    [accounts.map(({ id }) => id), accounts.map(({ libraryId }) => libraryId)],
  )
  await db.query('DELETE FROM identity.users WHERE id = ANY ($1)', [idsOf('account')])
  await db.query(
    'UPDATE shares.pages SET ended_at = now(), frozen = NULL, password_hash = NULL WHERE id = ANY ($1)',
    [idsOf('page')],
  )
  await db.query('DELETE FROM identity.access_tokens WHERE id = ANY ($1)', [idsOf('token')])
  await db.query('DELETE FROM identity.passkeys WHERE id = ANY ($1)', [idsOf('passkey')])
}
