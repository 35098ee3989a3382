import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { prepared } from './prepared.ts'
import { ServingDb } from './serving-db.ts'

const parts = duringTests(startParts)
let db: ServingDb
let built: object[] = []

beforeAll(() => {
  db = new ServingDb(connectPostgres({ url: parts.databaseUrl, name: 'prepared', max: 1 }))
})
beforeEach(() => {
  built = []
})
afterAll(() => db.destroy())

type Values = { readonly name: string; readonly at: Date }

const statement = (name: string) =>
  prepared(
    name,
    (on, values: Values, shape: { isLoud: boolean; more: number }) => {
      built.push(values)
      const said = shape.isLoud ? sql<string>`upper(${values.name})` : sql<string>`${values.name}::text`
      return on.selectNoFrom([said.as('said'), sql<string>`extract(year FROM ${values.at}::date)`.as('year')])
    },
    ({ more }) => more === 0,
  )
const AT = new Date('2026-05-06T07:08:09Z')

const kept = async () =>
  (await sql<{ name: string }>`SELECT name FROM pg_prepared_statements ORDER BY name`.execute(db)).rows.map(
    ({ name }) => name,
  )

it('a statement is built once for each shape, and each caller gets the own answer', async () => {
  const say = statement('say')
  for (const name of ['Ann', 'Bob', "O'Hara"])
    for (const isLoud of [false, true])
      expect(await say(db, { name, at: AT }, { isLoud, more: 0 })).toEqual([
        { said: isLoud ? name.toUpperCase() : name, year: '2026' },
      ])
  expect(built).toHaveLength(2)
  expect(await kept()).toEqual(['say 0', 'say 1'])
})

it('no value is in a statement that is kept', async () => {
  await statement('quiet')(db, { name: 'Ann', at: AT }, { isLoud: false, more: 0 })
  expect(built).toEqual([expect.not.objectContaining({ name: 'Ann' })])
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)
  expect(rows.filter(({ statement }) => /Ann|2026/.test(statement))).toEqual([])
})

it('a shape that only a program asks for is not kept, nor is any of a view of the past', async () => {
  const ask = statement('ask')
  for (const more of [1, 2]) {
    const [answer] = await ask(db, { name: 'Ann', at: AT }, { isLoud: true, more })
    expect(answer?.said).toBe('ANN')
  }
  const [past] = await ask(db.withSchema('past'), { name: 'Bob', at: AT }, { isLoud: false, more: 0 })
  expect(past?.said).toBe('Bob')
  expect((await kept()).filter(name => name.startsWith('ask'))).toEqual([])
})
