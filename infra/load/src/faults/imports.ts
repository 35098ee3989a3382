import { setTimeout as wait } from 'node:timers/promises'
import type { Import, ImportLedger } from '@lectern/contracts/api/imports.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { until } from '@lectern/stack/probes.ts'
import pg from 'pg'
import type { Bytes } from '../world/api-client.ts'
import { formWith, raindropCsv } from '../world/import-files.ts'
import { liftCap } from '../world/seed.ts'
import { startStack } from '../world/stack.ts'
import { signUp, succeed, type User } from '../world/users.ts'
import { type KillCommands, kill, probeWith, whatCanBeKilled } from './inflict.ts'

export type ImportFaults = {
  readonly rows: number
  /** Every such row has a highlight. */
  readonly highlightEvery: number
  readonly kills: readonly string[]
  readonly commands: KillCommands
  readonly say: (line: string) => void
}

/** Longest time from a fault until its import is complete. */
const COMPLETE_MS = 120_000

/**
 * Kills each process in turn while a file is imported. The import must complete by itself, with the same links, notes and
 * ledger as an undisturbed one. @returns the violations
 */
export const runImportFaults = async ({
  rows,
  highlightEvery,
  kills: names,
  commands,
  say,
}: ImportFaults): Promise<string[]> => {
  const stack = await startStack({ LOG_LEVEL: 'warn' })
  const pool = new pg.Pool({ connectionString: stack.databaseUrl })
  pool.on('error', () => {})
  const store = connectEventStore({ url: stack.eventStore.url, connectionName: stack.eventStore.secret })
  const violations: string[] = []
  try {
    const kills = whatCanBeKilled(names, { stack, commands, say })
    const users = await signUp({ port: stack.port, pool, prefix: 'importer' }, kills.length + 2)
    const [prober, calm, ...others] = users as [User, User, ...User[]]
    for (const user of users) await liftCap(store, user)
    const form = await formWith('export.csv', raindropCsv(rows, highlightEvery))
    const began = performance.now()
    await completed(calm, await request(calm, form))
    const undisturbedMs = performance.now() - began
    const expected = await resultOf(pool, calm)
    say(`undisturbed: ${rows} rows in ${(undisturbedMs / 1_000).toFixed(1)} s`)

    const probe = probeWith(prober, 'https://probe.example')
    for (const [n, name] of kills.entries()) {
      const user = others[n] as User
      const violationsBefore = violations.length
      const importId = await request(user, form)
      await rowsRead(user, importId, rows / 10)
      const recovery = await kill(stack, name, { commands, probe })
      violations.push(...recovery.violations.map(text => `kill -9 of ${name}: ${text}`))
      const left = await completed(user, importId).then(
        () => undefined,
        error => String(error),
      )
      if (left !== undefined) violations.push(`kill -9 of ${name}: ${left}`)
      const result = await resultOf(pool, user)
      for (const part of Object.keys(expected) as (keyof typeof expected)[])
        if (result[part] !== expected[part])
          violations.push(`kill -9 of ${name}: other ${part} than undisturbed`)
      const isSame = violations.length === violationsBefore
      say(
        `kill -9 of ${name}: serves after ${recovery.seconds.toFixed(1)} s, ${isSame ? 'the same' : 'OTHER'} result`,
      )
    }
  } finally {
    await Promise.allSettled([pool.end(), store.close()])
    await stack.stop()
  }
  return violations
}

const request = async (user: User, body: Bytes): Promise<string> => {
  const headers = { prefer: 'respond-async' }
  const ask = { method: 'POST', path: '/api/import/raindrop', body, headers, timeout: 60_000 } as const
  return (await succeed<{ importId: string }>(user.api, ask)).importId
}

const find = async (user: User, importId: string): Promise<Import> =>
  (await succeed<ImportLedger>(user.api, { method: 'GET', path: `/api/imports/${importId}?kind=failed` }))
    .import

const rowsRead = (user: User, importId: string, rows: number) =>
  until('The first rows', async () => (await find(user, importId)).read >= rows, 30_000)

/** @throws Error where it does not complete */
const completed = async (user: User, importId: string): Promise<void> => {
  const isComplete = async () => {
    const found = await find(user, importId).catch(() => undefined)
    if (found?.status === 'failed') throw new Error(`the import failed: ${found.reason}`)
    return found?.status === 'completed'
  }
  await until('The import', isComplete, COMPLETE_MS)
  await wait(500)
}

/** Digests of everything that an import made, without ids of the library. */
const resultOf = async (pool: pg.Pool, { libraryId }: User) => {
  const schema = await currentReadSchema(pool)
  const digest = async (columns: string, from: string): Promise<string> => {
    const { rows } = await pool.query<{ digest: string; count: string }>(
      `SELECT md5(string_agg(row::text, ',' ORDER BY row::text)) AS digest, count(*) AS count
       FROM (SELECT ROW(${columns}) AS row FROM ${from}) AS rows`,
      [libraryId],
    )
    return `${rows[0]?.count} ${rows[0]?.digest}`
  }
  const collected = `${schema}.links AS link LEFT JOIN ${schema}.collections AS c
    ON c.library_id = link.library_id AND c.id = link.collection_id WHERE link.library_id = $1`
  return {
    links: await digest(
      'url, url_key, title, note, tags, created_at, is_favorite, is_archived, c.name, c.color',
      collected,
    ),
    notes: await digest(
      'link.url, n.type, n.content, n.selected_text',
      `${schema}.notes AS n JOIN ${schema}.links AS link
        ON link.library_id = n.library_id AND link.id = n.link_id WHERE n.library_id = $1`,
    ),
    ledger: await digest(
      'status, read, imported, duplicates, skipped, failed, shortened, notes, notes_failed',
      `${schema}.imports WHERE library_id = $1`,
    ),
    rows: await digest(
      'first_row, part, imported::text, others::text',
      `${schema}.import_chunks WHERE library_id = $1`,
    ),
  }
}
