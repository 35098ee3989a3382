import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type ofEach, type ServiceName, settingsOf, variable } from './service-settings.ts'

const port = z.coerce.number().int().min(1).max(65_535)
const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform(value => value === 'on')
const isAddressOrRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
const isNatsUrl = (text: string) => {
  const url = URL.parse(text.trim())
  return url?.protocol === 'nats:' && url.hostname !== ''
}
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host)
const httpUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be like ${example}` }).optional()

const Settings = z.object({
  port: port.default(8080),
  host: z.string().default('127.0.0.1'),
  dataDir: z.string().default('./var'),
  /** Folders where data lies, comma-separated. */
  storageDirs: z
    .string()
    .default('./var')
    .transform(list => list.split(',')),
  /** MB of 1,000,000 bytes: writes are refused while less is free there. */
  minFreeMb: z.coerce.number().nonnegative().default(500),
  publicUrl: httpUrl('https://lectern.example').transform(url =>
    url === undefined ? undefined : new URL(url),
  ),
  /** Addresses or ranges of proxies whose X-Forwarded-For is believed, comma-separated. */
  trustProxy: z
    .string()
    .refine(
      list => list.split(',').every(entry => isAddressOrRange(entry.trim())),
      'must be addresses or ranges such as 10.0.0.0/8, with commas between them',
    )
    .optional(),
  databaseUrl: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'must be like postgres://user:password@host:5432/name',
  }),
  /** Several are separated by commas. */
  natsUrl: z.string().refine(list => list.split(',').every(isNatsUrl), {
    error: 'must be like nats://user:password@host:4222',
  }),
  eventStoreUrl: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/[^\s/?]/, { error: 'must be like esdb://host:2113' }),
  eventStoreSecret: z.string().optional(),
  commandApiUrl: httpUrl('http://127.0.0.1:8081'),
  queryApiUrl: httpUrl('http://127.0.0.1:8081'),
  /** Signs what the gateway tells services in processes of their own, and hashes of locations. */
  internalSecret: z.string().min(32),
  /** Serves /livez, /readyz and /metrics on loopback. */
  internalPort: port.optional(),
  smtpUrl: z.url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@host' }).optional(),
  supportEmail: z.string().default('support@lectern.example'),
  migrateUrl: z.string().default('/import'),
  fetchAllowHosts: z
    .string()
    .default('')
    .transform(list =>
      list
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== ''),
    ),
  signupLimitPerLocation: z.coerce.number().int().nonnegative().default(3),
  rateLimits: onOff('on'),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  exitWithStdin: z.stringbool().default(false),
})

export type Config = z.infer<typeof Settings>
export type ConfigOf<Service extends ServiceName> = Pick<Config, (typeof ofEach)[number]> &
  Pick<Config, (typeof settingsOf)[Service][number]>

/** A variable is missing or makes no sense. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Settings that one service reads. Empty variables count as unset. @throws ConfigError */
export const loadConfig = <Service extends ServiceName>(
  service: Service,
  env: NodeJS.ProcessEnv,
): ConfigOf<Service> => parse(settingsOf[service], env)

/** Looks at every setting, whichever service reads it. @throws ConfigError */
export const checkConfig = (env: NodeJS.ProcessEnv): void => {
  parse(Object.keys(Settings.shape) as Name[], env)
}

type Name = keyof Config

/** Gives the named settings only. */
const parse = (names: readonly Name[], env: NodeJS.ProcessEnv): Config => {
  const given = Object.fromEntries(names.map(name => [name, env[variable(name)] || undefined]))
  const mask = Object.fromEntries(names.map(name => [name, true])) as Record<Name, true>
  const parsed = Settings.pick(mask)
    .refine(
      ({ host, publicUrl }) => !names.includes('publicUrl') || isLoopback(host) || publicUrl !== undefined,
      { path: ['publicUrl'], message: 'is needed when HOST is not a loopback address' },
    )
    .safeParse(given)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${variable(path.join('.'))}: ${message}`)
  throw new ConfigError(`Configuration: ${issues.join('; ')}`)
}
