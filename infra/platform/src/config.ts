import ipaddr from 'ipaddr.js'
import { z } from 'zod'

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

const Environment = z
  .object({
    PORT: port.default(8080),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./var'),
    /** Writes are refused while less is free, in MB of 1,000,000 bytes. */
    MIN_FREE_MB: z.coerce.number().nonnegative().default(500),
    /** Folders whose free space counts, comma-separated; unset: DATA_DIR. */
    STORAGE_DIRS: z.string().optional(),
    PUBLIC_URL: httpUrl('https://lectern.example'),
    /** Addresses or ranges of proxies whose X-Forwarded-For is believed, comma-separated. */
    TRUST_PROXY: z
      .string()
      .refine(
        list => list.split(',').every(entry => isAddressOrRange(entry.trim())),
        'must be addresses or ranges such as 10.0.0.0/8, with commas between them',
      )
      .optional(),
    DATABASE_URL: z.url({
      protocol: /^postgres(ql)?$/,
      error: 'must be like postgres://user:password@host:5432/name',
    }),
    /** Several are separated by commas. */
    NATS_URL: z.string().refine(list => list.split(',').every(isNatsUrl), {
      error: 'must be like nats://user:password@host:4222',
    }),
    EVENT_STORE_URL: z
      .string()
      .regex(/^esdb(\+discover)?:\/\/[^\s/?]/, { error: 'must be like esdb://host:2113' }),
    EVENT_STORE_SECRET: z.string().optional(),
    COMMAND_API_URL: httpUrl('http://127.0.0.1:8081'),
    QUERY_API_URL: httpUrl('http://127.0.0.1:8081'),
    /** Signs what the gateway tells services in processes of their own, and hashes of locations. */
    INTERNAL_SECRET: z.string().min(32),
    /** Serves /livez, /readyz and /metrics on loopback. */
    INTERNAL_PORT: port.optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@host' }).optional(),
    SUPPORT_EMAIL: z.string().default('support@lectern.example'),
    MIGRATE_URL: z.string().default('/import'),
    FETCH_ALLOW_HOSTS: z
      .string()
      .default('')
      .transform(list =>
        list
          .split(',')
          .map(entry => entry.trim())
          .filter(entry => entry !== ''),
      ),
    SIGNUP_LIMIT_PER_LOCATION: z.coerce.number().int().nonnegative().default(3),
    RATE_LIMITS: onOff('on'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    EXIT_WITH_STDIN: z.stringbool().default(false),
  })
  .refine(env => isLoopback(env.HOST) || env.PUBLIC_URL !== undefined, {
    path: ['PUBLIC_URL'],
    message: 'is needed when HOST is not a loopback address',
  })
  .transform(env => ({
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    minFreeBytes: env.MIN_FREE_MB * 1_000_000,
    storageDirs: (env.STORAGE_DIRS ?? env.DATA_DIR).split(','),
    publicUrl: env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL),
    trustProxy: env.TRUST_PROXY,
    databaseUrl: env.DATABASE_URL,
    natsUrl: env.NATS_URL,
    eventStoreUrl: env.EVENT_STORE_URL,
    eventStoreSecret: env.EVENT_STORE_SECRET,
    commandApiUrl: env.COMMAND_API_URL,
    queryApiUrl: env.QUERY_API_URL,
    internalSecret: env.INTERNAL_SECRET,
    internalPort: env.INTERNAL_PORT,
    smtpUrl: env.SMTP_URL,
    supportEmail: env.SUPPORT_EMAIL,
    migrateUrl: env.MIGRATE_URL,
    fetchAllowHosts: env.FETCH_ALLOW_HOSTS,
    signupLimitPerLocation: env.SIGNUP_LIMIT_PER_LOCATION,
    rateLimits: env.RATE_LIMITS,
    logLevel: env.LOG_LEVEL,
    exitWithStdin: env.EXIT_WITH_STDIN,
  }))

export type Config = z.infer<typeof Environment>

/** A variable is missing or makes no sense. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Empty variables count as unset. @throws ConfigError */
export const loadConfig = (env: NodeJS.ProcessEnv): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`Configuration: ${issues.join('; ')}`)
}
