import { Halt } from './halt.ts'

/** With older servers Lectern breaks in ways that nobody is told: saves succeed, and lists stay empty. */
const OLDEST = { Postgres: '17', NATS: '2.9', 'EventStoreDB or KurrentDB': '22.10' } as const

export type Server = keyof typeof OLDEST

const partsOf = (version: string): number[] => version.split('.').map(part => Number.parseInt(part, 10))

/** A version that is no number is of a server too old to tell it. */
const isOlder = (version: string, than: string): boolean => {
  const given = partsOf(version)
  for (const [place, least] of partsOf(than).entries()) {
    const part = given[place] ?? 0
    if (part !== least) return !(part > least)
  }
  return false
}

/** @throws Halt where the server is older than those that Lectern works with */
export const requireVersion = (server: Server, version: string): void => {
  if (isOlder(version, OLDEST[server]))
    throw new Halt(`Lectern needs ${server} ${OLDEST[server]} or later; this one is ${version}.`)
}
