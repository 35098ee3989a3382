import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
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
