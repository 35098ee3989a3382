import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataDir, removeDataDir, startStack } from './start-stack.ts'
import { clientOf } from './test-support/client.ts'
import { ANN, libraryContents } from './test-support/library-contents.ts'
import { createDatabase } from './test-support/parts.ts'

/** Databases of earlier versions, and what their APIs said of them (test-support/fill-version.ts). */
const FIXTURES = new URL('../fixtures/versions/', import.meta.url)
const versions = readdirSync(FIXTURES)
  .filter(name => name.endsWith('.json'))
  .map(name => Number(name.replace(/\D/g, '')))
  .toSorted((a, b) => a - b)
const fixture = (name: string) => readFileSync(new URL(name, FIXTURES))

/** A database with what a version left. */
const databaseOf = async (version: number): Promise<{ url: string; run: (sql: string) => Promise<void> }> => {
  const url = await createDatabase()
  const run = async (sql: string) => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(gunzipSync(fixture(`v${version}.sql.gz`)).toString())
  return { url, run }
}

const folder = (): string => {
  const dataDir = makeDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  return dataDir
}

it('the last three versions have a fixture', () => {
  expect(versions).toEqual([1, 2, 3].map(back => READ_VERSION - back).reverse())
})

it.each(versions)('a library of version %i is the same in this version, and goes on', async version => {
  const { url } = await databaseOf(version)
  const stack = await startStack({ dataDir: folder(), env: { DATABASE_URL: url } })
  try {
    const ask = clientOf(stack.url)
    expect((await ask('POST', '/api/login', ANN)).status).toBe(200)
    const before = JSON.parse(fixture(`v${version}.json`).toString())
    expect(await libraryContents(ask)).toMatchObject(before)

    expect((await ask('POST', '/api/links', { url: 'http://127.0.0.1:1/new', title: 'New' })).status).toBe(
      201,
    )
    expect((await ask('POST', '/api/links/1/notes', { type: 'note', content: 'New' })).status).toBe(201)
    const { links, notes } = await libraryContents(ask)
    expect(links.map(({ title }) => title)).toEqual([
      'New',
      ...before.links.map(({ title }: { title: string }) => title),
    ])
    expect(notes).toHaveLength(before.notes.length + 1)
    expect(stack.output.filter(line => line.includes('differ'))).toEqual([])
  } finally {
    await stack.stop()
  }
})

it.each([
  [
    `INSERT INTO content.migrations (file) VALUES ('9999-later.sql')`,
    /^workers: Schema content .* by a newer Lectern/,
  ],
  [
    `INSERT INTO command.migrations (file) VALUES ('9999-later.sql')`,
    /^gateway: Schema command .* by a newer Lectern/,
  ],
  [`UPDATE projections.read_schemas SET version = 9999`, /: The read models were written by a newer Lectern/],
  [
    'CREATE TABLE event_store.format AS SELECT 9999 AS version',
    /^event-store: The events were written by a newer/,
  ],
])('make start refuses what a newer version wrote: %s', async (sql, says) => {
  const { url, run } = await databaseOf(READ_VERSION - 1)
  await run(sql)
  const starting = startStack({ dataDir: folder(), env: { DATABASE_URL: url } })
  await expect(starting).rejects.toThrow(/restore the backup from before the upgrade\.$/m)
  await expect(starting).rejects.toThrow(new RegExp(says.source, 'm'))
})
