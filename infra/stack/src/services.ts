import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Node's compile cache, for all stacks of this checkout. */
export const COMPILED = `${ROOT}node_modules/.cache/compiled`

const mains = {
  'event-store': 'infra/event-store-server/src/main.ts',
  projectors: 'projectors/src/main.ts',
  workers: 'workers/src/main.ts',
  'command-api': 'command-api/src/main.ts',
  'query-api': 'query-api/src/main.ts',
  gateway: 'infra/gateway/src/main.ts',
} as const

export type Service = keyof typeof mains

export const services = Object.keys(mains) as Service[]

export const main = (service: Service): string => `${ROOT}${mains[service]}`

export const eventStoreUrl = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`

/**
 * Heap limits in MB: old generation, and semi-space of the young one. Node would size both by the machine's memory;
 * a larger young generation is what keeps garbage of requests, and events on their way, from being promoted.
 */
const heaps: Record<Service, readonly [old: number, semi: number]> = {
  'event-store': [160, 8],
  projectors: [160, 12],
  workers: [128, 2],
  'command-api': [192, 4],
  'query-api': [128, 4],
  gateway: [160, 16],
}

export const nodeFlags = (service: Service): string[] => {
  const [old, semi] = heaps[service]
  return [
    `--max-old-space-size=${old}`,
    `--max-semi-space-size=${semi}`,
    // Small as they are, they would collect garbage four times a second while they work off a backlog.
    ...(service === 'projectors' ? ['--heap-growing-percent=100'] : []),
  ]
}

/** The code that workers run, and the file that says how modules are loaded. */
const READ_BY_WORKERS = ['node_modules/', 'contracts/', 'workers/', 'infra/platform/', 'package.json']

/**
 * Node refuses a service other files and programs than its own: pages of strangers are parsed by workers, and the secrets of
 * DATA_DIR and of other processes are readable to their user.
 */
export const confinement = (service: Service): string[] =>
  service === 'workers'
    ? [
        '--permission',
        ...READ_BY_WORKERS.map(path => `--allow-fs-read=${ROOT}${path}`),
        // Metrics read figures of the process there, and its niceness is written there.
        '--allow-fs-read=/proc/self/',
        '--allow-fs-write=/proc/self/autogroup',
        '--allow-net',
        '--allow-worker',
        '--disable-warning=PERM0006',
        '--disable-warning=ExperimentalWarning',
      ]
    : []
