import { setTimeout as wait } from 'node:timers/promises'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { seeded } from '../random.ts'
import { lanesPass, pagesRead, reactionsPass } from '../world/caught-up.ts'
import { serve } from '../world/child.ts'
import { stopOnSignal } from '../world/on-signal.ts'
import { fillLibrary, readArticles } from '../world/seed.ts'
import { signUp, type User } from '../world/users.ts'
import { startWithPool } from '../world/with-pool.ts'
import { type Cost, costOf, type Rest, restOf } from './cost.ts'
import { curvesOf } from './curves.ts'
import { judge, type Verdict } from './levels-off.ts'
import { openStream } from './open-stream.ts'
import { createPerson, liveThrough } from './person.ts'
import { type Sample, takeSample } from './sample.ts'
import { type Answers, Tally } from './tally.ts'
import { ARTICLES_BEFORE, actsOf, LINKS_BEFORE } from './typical-day.ts'

export type DayOptions = {
  readonly minutes: number
  readonly people: number
  /** Links and known articles that each person has before. */
  readonly links?: number
  readonly articles?: number
  readonly say: (line: string) => void
}

export type Day = {
  readonly minutes: number
  readonly people: number
  readonly cost: Cost
  readonly rest: Rest
  readonly answers: Answers
  readonly failures: readonly string[]
  readonly verdicts: readonly Verdict[]
  /** Requests of all people by their kind. */
  readonly kinds: Readonly<Record<string, number>>
  readonly samples: readonly Sample[]
  /** Before the time at rest, and once all that the day led to was done. */
  readonly atRest: Sample
  readonly after: Sample
}

const SAMPLE_MS = 10_000
/** Samples of a day that is too short for one every 10 s. */
const SAMPLES_MIN = 12
/** How long the stack is watched at rest, in ms; at most a tenth of the day. */
const REST_MS = 120_000
/** A stack is quiet that changes at most so many rows within this time, in ms; at most a tenth of the day. */
const QUIET_MS = 15_000
const QUIET_ROWS = 20
/** What the last acts led to must be done within this, in ms. */
const PATIENCE_MS = 180_000

/** Has people live through a day in some minutes, on a stack of their own. It ends by itself. */
export const runDay = async (options: DayOptions): Promise<Day> => {
  const { minutes, people, say, links = LINKS_BEFORE, articles = ARTICLES_BEFORE } = options
  const ms = minutes * 60_000
  const host = await serve(new URL('site.ts', import.meta.url))
  const site = `http://127.0.0.1:${host.port}`
  const stack = await startWithPool({ FETCH_ALLOW_HOSTS: `127.0.0.1:${host.port}`, LOG_LEVEL: 'warn' })
  const { pool } = stack
  const ignoreSignals = stopOnSignal(stack.stop)
  const store = connectEventStore({ url: stack.eventStore.url, connectionName: stack.eventStore.secret })
  const ending = new AbortController()
  const { signal } = ending
  const tally = new Tally()
  try {
    say(`Signing up ${people} people, with ${links} links each.`)
    const [scout, ...users] = await signUp({ port: stack.port, pool, prefix: 'day' }, people + 1)
    if (scout === undefined) throw new Error('Nobody could sign up')
    await readArticles(scout, site, articles)
    for (const user of users) await fillLibrary(store, user, { site, articles, links })
    await settled(pool, store)
    await quiet(pool, Math.min(QUIET_MS, ms / 10))
    for (const user of users) openStream(stack.port, user.api.cookie(), signal)

    const began = performance.now() + Math.min(REST_MS, ms / 10)
    const samples: Sample[] = []
    const look = async () => {
      const at = (performance.now() - began) / 1_000
      samples.push(await takeSample(stack, pool, { at, answers: tally.takeRecent() }))
    }
    say('At rest.')
    await look()
    await wait(began - performance.now())
    await look()
    const [first, before] = samples as [Sample, Sample]
    say(`A day in ${minutes} minutes.`)
    const looking = lookOften(look, ms, signal)
    await Promise.all([live(users, { site, links, tally, ms, signal }), looking])
    const day = samples.slice(1)
    await settled(pool, store)
    await pagesRead(pool, PATIENCE_MS)
    await look()
    const after = samples.at(-1) as Sample
    const rest = restOf(first, before)
    const kinds = Object.fromEntries(tally.kinds)
    return {
      ...{ minutes, people, rest, kinds, samples: day, atRest: first, after },
      cost: costOf({ before, after, people, rest, kinds }),
      answers: tally.all(),
      failures: tally.failures,
      verdicts: curvesOf(day).map(judge),
    }
  } finally {
    ignoreSignals()
    ending.abort()
    await store.close().catch(() => {})
    await stack.stop()
    host.close()
  }
}

const settled = async (
  pool: Parameters<typeof lanesPass>[0],
  store: ReturnType<typeof connectEventStore>,
) => {
  const end = await store.end()
  await lanesPass(pool, end, () => true, PATIENCE_MS)
  await reactionsPass(pool, end, PATIENCE_MS)
}

/** What filling the libraries leads to is no part of the time at rest, nor of the day. */
const quiet = async (pool: Parameters<typeof lanesPass>[0], within: number) => {
  const changed = async (): Promise<number> => {
    const { rows } = await pool.query<{ rows: string }>(
      'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS rows FROM pg_stat_user_tables',
    )
    return Number(rows[0]?.rows ?? 0)
  }
  const until = performance.now() + PATIENCE_MS
  for (let before = await changed(); performance.now() < until; ) {
    await wait(within)
    const now = await changed()
    if (now - before <= QUIET_ROWS) break
    before = now
  }
  // Postgres does these by itself, at some moment.
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
}

const lookOften = async (look: () => Promise<void>, ms: number, signal: AbortSignal): Promise<void> => {
  const every = Math.min(SAMPLE_MS, ms / SAMPLES_MIN)
  const end = performance.now() + ms
  for (let next = performance.now() + every; next <= end; next += every) {
    await wait(Math.max(0, next - performance.now()), undefined, { signal })
    await look()
  }
}

type Living = {
  readonly site: string
  readonly links: number
  readonly tally: Tally
  readonly ms: number
  readonly signal: AbortSignal
}

const live = async (users: readonly User[], { site, links, tally, ms, signal }: Living): Promise<void> => {
  const lives = users.map((user, place) => {
    const person = createPerson({ user, site, links, tally, random: seeded(place) })
    return liveThrough(person, actsOf(place), { ms, offset: place / users.length, signal })
  })
  await Promise.all(lives)
}
