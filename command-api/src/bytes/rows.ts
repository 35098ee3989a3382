import type { Pool } from '@lectern/platform/postgres/postgres.ts'

/** The row of an account in command.kept_bytes. */
export type Row = {
  /** undefined where there is no account. */
  readonly libraryId: string | undefined
  readonly events: number
  readonly content: number
  /** A day of UTC, as 2026-01-31, and what was written on it. */
  readonly day: string
  readonly ofDay: number
}

/** An account in memory: its row as it was read, and what was written since it was saved. */
export type AccountBytes = {
  row: Row
  readonly unsaved: { events: number; day: string; ofDay: number }
  /** Milliseconds since 1970. */
  usedAt: number
  readAt: number
  reading: Promise<void> | undefined
}

export const newAccount = (): AccountBytes => ({
  row: { libraryId: undefined, events: 0, content: 0, day: '', ofDay: 0 },
  unsaved: { events: 0, day: '', ofDay: 0 },
  usedAt: 0,
  readAt: 0,
  reading: undefined,
})

export const loadRow = async (pool: Pool, userId: string): Promise<Row | undefined> => {
  const { rows } = await pool.query<Row>(
    `SELECT u.library_id AS "libraryId", coalesce(k.events, 0)::bigint AS events,
            coalesce(k.content, 0)::bigint AS content, coalesce(k.day::text, '') AS day, coalesce(k.of_day, 0)::bigint AS "ofDay"
       FROM identity.users u LEFT JOIN command.kept_bytes k ON k.user_id = u.id WHERE u.id = $1`,
    [userId],
  )
  return rows[0]
}

const SAVE = `
  INSERT INTO command.kept_bytes AS kept (user_id, library_id, events, day, of_day)
  SELECT u.id, u.library_id, w.events, w.day, w.of_day
    FROM json_to_recordset($1::json) AS w(user_id uuid, events bigint, day date, of_day bigint)
    JOIN identity.users u ON u.id = w.user_id
  ON CONFLICT (user_id) DO UPDATE SET
    events = kept.events + excluded.events, written_at = now(),
    of_day = CASE WHEN kept.day = excluded.day THEN kept.of_day ELSE 0 END + excluded.of_day,
    day = excluded.day`

/** Adds to the rows what is unsaved. Where that fails, it stays unsaved. */
export const saveUnsaved = async (pool: Pool, accounts: ReadonlyMap<string, AccountBytes>): Promise<void> => {
  const taken = [...accounts]
    .filter(([, { unsaved }]) => unsaved.events !== 0 || unsaved.ofDay !== 0)
    .map(([userId, account]) => ({ userId, account, ...account.unsaved }))
  if (taken.length === 0) return
  const rows = taken.map(({ userId, events, day, ofDay }) => ({
    ...{ user_id: userId, events, of_day: ofDay, day: day === '' ? '-infinity' : day },
  }))
  await pool.query(SAVE, [JSON.stringify(rows)])
  for (const { account, events, day, ofDay } of taken) {
    const { row, unsaved } = account
    const isSameDay = row.day === day
    account.row = {
      ...row,
      events: row.events + events,
      ...(day !== '' && { day, ofDay: (isSameDay ? row.ofDay : 0) + ofDay }),
    }
    unsaved.events -= events
    if (unsaved.day === day) unsaved.ofDay -= ofDay
  }
}
