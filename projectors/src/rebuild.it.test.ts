import { randomUUID } from 'node:crypto'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { Halt } from '@lectern/platform/process/process.ts'
import { aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, expect, it } from 'vitest'
import { isAtOrAfter, readCheckpoints } from './engine/checkpoints.ts'
import { keepReadModels } from './projectors.ts'
import { rebuild } from './rebuild.ts'
import { findCurrent } from './schemas.ts'
import { checkStore } from './store-check.ts'
import { snapshot, startProjections } from './test-support/projections.ts'

const parts = duringTests(startParts)
const projections = duringTests(() => startProjections(parts))
beforeAll(async () => {
  for (let n = 0; n < 12; n += 1) {
    const library = aLibrary()
    const article = anArticle(`https://example.com/${n}`)
    await projections.record(library.stream, [library.opened(), library.saved(1), library.saved(2)])
    await projections.record(article.stream, [n % 2 ? article.extracted() : article.failed()])
    await projections.record(library.stream, [library.archived(1), library.favorited(2), library.saved(3)])
    await projections.record(library.stream, [library.deleted(3)])
    const { stream, taken, revised, deleted, highlightsCleared } = aNotebook(library.id)
    const anchor = { prefix: 'a ', suffix: ' b', contentHash: 'c'.repeat(64) }
    await projections.record(stream, [
      ...[taken(1, 1), taken(2, 1, { anchor }), taken(3, 2, { noteType: 'highlight' })],
      ...[revised(2, { content: 'Else' }), deleted(1), highlightsCleared(2, [3])],
    ])
    await projections.record(article.stream, [
      ...[article.extracted('d'.repeat(64)), article.rereadRequested(), article.rereadEnded('timeout')],
    ])
    // Every second library is written in batches of its own.
    if (n % 2) await projections.project()
  }
  await projections.project()
})

const currentSchema = async () => (await findCurrent(projections.pool))?.schema ?? ''
const schemasLeft = async () =>
  (
    await projections.pool.query<{ schema: string; state: string }>(
      'SELECT schema, state FROM projections.read_schemas ORDER BY state, schema',
    )
  ).rows

it('makes the same rows anew, switches, and keeps the rows before until the next rebuild', async () => {
  const first = await currentSchema()
  const before = await snapshot(projections.pool, first)
  const second = await rebuild(projections)
  expect(await currentSchema()).toBe(second)
  expect(await snapshot(projections.pool, second)).toEqual(before)
  expect(await snapshot(projections.pool, first)).toEqual(before)

  const third = await rebuild(projections)
  expect(await schemasLeft()).toEqual([
    { schema: third, state: 'current' },
    { schema: second, state: 'previous' },
  ])
  expect(await snapshot(projections.pool, third)).toEqual(before)
})

it('stores the end of the log at the beginning, and every lane reaches it', async () => {
  const { pool, store } = projections
  const end = await store.end()
  const schema = await rebuild(projections)
  const { rows } = await pool.query('SELECT target FROM projections.read_schemas WHERE schema = $1', [schema])
  expect(rows).toEqual([{ target: end && encodePosition(end) }])
  const { positions } = await readCheckpoints(pool, schema)
  expect([...positions.values()].map(position => isAtOrAfter(position, end))).toEqual(LANES.map(() => true))
})

it('refuses to switch where the counts differ, unless told to', async () => {
  const damaged = await currentSchema()
  await projections.pool.query(
    `DELETE FROM ${damaged}.links WHERE (library_id, id) IN (SELECT library_id, id FROM ${damaged}.links LIMIT 1)`,
  )
  await expect(rebuild(projections)).rejects.toThrow(Halt)
  expect(await currentSchema()).toBe(damaged)
  const mended = await rebuild(projections, { acceptDifferences: true })
  const { links } = await snapshot(projections.pool, mended)
  expect(links).toHaveLength(24)
})

it('switches from read models of an earlier version although the counts differ', async () => {
  const damaged = await currentSchema()
  await projections.pool.query(`DELETE FROM ${damaged}.links`)
  await projections.pool.query('UPDATE projections.read_schemas SET version = 1 WHERE schema = $1', [damaged])
  const upgraded = await rebuild(projections)
  expect(await currentSchema()).toBe(upgraded)
  expect((await snapshot(projections.pool, upgraded)).links).toHaveLength(24)
})

it('lets a running projector go on with the new rows while events come in', async () => {
  const stop = new AbortController()
  const serving = Promise.withResolvers<void>()
  const projecting = keepReadModels({ ...projections, signal: stop.signal }, serving.resolve)
  await serving.promise
  const library = aLibrary()
  await projections.record(library.stream, [library.opened()])
  let linkId = 0
  const saveSome = async () => {
    for (let n = 0; n < 40; n += 1) {
      linkId += 1
      await projections.record(library.stream, [library.saved(linkId)])
    }
  }
  const [schema] = await Promise.all([rebuild(projections), saveSome()])
  await saveSome()
  // A second engine waits for the end of the log.
  await projections.project({ schema })
  stop.abort()
  await projecting

  const { rows } = await projections.pool.query(
    `SELECT count(*) AS links, (SELECT active FROM ${schema}.libraries WHERE library_id = $1) AS active
     FROM ${schema}.links WHERE library_id = $1`,
    [library.id],
  )
  expect(rows).toEqual([{ links: 80, active: 80 }])
})

it('fills the first read models', async () => {
  const before = await snapshot(projections.pool, await currentSchema())
  await projections.pool.query('DELETE FROM projections.read_schemas')
  const stop = new AbortController()
  const serving = Promise.withResolvers<void>()
  const projecting = keepReadModels({ ...projections, signal: stop.signal }, serving.resolve)
  await serving.promise
  stop.abort()
  await projecting
  expect(await snapshot(projections.pool, await currentSchema())).toEqual(before)
})

it('halts on another store, and on a store that was put back to an earlier state', async () => {
  const { store, pool, storeId } = projections
  const schema = await currentSchema()
  await checkStore(store, pool, schema, storeId)
  await expect(checkStore(store, pool, schema, randomUUID())).rejects.toThrow(/are of event store/)
  await pool.query(
    `UPDATE ${schema}.checkpoints SET position = '999999999999/999999999999' WHERE lane = $1`,
    [LANES[0]],
  )
  await expect(checkStore(store, pool, schema, storeId)).rejects.toThrow(/ahead of the event store/)
})
