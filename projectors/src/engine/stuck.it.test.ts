import { LIBRARY_LANES, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { parkedStreams } from '@lectern/platform/postgres/parked-streams.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { interceptQueries } from '../test-support/intercept.ts'
import { startProjections } from '../test-support/projections.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

type Library = ReturnType<typeof aLibrary>

const libraryIn = (lane: string): Library => {
  for (;;) {
    const library = aLibrary()
    if (laneOf(library.id) === lane) return library
  }
}

const countLinks = async ({ id }: Library, table = 'links'): Promise<number> => {
  const { rows } = await projections.pool.query(
    `SELECT count(*)::integer AS n FROM ${projections.schema}.${table} WHERE library_id = $1`,
    [id],
  )
  return rows[0]?.n
}

/** Makes every statement that writes a link of this library fail with this SQLSTATE. */
const breakLinksOf = (library: Library, sqlState: string) =>
  projections.pool.query(`
    CREATE OR REPLACE FUNCTION ${projections.schema}.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'broken' USING ERRCODE = '${sqlState}';
    END $$;
    CREATE TRIGGER broken BEFORE INSERT ON ${projections.schema}.links
      FOR EACH ROW WHEN (NEW.library_id = '${library.id}') EXECUTE FUNCTION ${projections.schema}.fail()`)
const mend = () => projections.pool.query(`DROP TRIGGER IF EXISTS broken ON ${projections.schema}.links`)
afterEach(mend)

const saves = (library: Library, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => library.saved(from + n))

describe('rows that Postgres fails to write', () => {
  it.each(['XX001', '42804', '21000'])(
    'rows that Postgres fails to write with %s park their stream and no other',
    async sqlState => {
      const lane = LIBRARY_LANES[0]
      const [broken, neighbour, other] = [libraryIn(lane), libraryIn(lane), libraryIn(LIBRARY_LANES[1])]
      await breakLinksOf(broken, sqlState)
      for (const library of [neighbour, broken, other])
        await projections.record(library.stream, [library.opened(), ...saves(library, 1, 3)])
      await projections.record(neighbour.stream, saves(neighbour, 4, 1))
      await projections.project()

      expect(await Promise.all([neighbour, broken, other].map(library => countLinks(library)))).toEqual([
        4, 0, 3,
      ])
      expect(await parkedStreams(projections.pool, projections.schema)).toContainEqual(
        expect.objectContaining({ stream: broken.stream, lane, eventType: 'LinkSaved' }),
      )
    },
  )

  it('rows whose table is missing are tried until they are written', async () => {
    const library = aLibrary()
    await breakLinksOf(library, '42P01')
    await projections.record(library.stream, [library.opened(), ...saves(library, 1, 3)])
    let failures = 0
    const pool = interceptQueries(projections.pool, async ({ run }) => {
      try {
        return await run()
      } catch (error) {
        failures += 1
        // One more than would park it.
        if (failures === 6) await mend()
        throw error
      }
    })
    await projections.project({ pool })
    expect(failures).toBe(6)
    expect(await countLinks(library)).toBe(3)
  })
})

it('a stuck lane that readers see holds up no other lane, with any number of waiting events, and loses none of them', async () => {
  const [stuck, other] = [libraryIn(LIBRARY_LANES[0]), libraryIn(LIBRARY_LANES[1])]
  await breakLinksOf(stuck, '53100')
  await projections.record(stuck.stream, [stuck.opened()])
  for (let from = 1; from <= 9_000; from += 1_000)
    await projections.record(stuck.stream, saves(stuck, from, 1_000))
  await projections.record(other.stream, [other.opened(), ...saves(other, 1, 3)])
  const projecting = projections.project({ announce: true })
  await expect.poll(() => countLinks(other), { timeout: 60_000 }).toBe(3)
  await expect.poll(() => countLinks(other, 'search'), { timeout: 60_000 }).toBe(3)
  expect(await countLinks(stuck)).toBe(0)
  await mend()
  await projecting
  expect(await countLinks(stuck)).toBe(9_000)
})
