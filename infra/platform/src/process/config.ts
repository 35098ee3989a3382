import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { FREE_ACCOUNTS_MAX } from '@lectern/contracts/retention.ts'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { headersIn } from './headers-in.ts'
import { isForThisMachineAlone, listensOnLoopback } from './own-machine.ts'
import { withSecretFiles } from './secret-files.ts'
import { type ofEach, type ServiceName, settingsOf, variable } from './service-settings.ts'

const oneOf = <const Name extends string>(names: readonly Name[]) =>
  z.enum(names, { error: `must be ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)}` })
const number = (error: string) => z.coerce.number(error)
const PORT = 'must be a number from 1 to 65535'
const port = number(PORT).int(PORT).min(1, PORT).max(65_535, PORT)
const host = z
  .string()
  .regex(/^[\w.:-]+$/, 'must be an address such as 127.0.0.1, or a name, without a port')
  .default('127.0.0.1')
const onOff = (fallback: 'on' | 'off') =>
  oneOf(['on', 'off'])
    .default(fallback)
    .transform(value => value === 'on')
const isAddressOrRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
const isNatsUrl = (text: string) => {
  const url = URL.parse(text.trim())
  return url?.protocol === 'nats:' && url.hostname !== ''
}
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be like postgres://user:password@host:5432/name',
})
const ESDB = 'must be like esdb://host:2113'
const esdbUrl = z.string(ESDB).regex(/^esdb(\+discover)?:\/\/[^\s/?]/, ESDB)
const NATS = 'must be like nats://user:password@host:4222'
const MB = 'must be a number of megabytes, 0 or more'
const DAYS = 'must be whole days, from 1 to 365'
const COUNT = 'must be a whole number, 0 or more'
const TRUE_FALSE = 'must be true or false'
const DRAIN = 'must be seconds, from 0 to 5'
const isOrigin = (url: URL | null) => url === null || url.href === `${url.origin}/`
const isHostAndPort = (pair: string) => {
  const url = URL.parse(`fetch://${pair}`)
  return url !== null && url.port !== '' && url.host.toLowerCase() === pair.toLowerCase()
}
const SECRET = 'must have at least 32 characters'
const httpUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be like ${example}` }).optional()

const ACCOUNT_IDS = 'must be ids of accounts, which make operator prints, with commas between them'

const oneLine = z.string().trim().max(300, 'must have at most 300 characters').optional()

const Settings = z.object({
  port: port.default(8080),
  host,
  dataDir: z.string().default('./var'),
  /** Folders of the data, comma-separated. */
  storageDirs: z
    .string()
    .transform(list => list.split(','))
    .refine(
      folders => folders.every(folder => statSync(folder, { throwIfNoEntry: false })?.isDirectory()),
      'must be folders that exist, with commas between them',
    )
    .default(['./var']),
  /** MB of 1,000,000 bytes. Writes are refused while less is free. */
  minFreeMb: number(MB).nonnegative(MB).default(500),
  publicUrl: httpUrl('https://lectern.example')
    .refine(
      // Text that is no address is refused above.
      url => isOrigin(URL.parse(url ?? '')),
      'must be an address without a user, a path or a query, such as https://lectern.example',
    )
    .transform(url => (url === undefined ? undefined : new URL(url))),
  /** Addresses or ranges of proxies whose X-Forwarded-For is trusted, comma-separated. */
  trustProxy: z
    .string()
    .refine(
      list => list.split(',').every(entry => isAddressOrRange(entry.trim())),
      'must be addresses or ranges such as 10.0.0.0/8, with commas between them',
    )
    .optional(),
  databaseUrl: postgresUrl,
  /** One or several, comma-separated. */
  natsUrl: z.string(NATS).refine(list => list.split(',').every(isNatsUrl), NATS),
  eventStoreUrl: esdbUrl,
  eventStoreSecret: z.string().optional(),
  /** The gateway starts the exporter with these. */
  exporterDatabaseUrl: postgresUrl,
  /** Unset: eventStoreUrl. */
  exporterEventStoreUrl: esdbUrl.optional(),
  exporterEventStoreSecret: z.string().optional(),
  /** Keys the signatures of the read-after cookie and of links to unsubscribe, and the hashes of locations. */
  internalSecret: z.string(SECRET).min(32, SECRET),
  /** Serves /livez, /readyz and /metrics. */
  internalPort: port.optional(),
  internalHost: host,
  smtpUrl: z.url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@host' }).optional(),
  supportEmail: z.email('must be like support@lectern.example').default('support@lectern.example'),
  /** Ids of the accounts that may open /operate. */
  operators: z
    .string()
    .default('')
    .transform(list =>
      list
        .split(',')
        .map(id => id.trim().toLowerCase())
        .filter(id => id !== ''),
    )
    .refine(ids => ids.every(id => z.guid().safeParse(id).success), ACCOUNT_IDS),
  operatorName: oneLine,
  operatorAddress: oneLine,
  /** The place whose law applies. */
  governingLaw: oneLine,
  /** Days of notice before the service or an account ends, and before the terms change. */
  noticeDays: number(DAYS).int(DAYS).min(1, DAYS).max(365, DAYS).optional(),
  /** Folder of mails that are not sent. */
  outboxDir: z.string().default('./var/outbox'),
  migrateUrl: z
    .string()
    .regex(
      /^(\/(?!\/)|https?:\/\/)\S*$/,
      'must be a path such as /import, or an address such as https://lectern.example',
    )
    .default('/import'),
  /** off: browsers get a service worker that removes the stored shell. */
  offlineShell: onOff('on'),
  /** The plan of accounts that open from now on. */
  defaultPlan: oneOf(Object.keys(PLANS) as Plan[]).default('free'),
  /** Payments are off where it is unset. */
  stripeSecretKey: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe, such as sk_live_…')
    .optional(),
  stripePublishableKey: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe, such as pk_live_…')
    .optional(),
  /** Several, comma-separated, while one replaces another. */
  stripeWebhookSecret: z
    .string()
    .regex(/^whsec_[\w+/=]+(,whsec_[\w+/=]+)*$/, 'must be the signing secret of a webhook, such as whsec_…')
    .optional(),
  /** Where Stripe's API is; unset: at Stripe. */
  stripeApiBase: httpUrl('https://api.stripe.com'),
  /** The launcher says so where it runs the stand-in. */
  stripeStandIn: z.stringbool(TRUE_FALSE).default(false),
  fetchAllowHosts: z
    .string()
    .default('')
    .transform(list =>
      list
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== ''),
    )
    .refine(pairs => pairs.every(isHostAndPort), 'must be like host:8080, with commas between several'),
  /** Bytes of all copies of pictures. */
  imageStoreMax: z
    .string()
    .default('10 GB')
    .transform((text, context) => {
      const [, count, unit] = /^(\d+(?:\.\d+)?) ?(MB|GB)$/i.exec(text) ?? []
      if (count !== undefined) return Number(count) * (unit?.toUpperCase() === 'GB' ? 1e9 : 1e6)
      context.addIssue('must be like 10 GB or 500 MB')
      return z.NEVER
    }),
  /** A folder, or a bucket such as https://s3.example/bucket/prefix. */
  backupTo: z.string().optional(),
  /** Public keys of age, comma-separated. */
  backupRecipients: z
    .string()
    .default('')
    .transform(list => list.split(',').flatMap(key => key.trim() || []))
    .refine(
      keys => keys.every(key => /^age1[0-9a-z]+$/.test(key)),
      'must be public keys of age, such as age1…',
    ),
  /** The secret key of one of them. Drills and restores need it. */
  backupIdentity: z
    .string()
    .trim()
    .regex(/^AGE-SECRET-KEY-1[0-9A-Z]+$/, 'must be a secret key of age, such as AGE-SECRET-KEY-1…')
    .optional(),
  backupS3Key: z.string().optional(),
  backupS3Secret: z.string().optional(),
  backupS3Region: z.string().default('auto'),
  /** The time of the daily backup, of this machine's clock. */
  backupAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:30')
    .default('03:30'),
  /** Folder where drills restore to. */
  backupDrillsIn: z.string().default(tmpdir()),
  signupLimitPerLocation: number(COUNT).int(COUNT).nonnegative(COUNT).default(FREE_ACCOUNTS_MAX),
  rateLimits: onOff('on'),
  /** Seconds for which the gateway serves on at SIGTERM while it says that it is not ready. It ends within 9 s in all. */
  drainSeconds: number(DRAIN).min(0, DRAIN).max(5, DRAIN).default(0),
  logLevel: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** A collector of OpenTelemetry. Unset: spans are not exported. */
  otelExporterOtlpEndpoint: httpUrl('http://127.0.0.1:4318'),
  /** Headers of requests to it, such as api-key=…, comma-separated. */
  otelExporterOtlpHeaders: z
    .string()
    .default('')
    .transform((list, context) => {
      const headers = headersIn(list)
      if (headers !== undefined) return headers
      context.addIssue('must be like name=value, with commas between several')
      return z.NEVER
    }),
  exitWithStdin: z.stringbool(TRUE_FALSE).default(false),
})

export type Config = z.infer<typeof Settings>
export type ConfigOf<Service extends ServiceName> = Pick<Config, (typeof ofEach)[number]> &
  Pick<Config, (typeof settingsOf)[Service][number]>

/** The settings of one service, from the environment and from files that it names. Empty variables count as unset. @throws ConfigError */
export const loadConfig = <Service extends ServiceName>(
  service: Service,
  env: NodeJS.ProcessEnv,
): ConfigOf<Service> => parse(settingsOf[service], env)

/** The url of the database alone. @throws ConfigError */
export const databaseUrlIn = (env: NodeJS.ProcessEnv): string => parse(['databaseUrl'], env).databaseUrl

/** Checks the settings of all services. @throws ConfigError */
export const checkConfig = (env: NodeJS.ProcessEnv): void => {
  parse(Object.keys(Settings.shape) as Name[], env)
}

type Name = keyof Config

const mayHaveStrangers = ({ host, publicUrl, trustProxy }: Config): boolean =>
  // Text that is no address is refused above.
  !isForThisMachineAlone({ host, publicUrl: publicUrl instanceof URL ? publicUrl : undefined, trustProxy })

const parse = (names: readonly Name[], environment: NodeJS.ProcessEnv): Config => {
  const env = withSecretFiles(environment)
  const given = Object.fromEntries(names.map(name => [name, env[variable(name)] || undefined]))
  const mask = Object.fromEntries(names.map(name => [name, true])) as Record<Name, true>
  const parsed = Settings.pick(mask)
    .refine(
      ({ host, publicUrl }) =>
        !names.includes('publicUrl') || listensOnLoopback({ host }) || publicUrl !== undefined,
      { path: ['publicUrl'], message: 'is needed when HOST is not a loopback address' },
    )
    .refine(
      ({ stripeSecretKey, stripePublishableKey, stripeWebhookSecret }) =>
        !names.includes('stripeSecretKey') ||
        new Set([stripeSecretKey, stripePublishableKey, stripeWebhookSecret].map(key => key === undefined))
          .size === 1,
      {
        path: ['stripeSecretKey'],
        message: 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed together',
      },
    )
    .refine(({ port, internalPort }) => !names.includes('port') || port !== internalPort, {
      path: ['internalPort'],
      message: 'must differ from PORT',
    })
    .refine(settings => !settings.stripeStandIn || !mayHaveStrangers(settings), {
      path: ['stripeStandIn'],
      message: 'strangers could buy with test cards: give the keys of Stripe',
    })
    .refine(settings => !settings.stripeSecretKey?.includes('_test_') || !mayHaveStrangers(settings), {
      path: ['stripeSecretKey'],
      message:
        'is a test key: strangers could buy with test cards, unless HOST and PUBLIC_URL are loopback and TRUST_PROXY is unset',
    })
    .safeParse(given)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, code, message }) => {
    const setting = path.join('.')
    const isMissing = code !== 'custom' && given[setting] === undefined
    return `${variable(setting)}${isMissing ? ' is not set: it ' : ': '}${message}`
  })
  throw new ConfigError(`Configuration: ${issues.join('; ')}`)
}
