import { REJECTIONS } from '@lectern/contracts/api/errors.ts'
import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

const serveVersion = (version: number) =>
  api.pool.query(`UPDATE projections.read_schemas SET version = $1 WHERE state = 'current'`, [version])
/** A listener reads the tables again after a gap in its connection. */
const cutListeners = () =>
  api.pool.query(
    `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
     WHERE application_name = 'query-api-progress' AND datname = current_database()`,
  )

it('reads are refused while the current schema has another version, also those that wait for a write', async () => {
  const caller = aCaller()
  const { stream, opened, saved } = aLibrary(caller)
  const after = await api.record(stream, [opened(), saved(1)])
  const list = () => api.getOnce('/api/links', { as: caller, after })
  expect((await list()).body).toMatchObject({ total: 1 })

  await serveVersion(READ_VERSION - 1)
  await cutListeners()
  await expect.poll(async () => (await list()).status).toBe(503)
  const [, message] = REJECTIONS['being-updated']
  const later = await api.record(stream, [saved(2)])
  for (const path of [
    '/api/links',
    '/api/links?q=link',
    '/api/links/1',
    '/api/links/1/notes',
    '/api/notes',
    '/api/counts',
    '/api/collections',
    '/api/user',
  ]) {
    const { status, headers, body } = await api.getOnce(path, { as: caller, after: later })
    expect([path, status, body]).toEqual([path, 503, { message, error: message }])
    expect(headers['retry-after']).toBe('1')
  }

  await serveVersion(READ_VERSION)
  await expect.poll(async () => (await list()).status).toBe(200)
  expect((await api.get('/api/links', { as: caller, after: later })).body).toMatchObject({ total: 2 })
})
