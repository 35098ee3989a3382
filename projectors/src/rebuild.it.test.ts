import { randomUUID } from 'node:crypto'
import { LANES } from '@lectern/contracts/read-model/lanes.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { Halt } from '@lectern/platform/process/halt.ts'
import { aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { beforeAll, expect, it } from 'vitest'
import { isAtOrAfter, readCheckpoints } from './engine/checkpoints.ts'
import { keepReadModels } from './projectors.ts'
import { rebuild, rollBack } from './rebuild.ts'
import { findSchema } from './schemas.ts'
import { checkStore } from './store-check.ts'
import { snapshot, startProjections } from './test-support/projections.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))
beforeAll(async () => {
  for (let n = 0; n < 12; n += 1) {
    const library = aLibrary()
    const article = anArticle(`https://example.com/${n}`)
    const command = { actorId: 'a', via: 'web', commandId: `open ${n}`, commandHash: 'h' }
    const opening = [library.opened(), library.granted('pro')].map(event => ({ ...event, metadata: command }))
    await projections.record(library.stream, opening.slice(0, 1))
    // The opening of every fourth library is written in two batches.
    if (n % 4 === 1) await projections.project()
    await projections.record(library.stream, [...opening.slice(1), library.saved(1), library.saved(2)])
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

const currentSchema = async () => (await findSchema(projections.pool, 'current'))?.schema ?? ''
const schemasLeft = async () =>
  (
    await projections.pool.query<{ schema: string; state: string }>(
      'SELECT schema, state FROM projections.read_schemas ORDER BY state, schema',
    )
  ).rows

it('a rebuild makes the same rows anew, switches, and keeps the rows before until the next rebuild', async () => {
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

it('a rebuild stores the end of the log at the beginning, and every lane reaches it', async () => {
  const { pool, store } = projections
  const end = await store.end()
  const schema = await rebuild(projections)
  const { rows } = await pool.query('SELECT target FROM projections.read_schemas WHERE schema = $1', [schema])
  expect(rows).toEqual([{ target: end && encodePosition(end) }])
  const { positions } = await readCheckpoints(pool, schema)
  expect([...positions.values()].map(position => isAtOrAfter(position, end))).toEqual(LANES.map(() => true))
})

it('a rebuild refuses to switch where the counts differ, unless told to', async () => {
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

it('a rebuild refuses to switch where a value differs, and names its table and library', async () => {
  const damaged = await currentSchema()
  const { rows } = await projections.pool.query<{ libraryId: string; id: number }>(
    `UPDATE ${damaged}.links SET title = 'Damaged' WHERE (library_id, id) IN
       (SELECT library_id, id FROM ${damaged}.links LIMIT 1) RETURNING library_id AS "libraryId", id`,
  )
  const { libraryId } = rows[0] ?? {}
  await expect(rebuild(projections)).rejects.toThrow(
    `links of library ${libraryId}: 2 rows, some with other values`,
  )
  expect(await currentSchema()).toBe(damaged)
  await rebuild(projections, { acceptDifferences: true })
})

it('a rollback goes back to the rows before, once they have caught up, and forth again', async () => {
  const first = await currentSchema()
  const second = await rebuild(projections)
  const library = aLibrary()
  await projections.record(library.stream, [library.opened(), library.saved(1), library.saved(2)])
  await projections.project({ schema: second })
  expect(await rollBack(projections)).toBe(first)
  expect(await currentSchema()).toBe(first)
  expect(await snapshot(projections.pool, first)).toEqual(await snapshot(projections.pool, second))
  await projections.record(library.stream, [library.deleted(1)])
  await projections.project({ schema: first })
  expect(await rollBack(projections)).toBe(second)
  const { links } = await snapshot(projections.pool, second)
  expect(links.filter(({ library_id }) => library_id === library.id)).toHaveLength(1)
  await projections.record(library.stream, [library.deleted(2)])
  await projections.project({ schema: second })
})

it('a rollback does not go back to rows of another version, or where there are none', async () => {
  const { pool } = projections
  const serving = await currentSchema()
  await pool.query(`UPDATE projections.read_schemas SET version = version - 1 WHERE state = 'previous'`)
  await expect(rollBack(projections)).rejects.toThrow('this Lectern writes version')
  await pool.query(`DELETE FROM projections.read_schemas WHERE state = 'previous'`)
  await expect(rollBack(projections)).rejects.toThrow('There are no earlier read models')
  expect(await currentSchema()).toBe(serving)
})

it('a rebuild switches from read models of an earlier version although the counts differ', async () => {
  const damaged = await currentSchema()
  await projections.pool.query(`DELETE FROM ${damaged}.links`)
  await projections.pool.query('UPDATE projections.read_schemas SET version = 1 WHERE schema = $1', [damaged])
  const upgraded = await rebuild(projections)
  expect(await currentSchema()).toBe(upgraded)
  expect((await snapshot(projections.pool, upgraded)).links).toHaveLength(24)
})

it('a running projector goes on with the new rows of a rebuild while events come in', async () => {
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
  const linksIn = async (serving: string) => {
    const { rows } = await projections.pool.query(
      `SELECT count(*) AS links, (SELECT active FROM ${serving}.libraries WHERE library_id = $1) AS active
       FROM ${serving}.links WHERE library_id = $1`,
      [library.id],
    )
    return rows
  }
  expect(await linksIn(schema)).toEqual([{ links: 80, active: 80 }])

  const [before] = await Promise.all([rollBack(projections), saveSome()])
  await saveSome()
  await projections.project({ schema: before })
  stop.abort()
  await projecting
  expect(before).not.toBe(schema)
  expect(await linksIn(before)).toEqual([{ links: 160, active: 160 }])
})

it('a starting projector fills the first read models', async () => {
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

it('the check of the store halts on another store, and on one that was put back to an earlier state', async () => {
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
