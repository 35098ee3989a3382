import { PLANS, type Plan } from '@lectern/contracts/plans.ts'
import { FREE_ACCOUNTS_MAX } from '@lectern/contracts/retention.ts'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { isForThisMachineAlone, listensOnLoopback } from './own-machine.ts'
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
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be like postgres://user:password@host:5432/name',
})
const esdbUrl = z.string().regex(/^esdb(\+discover)?:\/\/[^\s/?]/, { error: 'must be like esdb://host:2113' })
const httpUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be like ${example}` }).optional()

const oneLine = z.string().trim().max(300).optional()

const Settings = z.object({
  port: port.default(8080),
  host: z.string().default('127.0.0.1'),
  dataDir: z.string().default('./var'),
  /** Folders of the data, comma-separated. */
  storageDirs: z
    .string()
    .default('./var')
    .transform(list => list.split(',')),
  /** MB of 1,000,000 bytes. Writes are refused while less is free. */
  minFreeMb: z.coerce.number().nonnegative().default(500),
  publicUrl: httpUrl('https://lectern.example').transform(url =>
    url === undefined ? undefined : new URL(url),
  ),
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
  natsUrl: z.string().refine(list => list.split(',').every(isNatsUrl), {
    error: 'must be like nats://user:password@host:4222',
  }),
  eventStoreUrl: esdbUrl,
  eventStoreSecret: z.string().optional(),
  /** The gateway starts the exporter with these. */
  exporterDatabaseUrl: postgresUrl,
  /** Unset: eventStoreUrl. */
  exporterEventStoreUrl: esdbUrl.optional(),
  exporterEventStoreSecret: z.string().optional(),
  /** Keys the signatures of the read-after cookie and of links to unsubscribe, and the hashes of locations. */
  internalSecret: z.string().min(32),
  /** Serves /livez, /readyz and /metrics on loopback. */
  internalPort: port.optional(),
  smtpUrl: z.url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@host' }).optional(),
  supportEmail: z.email('must be like support@lectern.example').default('support@lectern.example'),
  operatorName: oneLine,
  operatorAddress: oneLine,
  /** The place whose law applies. */
  governingLaw: oneLine,
  /** Days of notice before the service or an account ends, and before the terms change. */
  noticeDays: z.coerce.number().int('must be whole days').min(1).max(365).optional(),
  /** Folder of mails that are not sent. */
  outboxDir: z.string().default('./var/outbox'),
  migrateUrl: z.string().default('/import'),
  /** off: browsers get a service worker that removes the stored shell. */
  offlineShell: onOff('on'),
  /** The plan of accounts that open from now on. */
  defaultPlan: z.enum(Object.keys(PLANS) as Plan[]).default('free'),
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
  stripeStandIn: z.stringbool().default(false),
  fetchAllowHosts: z
    .string()
    .default('')
    .transform(list =>
      list
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== ''),
    ),
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
  signupLimitPerLocation: z.coerce.number().int().nonnegative().default(FREE_ACCOUNTS_MAX),
  rateLimits: onOff('on'),
  /** Seconds for which the gateway serves on at SIGTERM while it says that it is not ready. It ends within 9 s in all. */
  drainSeconds: z.coerce.number().min(0).max(5).default(0),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  exitWithStdin: z.stringbool().default(false),
})

export type Config = z.infer<typeof Settings>
export type ConfigOf<Service extends ServiceName> = Pick<Config, (typeof ofEach)[number]> &
  Pick<Config, (typeof settingsOf)[Service][number]>

/** A variable is missing or invalid. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The settings of one service. Empty variables count as unset. @throws ConfigError */
export const loadConfig = <Service extends ServiceName>(
  service: Service,
  env: NodeJS.ProcessEnv,
): ConfigOf<Service> => parse(settingsOf[service], env)

/** Checks the settings of all services. @throws ConfigError */
export const checkConfig = (env: NodeJS.ProcessEnv): void => {
  parse(Object.keys(Settings.shape) as Name[], env)
}

type Name = keyof Config

const mayHaveStrangers = ({ host, publicUrl, trustProxy }: Config): boolean =>
  // Text that is no address is refused above.
  !isForThisMachineAlone({ host, publicUrl: publicUrl instanceof URL ? publicUrl : undefined, trustProxy })

const parse = (names: readonly Name[], env: NodeJS.ProcessEnv): Config => {
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
  const issues = parsed.error.issues.map(({ path, message }) => `${variable(path.join('.'))}: ${message}`)
  throw new ConfigError(`Configuration: ${issues.join('; ')}`)
}
