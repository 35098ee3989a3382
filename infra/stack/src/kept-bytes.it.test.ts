import { randomUUID } from 'node:crypto'
import { articleSweep } from '@lectern/command-api/sweeping/articles.ts'
import { openTestLibrary, startCommandApi } from '@lectern/command-api/test-support/api.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { dropUnneeded } from '@lectern/workers/kept-bytes/drop-unneeded.ts'
import { measureLibraries } from '@lectern/workers/kept-bytes/measure.ts'
import { afterAll, expect, it } from 'vitest'
import { freePort } from './ports.ts'
import { answersOk, until } from './probes.ts'
import { duringTests, startOwnParts } from './test-support/parts.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))
const pools: Pool[] = []
afterAll(() => Promise.all(pools.map(pool => pool.end())))

const as = (role: 'workers' | 'gateway') => {
  const pool = connectPostgres({ url: parts.env(role).DATABASE_URL ?? '', name: role, max: 1 })
  pools.push(pool)
  return pool
}

it('what workers measure with their own rights fills the plan that command-api looks at', async () => {
  const health = await freePort()
  parts.run('projectors', { INTERNAL_PORT: String(health) })
  await until('projectors', () => answersOk(health, '/readyz'))
  const caller = await openTestLibrary(api)
  const { userId, libraryId } = caller
  await api.pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash)
     VALUES ($1::uuid, $2, $1::text, $1::text, $1::text, $1::text, '')`,
    [userId, libraryId],
  )
  await api.pool.query('INSERT INTO command.kept_bytes (user_id, library_id) VALUES ($1, $2)', [
    userId,
    libraryId,
  ])
  await api.pool.query(
    `INSERT INTO uploads.files (id, user_id, library_id, name, size) VALUES ($1, $2, $3, 'f', 1999999300)`,
    [randomUUID(), userId, libraryId],
  )
  const [workers, gateway] = [as('workers'), as('gateway')]
  await measureLibraries(workers, new AbortController().signal)
  await dropUnneeded(workers, '')
  await articleSweep({
    ...{ pool: gateway, store: api.store, articles: api.aggregates.articles },
    ...{ nats: () => undefined, signal: new AbortController().signal },
  })()
  const later = await startCommandApi(parts)
  const save = (note: string) =>
    later.call('POST', '/api/links', { as: caller, body: { url: 'https://example.com/', title: 'T', note } })
  const refused = await save('n'.repeat(500))
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('2 GB of the plan Free')])
  expect((await save('')).status).toBe(201)
  await later.stop()
})
