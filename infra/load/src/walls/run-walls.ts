import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { sayDifference } from '@lectern/projectors/compare-schemas.ts'
import { createReadSchema } from '@lectern/projectors/schemas.ts'
import { lanesPass } from '../world/caught-up.ts'
import { holding } from '../world/holding.ts'
import { stopOnSignal } from '../world/on-signal.ts'
import { liftCap } from '../world/seed.ts'
import { signUp } from '../world/users.ts'
import { startWithPool } from '../world/with-pool.ts'
import { fillLog, type LogSize } from './event-log.ts'
import { dropSchemas, type GroupsParts, type Run, runGroups } from './groups.ts'
import { differencesOfGroups } from './merged-rows.ts'
import { measureSaves, type Saves } from './saves.ts'

export type WallOptions = {
  readonly size: LogSize
  /** Numbers of groups; the first is 1. */
  readonly groups: readonly number[]
  readonly rounds: number
  /** Seconds of each load of saves. */
  readonly seconds: number
  readonly say: (line: string) => void
}

export type Walls = {
  readonly events: number
  readonly articleEvents: number
  /** Runs as projectors do at work, and as in a rebuild, by numbers of groups; the faster of each. */
  readonly live: readonly Run[]
  readonly fill: readonly Run[]
  /** Sentences about rows of groups that differ from those of one projector. */
  readonly differences: readonly string[]
  readonly saves: Saves
}

const SAVERS = 16
const PATIENCE_MS = 300_000

/** Measures what may stop growth first, and the projection of one log by several groups of libraries, on a stack of its own. */
export const runWalls = async ({ size, groups, rounds, seconds, say }: WallOptions): Promise<Walls> => {
  const stack = await startWithPool({ LOG_LEVEL: 'warn' })
  const { pool } = stack
  const ignoreSignals = stopOnSignal(stack.stop)
  const store = connectEventStore({ url: stack.eventStore.url, connectionName: stack.eventStore.secret })
  try {
    const projected = await holding(stack, 'projectors', async () => {
      say('Filling the log.')
      const log = await fillLog(pool, store, size)
      const parts = { stack, pool, store, log }
      const { runs: fill, differences } = await compareRows(parts, groups, say)
      const live: Run[] = []
      for (let round = 0; round < rounds; round += 1)
        for (const count of groups) {
          say(`Projecting ${log.events} events with ${count} groups (${round + 1}/${rounds}).`)
          live.push(await runOnce(parts, count, true))
          if (round > 0) fill.push(await runOnce(parts, count, false))
        }
      const { events, articleEvents } = log
      return { events, articleEvents, live: best(groups, live), fill: best(groups, fill), differences }
    })
    await lanesPass(pool, await store.end(), () => true, PATIENCE_MS)
    say('Saving.')
    const users = await signUp({ port: stack.port, pool, prefix: 'walls' }, SAVERS)
    for (const user of users) await liftCap(store, user)
    const saves = await measureSaves({ stack, store, site: 'http://127.0.0.1:9' }, users, seconds)
    return { ...projected, saves }
  } finally {
    ignoreSignals()
    await store.close().catch(() => {})
    await stack.stop()
  }
}

const runOnce = async (parts: GroupsParts, groups: number, announce: boolean): Promise<Run> => {
  const { run, schemas } = await runGroups(parts, groups, { announce })
  await dropSchemas(parts.pool, schemas)
  return run
}

/** Whether any number of groups together writes the rows that one projector writes. */
const compareRows = async (
  parts: GroupsParts,
  groups: readonly number[],
  say: (line: string) => void,
): Promise<{ runs: Run[]; differences: string[] }> => {
  const { pool, store } = parts
  const one = await runGroups(parts, 1, { announce: false })
  const runs = [one.run]
  const found: string[] = []
  for (const count of groups.slice(1)) {
    say(`Comparing the rows of ${count} groups.`)
    const several = await runGroups(parts, count, { announce: false })
    runs.push(several.run)
    const merged = await createReadSchema(pool, await ensureStoreId(store), undefined)
    const [schema = ''] = one.schemas
    const differences = await differencesOfGroups(pool, { one: schema, groups: several.schemas, merged })
    found.push(...differences.map(difference => `${count} groups: ${sayDifference(difference)}`))
    await dropSchemas(pool, [...several.schemas, merged])
  }
  await dropSchemas(pool, one.schemas)
  return { runs, differences: found }
}

/** Other work on the machine makes a run slower and never faster. */
const best = (counts: readonly number[], runs: readonly Run[]): Run[] =>
  counts.flatMap(groups =>
    runs
      .filter(run => run.groups === groups)
      .toSorted((a, b) => a.seconds - b.seconds)
      .slice(0, 1),
  )
