import { READ_VERSION } from '@lectern/contracts/read-model/tables.ts'
import { createDatabase, duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { connectPostgres } from './postgres.ts'
import { currentReadSchema, updateProgress } from './read-schemas.ts'

const database = duringTests(async () => {
  const pool = connectPostgres({ url: await createDatabase(), name: 'current-schema-test', max: 2 })
  return { pool, stop: () => pool.end() }
})
const control = new URL('../../../../projectors/migrations/control', import.meta.url).pathname

const look = async () => [await currentReadSchema(database.pool), await updateProgress(database.pool)]

it('gives the schema of this version, and until it serves the mean progress of its lanes', async () => {
  const { pool } = database
  expect(await look()).toEqual([undefined, 0])
  await migrate(pool, { schema: 'projections', dir: control })
  const insert =
    'INSERT INTO projections.read_schemas (schema, version, state, target) VALUES ($1, $2, $3, $4)'
  await pool.query(insert, ['read_old', READ_VERSION - 1, 'current', '900/900'])
  expect(await look()).toEqual([undefined, 0])

  await pool.query(insert, ['read_new', READ_VERSION, 'filling', '2000/2000'])
  expect(await look()).toEqual([undefined, 0])
  await pool.query('CREATE SCHEMA read_new')
  await pool.query('CREATE TABLE read_new.checkpoints (lane text PRIMARY KEY, position text NOT NULL)')
  expect(await look()).toEqual([undefined, 0])
  await pool.query(`INSERT INTO read_new.checkpoints VALUES ('0', '1000/1000'), ('search', '')`)
  expect(await look()).toEqual([undefined, 25])
  await pool.query(`UPDATE read_new.checkpoints SET position = '2600/2600'`)
  expect(await look()).toEqual([undefined, 99])

  await pool.query(`UPDATE projections.read_schemas SET state = 'previous' WHERE state = 'current'`)
  await pool.query(`UPDATE projections.read_schemas SET state = 'current' WHERE state = 'filling'`)
  expect(await look()).toEqual(['read_new', undefined])
})
