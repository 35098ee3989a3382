import { Halt } from '@lectern/platform/process/halt.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { keepReadModels } from './projectors.ts'
import { rebuild } from './rebuild.ts'
import { findSchema } from './schemas.ts'
import { checkStore } from './store-check.ts'
import { startProjections } from './test-support/projections.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

it('a rebuild ends where the store was put back to an earlier state', async () => {
  const { store, pool, storeId } = projections
  const ahead = '999999999999/999999999999'
  const old = (await findSchema(pool, 'current'))?.schema ?? ''
  await pool.query(`UPDATE ${old}.checkpoints SET position = $1`, [ahead])
  await pool.query(
    `INSERT INTO projections.reactions_checkpoint (kind, store_id, position)
     SELECT kind, $1, $2 FROM unnest(ARRAY['jobs', 'allowances']) AS kind`,
    [storeId, ahead],
  )
  await expect(checkStore(store, pool, old, storeId)).rejects.toThrow(/make rebuild/)

  const schema = await rebuild(projections)
  expect((await findSchema(pool, 'current'))?.schema).toBe(schema)
  await checkStore(store, pool, schema, storeId)
  // Otherwise reactions would skip new events until the log is as long as it was.
  expect((await pool.query('SELECT FROM projections.reactions_checkpoint')).rowCount).toBe(0)
})

it('projectors neither fill nor follow read models beside those of a newer version', async () => {
  const { pool } = projections
  const before = await pool.query('SELECT schema, state FROM projections.read_schemas ORDER BY schema')
  await pool.query(`UPDATE projections.read_schemas SET version = version + 1 WHERE state = 'current'`)
  try {
    for (const start of [() => rebuild(projections), () => keepReadModels(projections, () => {})]) {
      const starting = start()
      await expect(starting).rejects.toThrow(Halt)
      await expect(starting).rejects.toThrow(
        /^The read models were written by a newer Lectern .* restore the backup/,
      )
    }
    const after = await pool.query('SELECT schema, state FROM projections.read_schemas ORDER BY schema')
    expect(after.rows).toEqual(before.rows)
  } finally {
    await pool.query(`UPDATE projections.read_schemas SET version = version - 1 WHERE state = 'current'`)
  }
})
