import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { REJECTIONS } from '@lectern/contracts/api/errors.ts'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from './ports.ts'
import { answersOk, until } from './probes.ts'
import { makeDataDir, removeDataDir, startStack } from './start-stack.ts'
import { clientOf } from './test-support/client.ts'
import { earlierNats } from './test-support/earlier-nats.ts'
import { createDatabase } from './test-support/parts.ts'

/** For a start on a busy machine. */
const PATIENCE_MS = 120_000
const READ_V6 = new URL('../../../projectors/fixtures/read-v6.sql', import.meta.url)
const [, UPDATING] = REJECTIONS['being-updated']
const READS = ['/api/user', '/api/links', '/api/links?q=a', '/api/links/1', '/api/counts', '/api/collections']
const ANN = { email: 'ann@lectern.example', username: 'ann', password: 'a passphrase that is long' }
const BEN = { email: 'ben@lectern.example', username: 'ben', password: 'a passphrase that is long' }

const save = (n: number) => ({ url: `http://127.0.0.1:1/${n}`, title: `Link ${n}` })

/** Moves the current rows into tables of version 6 and sets the control tables back to that version. */
const putBackToVersion6 = async (pool: Pool) => {
  const { rows } = await pool.query<{ schema: string }>(
    `SELECT schema FROM projections.read_schemas WHERE state = 'current'`,
  )
  const now = rows[0]?.schema
  await pool.query('CREATE SCHEMA read_v6')
  await pool.query(
    `BEGIN; SET LOCAL search_path TO read_v6, public; ${readFileSync(READ_V6, 'utf8')}; COMMIT`,
  )
  // Version 6 had columns that are not there any more, and other types.
  await pool.query(`ALTER TABLE read_v6.links ALTER card SET DEFAULT ''`)
  await pool.query(
    `ALTER TABLE read_v6.articles ALTER facts_card SET DEFAULT '', ALTER status_card SET DEFAULT ''`,
  )
  const { rows: tables } = await pool.query<{ name: string; columns: string; values: string }>(
    `SELECT old.table_name AS name, string_agg(column_name, ', ') AS columns,
       string_agg(column_name || '::' || old.udt_name, ', ') AS values
     FROM information_schema.columns AS old JOIN information_schema.columns AS new USING (table_name, column_name)
     WHERE old.table_schema = 'read_v6' AND new.table_schema = $1 GROUP BY old.table_name`,
    [now],
  )
  for (const { name, columns, values } of tables)
    await pool.query(`INSERT INTO read_v6.${name} (${columns}) SELECT ${values} FROM ${now}.${name}`)
  await pool.query(
    `UPDATE projections.read_schemas SET schema = 'read_v6', version = 6 WHERE state = 'current'`,
  )
  await pool.query(`DROP SCHEMA ${now} CASCADE`)
  await pool.query('DROP TABLE projections.pasts, projections.work, projections.work_done')
  await pool.query('ALTER TABLE projections.read_schemas DROP COLUMN target')
  await pool.query(`DELETE FROM projections.reactions_checkpoint WHERE kind <> 'jobs'`)
  await pool.query(
    `ALTER TABLE projections.reactions_checkpoint DROP COLUMN kind,
       ADD COLUMN only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row)`,
  )
  await pool.query(`DELETE FROM projections.migrations WHERE file >= '0003'`)
  await pool.query(
    `DROP TABLE command.policies_checkpoint, command.kept_bytes, command.unlinked_articles, command.mails, command.limits`,
  )
  await pool.query(`DELETE FROM command.migrations WHERE file >= '0002'`)
}

/** Takes the mail that was sent back, as if it waited. @returns its job and its file */
const takeMailBack = async (dataDir: string, pool: Pool) => {
  const outbox = join(dataDir, 'outbox')
  await expect.poll(() => (existsSync(outbox) ? readdirSync(outbox) : [])).toHaveLength(1)
  const [file = ''] = readdirSync(outbox)
  rmSync(join(outbox, file))
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM identity.users')
  const [eventId] = /(?<=^welcome-).*(?=\.eml$)/.exec(file) ?? []
  return { job: { kind: 'welcome', accountId: rows[0]?.id, eventId, revision: 0 }, file: join(outbox, file) }
}

/** Leaves jobs in NATS as versions before did: a page, a file, a mail that waits, and a mail and a page that failed for good. */
const leaveJobs = async (dataDir: string, mail: object) => {
  const { leave, stop } = await earlierNats(join(dataDir, 'nats'))
  const page = { articleId: articleIdOf(save(9).url), url: save(9).url, requestId: 'waited-in-nats' }
  await leave('jobs.extract.interactive', page)
  await leave('jobs.import', { libraryId: randomUUID(), importId: randomUUID() })
  await leave('jobs.mail', mail)
  await leave('dead.jobs.mail', { ...mail, kind: 'reset' }, 'no such user')
  await leave('dead.jobs.extract.interactive', { ...page, requestId: 'failed-in-nats' }, 'it broke')
  await stop()
}

