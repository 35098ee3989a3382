import { setTimeout as wait } from 'node:timers/promises'
import type { ApiAnswer, ApiClient, ApiRequest } from '../world/api-client.ts'
import type { Container, Engine } from './engine.ts'
import { acknowledge, aSave, insistOnSaving, lossesOf, type Person } from './people.ts'

type Say = (line: string) => void

const PAUSE_MS = 100
/** Seconds of saves before and after a fault. */
const AROUND_MS = 3_000
const READ = { method: 'GET', path: '/api/links?limit=20' } as const

/** People who save one link after another, until stopped. */
const keepSaving = (people: readonly Person[]) => {
  const stopping = new AbortController()
  const work = async (person: Person) => {
    for (; !stopping.signal.aborted; await wait(PAUSE_MS)) await insistOnSaving(person)
  }
  const ended = Promise.all(people.map(work))
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}

const countOf = (people: readonly Person[]) => people.reduce((sum, { saved }) => sum + saved.size, 0)

/** Kills each container while people save. @returns what was lost */
export const killEach = async (
  engine: Engine,
  containers: readonly Container[],
  people: readonly Person[],
  say: Say,
): Promise<string[]> => {
  const saving = keepSaving(people)
  for (const container of containers) {
    await wait(AROUND_MS)
    const before = performance.now()
    await engine.kill(container)
    await engine.healthy(container)
    await insistOnSaving(people[0] as Person)
    say(`  kill -9 of ${container.service} (${container.name}): serves after ${secondsSince(before)} s`)
  }
  await wait(AROUND_MS)
  await saving.stop()
  const found = await lossesOf(people)
  say(`  ${countOf(people)} saves, ${found.length} of them not there once`)
  return found
}

/** What an open load of 100 requests a second saw. */
type Seen = { requests: number; failures: string[]; furthestBehindMs: number }

const EVERY_MS = 10
/** One in five requests is a save. */
const SAVES = 5
/** After this the second device gives up on a link. */
const GIVE_UP_MS = 30_000

/** Sends 100 requests a second, each once, until stopped. Each save is looked for from a second device. */
const openLoad = (people: readonly Person[]) => {
  const seen: Seen = { requests: 0, failures: [], furthestBehindMs: 0 }
  const underWay = new Set<Promise<void>>()

  const ask = async (api: ApiClient, request: ApiRequest, expected = 200): Promise<ApiAnswer | undefined> => {
    seen.requests += 1
    const answer = await api.ask(request).catch((error: Error) => error)
    if (!(answer instanceof Error) && (answer.status < 300 || answer.status === expected)) return answer
    const what = answer instanceof Error ? answer.message : `${answer.status} ${JSON.stringify(answer.body)}`
    seen.failures.push(`${new Date().toISOString()} ${request.method} ${request.path}: ${what}`)
    return undefined
  }
  const save = async (person: Person) => {
    const request = aSave()
    const answer = await ask(person.saver, request)
    if (answer === undefined) return
    acknowledge(person, request.url, answer)
    const savedAt = performance.now()
    const look = { method: 'GET', path: `/api/links/${person.saved.get(request.url)}` } as const
    // A read may be behind: the link is not there yet.
    while ((await ask(person.reader, look, 404))?.status !== 200 && performance.now() - savedAt < GIVE_UP_MS)
      await wait(PAUSE_MS)
    seen.furthestBehindMs = Math.max(seen.furthestBehindMs, performance.now() - savedAt)
  }
  const read = async (person: Person) => void (await ask(person.saver, READ))

  let turn = 0
  const timer = setInterval(() => {
    const person = people[turn % people.length] as Person
    const work = turn % SAVES === 0 ? save(person) : read(person)
    turn += 1
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }, EVERY_MS)

  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      return seen
    },
  }
}

/** Restarts each container in turn under an open load. @returns failed requests and what was lost */
export const rollEach = async (
  engine: Engine,
  containers: readonly Container[],
  people: readonly Person[],
  say: Say,
): Promise<string[]> => {
  const violations: string[] = []
  for (const container of containers) {
    const load = openLoad(people)
    await wait(AROUND_MS)
    await engine.restart(container)
    await engine.healthy(container)
    await wait(AROUND_MS)
    const { requests, failures, furthestBehindMs } = await load.stop()
    say(
      `  restart of ${container.service} (${container.name}): ${failures.length} of ${requests} requests failed, reads at most ${(furthestBehindMs / 1_000).toFixed(1)} s behind`,
    )
    for (const failure of failures.slice(0, 3)) say(`    ${failure}`)
    if (failures.length > 0)
      violations.push(`${failures.length} requests failed while ${container.name} was restarted`)
    if (furthestBehindMs > 5_000)
      violations.push(`Reads were ${furthestBehindMs} ms behind while ${container.name} was restarted`)
  }
  const found = await lossesOf(people)
  say(`  ${countOf(people)} saves, ${found.length} of them not there once`)
  return [...violations, ...found]
}

const secondsSince = (then: number): string => ((performance.now() - then) / 1_000).toFixed(1)
