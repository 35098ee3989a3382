import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const mains = {
  'event-store': 'infra/event-store-server/src/main.ts',
  projectors: 'projectors/src/main.ts',
  workers: 'workers/src/main.ts',
  'command-api': 'command-api/src/main.ts',
  'query-api': 'query-api/src/main.ts',
  gateway: 'infra/gateway/src/main.ts',
} as const

export type Service = keyof typeof mains

export const main = (service: Service): string => `${ROOT}${mains[service]}`

export const eventStoreUrl = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`