/** No table of the new read models can be made while this lock is held. */
const holdNewSchema = async (pool: Pool) => {
  const client = await pool.connect()
  const key = [`migrate:read_v${READ_VERSION}`]
  await client.query('SELECT pg_advisory_lock(hashtext($1))', key)
  let isHeld = true
  return async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', key)
    client.release()
  }
}

it('a stack shows the progress of an upgrade, accepts saves meanwhile, and serves all links afterwards', async () => {
  const dataDir = makeDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  const databaseUrl = await createDatabase()
  const pool = connectPostgres({ url: databaseUrl, name: 'upgrade-test', max: 2 })
  onTestFinished(() => pool.end())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const options = { dataDir, env: { PORT: String(port), DATABASE_URL: databaseUrl } }
  const ask = clientOf(url)

  const before = await startStack(options)
  expect((await ask('POST', '/api/signup', ANN)).status).toBe(201)
  for (const n of [1, 2]) expect((await ask('POST', '/api/links', save(n))).status).toBe(201)
  expect((await ask('GET', '/api/links')).text).toContain('"total":2')
  const mail = await takeMailBack(dataDir, pool)
  await before.stop()
  await leaveJobs(dataDir, mail.job)
  await putBackToVersion6(pool)

  const letGo = await holdNewSchema(pool)
  const starting = startStack(options)
  onTestFinished(async () => {
    await letGo()
    await (await starting).stop()
  })
  await until('The gateway', () => answersOk(port, '/livez'), PATIENCE_MS)
  const screen = await ask('GET', '/dashboard')
  expect([screen.status, screen.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(screen.text).toContain('aria-valuenow="0"')
  for (const path of READS) {
    const { status, headers, text } = await ask('GET', path)
    expect([path, status, JSON.parse(text)]).toEqual([path, 503, { message: UPDATING, error: UPDATING }])
    expect(headers.get('retry-after')).toBe('1')
  }
  expect((await ask('GET', '/readyz')).status).toBe(503)

  await until('Saves', async () => (await ask('POST', '/api/links', save(3))).status === 201, PATIENCE_MS)
  expect((await ask('POST', '/api/logout')).status).toBe(200)
  expect((await clientOf(url)('POST', '/api/signup', BEN)).status).toBe(201)
  expect((await ask('POST', '/api/login', ANN)).status).toBe(200)
  expect((await ask('POST', '/api/links', save(4))).status).toBe(201)

  await letGo()
  await starting
  // Answers may be cached for a second.
  for (const path of ['/dashboard', '/api/links', '/readyz'])
    await expect.poll(async () => (await ask('GET', path)).status, { message: path }).toBe(200)
  expect((await ask('GET', '/api/links')).text).toContain('"total":4')
  // Policies have read how far the loops of the version before were.
  const reached = async () => (await pool.query('SELECT FROM command.policies_checkpoint')).rowCount
  await expect.poll(reached, { timeout: PATIENCE_MS }).toBe(1)
  // The mail that waited is sent, once; nobody else tells of it.
  await expect.poll(() => existsSync(mail.file), { timeout: PATIENCE_MS }).toBe(true)
  const mails = await pool.query("SELECT kind, failure FROM command.mails WHERE kind = 'reset'")
  expect(mails.rows).toEqual([{ kind: 'reset', failure: 'no such user' }])
  const waited = `SELECT outcome FROM content.extraction_attempts WHERE request_id = 'waited-in-nats'`
  await expect
    .poll(async () => (await pool.query(waited)).rows[0]?.outcome, { timeout: PATIENCE_MS })
    .toMatchObject({ kind: 'failed' })
  // What failed stays for operators; nobody has asked for this import.
  const work = async () =>
    (await pool.query('SELECT kind, failed_at IS NOT NULL AS failed FROM projections.work ORDER BY kind'))
      .rows
  await expect.poll(work, { timeout: PATIENCE_MS }).toEqual([
    { kind: 'extract-interactive', failed: true },
    { kind: 'import-file', failed: true },
  ])
  const { rows } = await pool.query('SELECT schema, state FROM projections.read_schemas ORDER BY state')
  expect(rows).toEqual([
    { schema: `read_v${READ_VERSION}`, state: 'current' },
    { schema: 'read_v6', state: 'previous' },
  ])
})
