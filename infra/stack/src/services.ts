import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder of Node's compile cache, shared by all stacks of this checkout. */
export const COMPILE_CACHE = `${ROOT}node_modules/.cache/compiled`

const mains = {
  'event-store': 'infra/event-store-server/src/main.ts',
  projectors: 'projectors/src/main.ts',
  workers: 'workers/src/main.ts',
  exporter: 'workers/src/export/main.ts',
  gateway: 'infra/gateway/src/main.ts',
} as const

export type Service = keyof typeof mains

export const services = Object.keys(mains) as Service[]

export const main = (service: Service): string => `${ROOT}${mains[service]}`

export const eventStoreUrl = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`

/** Limits of the old generation, in MB. Node's own limit grows with the machine's memory. */
const oldSpaceMb: Record<Service, number> = {
  'event-store': 160,
  projectors: 160,
  workers: 128,
  exporter: 128,
  // Three libraries at their bounds (command-api/src/aggregates.ts).
  gateway: 384,
}

export const nodeFlags = (service: Service): string[] => [
  `--max-old-space-size=${oldSpaceMb[service]}`,
  // MB. Saves 14 % of the memory of all services after load.
  '--max-semi-space-size=16',
]

/** Variables that every service has in every installation. */
export const NODE_ENVIRONMENT = {
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  // glibc keeps freed memory in one arena for each thread. Fewer arenas save 11 % of the memory of all services after load.
  MALLOC_ARENA_MAX: '2',
}

/** The folder of mails where no server for them is set. */
export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox')
