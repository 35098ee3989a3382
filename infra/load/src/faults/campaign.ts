import { setTimeout as wait } from 'node:timers/promises'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import pg from 'pg'
import { type Random, shuffled } from '../random.ts'
import { serve } from '../world/child.ts'
import { fillLibrary, liftCap, readArticles } from '../world/seed.ts'
import { startStack } from '../world/stack.ts'
import { signUp } from '../world/users.ts'
import { check, checkJobs, replay } from './check.ts'
import {
  freeze,
  type KillCommands,
  kill,
  killLauncher,
  probeWith,
  type Recovery,
  whatCanBeKilled,
} from './inflict.ts'
import { observe, ROWS } from './rows.ts'
import { startSavers } from './savers.ts'

export type Campaign = {
  readonly random: Random
  /** Names of the parts to kill; all parts by default. */
  readonly kills?: readonly string[]
  readonly commands: KillCommands
  /** Seconds that each process is stopped; 0 skips stopping. */
  readonly stopSeconds: number
  readonly users: number
  /** Seconds of saves between two faults. */
  readonly between: number
  readonly say: (line: string) => void
}

/** Longest time in which extraction may make no progress. */
const EXTRACTION_MS = 180_000
/** Links of each user at the start. Bulk edits are then large enough to be caught half-applied. */
const LINKS = 300

/** Inflicts faults one after another under load and checks the invariants after each. @returns the violations */
export const runCampaign = async (campaign: Campaign): Promise<string[]> => {
  const { random, stopSeconds, between, say, commands } = campaign
  const host = await serve(new URL('../world/fixture-host.ts', import.meta.url))
  const site = `http://127.0.0.1:${host.port}`
  const stack = await startStack({
    FETCH_ALLOW_HOSTS: `127.0.0.1:${host.port}`,
    LOG_LEVEL: 'warn',
  })
  const pool = new pg.Pool({ connectionString: stack.databaseUrl })
  pool.on('error', () => {})
  const store = connectEventStore({ url: stack.eventStore.url, connectionName: stack.eventStore.secret })
  const violations: string[] = []
  try {
    const [prober, ...users] = await signUp({ port: stack.port, pool, prefix: 'fault' }, campaign.users + 1)
    if (prober === undefined) throw new Error('No user could sign up')
    await liftCap(store, prober)
    await readArticles(prober, site, 1)
    for (const user of users) await fillLibrary(store, user, { site, articles: 1, links: LINKS })
    const probe = probeWith(prober, site)
    const people = users.map(async user => ({ user, model: (await replay(store, user)).model }))
    const savers = startSavers(await Promise.all(people), site, random)
    const inflict = async (what: string, fault: () => Promise<Recovery>) => {
      await wait(between * 1_000)
      const recovery = await fault()
      await savers.pause()
      const found = [
        ...recovery.violations,
        ...savers.violations.splice(0),
        ...(await check(store, savers.all)),
      ]
      violations.push(...found.map(text => `${what}: ${text}`))
      const outcome = found.length === 0 ? 'nothing lost' : found.join('\n  ')
      const { saves, acts } = savers.counts
      say(`${what}: serves after ${recovery.seconds.toFixed(1)} s, ${saves} saves, ${acts} acts, ${outcome}`)
      savers.resume()
    }

    const names = campaign.kills ?? ROWS.map(row => row.process)
    for (const name of shuffled(whatCanBeKilled(names, { stack, commands, say }), random))
      await inflict(`kill -9 of ${name}`, () => kill(stack, name, { commands, probe }))
    const ours = stack.processes()
    const rows = ROWS.filter(row => ours[row.process] !== undefined)
    for (const row of stopSeconds === 0 ? [] : shuffled(rows, random))
      await inflict(`${row.process} stopped for ${stopSeconds} s`, () =>
        freeze(stack, row.process, {
          seconds: stopSeconds,
          during: () => observe(row, prober, site),
          probe,
        }),
      )
    await inflict('kill -9 of the launcher', () => killLauncher(stack, probe))
    await savers.stop()
    violations.push(...(await checkJobs(users, EXTRACTION_MS)))
  } finally {
    await Promise.allSettled([pool.end(), store.close()])
    await stack.stop()
    host.close()
  }
  return violations
}
