import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import pg from 'pg'
import { serve } from '../world/child.ts'
import { fillLibrary, liftCap } from '../world/seed.ts'
import { startStack } from '../world/stack.ts'
import { signUp, type User } from '../world/users.ts'
import type { Answers, Target } from './attack.ts'
import type { AttackName } from './attacks.ts'
import { HOARDER } from './hoard.ts'
import type { HostilePorts } from './hostile-site.ts'
import { keptBytes } from './kept.ts'
import { fillWithLongLinks } from './long-links.ts'
import { livesFor, type Seen } from './person.ts'
import { breakRowsOf } from './stuck-library.ts'
import { type Watched, watch } from './watch.ts'

export type Row = {
  readonly name: AttackName | 'at rest'
  readonly seen: Seen
  readonly watched: Watched
  /** What the server answered the attacker. */
  readonly answers: Answers
  /** Bytes that the server kept of the attack that hoards. */
  readonly kept?: number
}

/** Links of the attacker's large library, in the attacks that need it. */
const LARGE = 20_000
/** Attacker accounts. The libraries of two have links of the greatest length. */
const ATTACKERS = 6
const LONG_LIBRARIES = [3, 4] as const
const PERSON_ADDRESS = '203.0.113.7'
const ATTACKER_ADDRESS = '198.51.100.9'
/** Pause between two attacks, so that each begins on an idle machine. */
const REST_MS = 5_000

/** Runs the attacks one after another against a separate stack, while a well-behaved account is measured. */
export const runHostile = async (
  attacks: readonly AttackName[],
  seconds: number,
  say: (line: string) => void,
): Promise<Row[]> => {
  const site = await serve(new URL('../world/fixture-host.ts', import.meta.url))
  const { ports, close: closeSites } = await serveHostile()
  const allowed = [site.port, ...ports.hanging, ports.slow, ports.pages].map(port => `127.0.0.1:${port}`)
  const stack = await startStack({
    FETCH_ALLOW_HOSTS: allowed.join(),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    SIGNUP_LIMIT_PER_LOCATION: '100',
  })
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 })
  pool.on('error', () => {})
  const { url, secret } = stack.eventStore
  const store = connectEventStore({ url, connectionName: secret })
  const attacker = fork(fileURLToPath(new URL('attacker-process.ts', import.meta.url)), { detached: true })
  try {
    const names = { port: stack.port, pool }
    const [person] = await signUp({ ...names, prefix: 'person', address: PERSON_ADDRESS }, 1)
    const attackers = await signUp({ ...names, prefix: 'attacker', address: ATTACKER_ADDRESS }, ATTACKERS)
    const [large] = attackers
    if (person === undefined || large === undefined) throw new Error('No user could sign up')
    await liftCap(store, person)
    await liftCap(store, large)
    const origin = `http://127.0.0.1:${site.port}`
    if (attacks.some(name => name === 'lists' || name === 'bulk')) {
      say('Filling the attacker’s libraries.')
      await fillLibrary(store, large, { site: origin, articles: 1, links: LARGE })
      for (const place of LONG_LIBRARIES) await fillWithLongLinks(store, libraryOf(attackers, place), origin)
    }

    const target = (name: AttackName): Target => ({
      port: stack.port,
      cookies: attackers.map(({ api }) => api.cookie()),
      links: LARGE,
      address: ATTACKER_ADDRESS,
      victim: person.email,
      sites: {
        hanging: ports.hanging.map(port => `http://127.0.0.1:${port}`),
        slow: `http://127.0.0.1:${ports.slow}`,
        pages: `http://127.0.0.1:${ports.pages}`,
      },
      tag: `${name}-${Date.now()}`,
    })
    const measure = async (name: Row['name']) => {
      const watched = watch(stack)
      const tag = name.replace(' ', '-')
      const seen = await livesFor(person, { site: origin, pool, seconds, tag })
      return { name, seen, watched: watched() }
    }
    say('At rest.')
    await livesFor(person, { site: origin, pool, seconds: 5, tag: 'warm-up' })
    const rows: Row[] = [{ ...(await measure('at rest')), answers: {} }]
    for (const name of attacks) {
      say(`Attack: ${name}.`)
      const mend = name === 'stuck' ? await breakRowsOf(pool, libraryOf(attackers, 2)) : async () => {}
      attacker.send({ attack: name, target: target(name) })
      const answering = answersOf(attacker)
      const measured = await measure(name)
      attacker.send('stop')
      const answers = await answering
      const kept = name === 'hoard' && (await keptBytes(store, libraryOf(attackers, HOARDER), answers))
      rows.push({ ...measured, answers, ...(kept !== false && { kept }) })
      await mend()
      await wait(REST_MS)
    }
    return rows
  } finally {
    if (attacker.connected) attacker.disconnect()
    await Promise.allSettled([pool.end(), store.close()])
    await stack.stop()
    site.close()
    closeSites()
  }
}

const libraryOf = (users: readonly User[], place: number): string => {
  const user = users[place]
  if (user === undefined) throw new Error(`There is no attacker ${place}`)
  return user.libraryId
}

/** @throws Error if the attacker's process ends before its attack does */
const answersOf = (attacker: ChildProcess): Promise<Answers> =>
  Promise.race([
    once(attacker, 'message').then(([answers]) => answers),
    once(attacker, 'exit').then(([status]) => {
      throw new Error(`The attacker ended with ${status}`)
    }),
  ])

const serveHostile = async (): Promise<{ ports: HostilePorts; close: () => void }> => {
  const child: ChildProcess = fork(fileURLToPath(new URL('hostile-site.ts', import.meta.url)), {
    detached: true,
  })
  const [ports] = await once(child, 'message')
  return { ports, close: () => void (child.connected && child.disconnect()) }
}
