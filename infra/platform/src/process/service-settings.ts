/** Settings of every service. */
export const ofEach = ['internalPort', 'logLevel', 'exitWithStdin'] as const
const withNats = [...ofEach, 'natsUrl'] as const
const withDatabase = [...withNats, 'databaseUrl'] as const
const ofHttp = ['port', 'host', 'rateLimits'] as const
const ofEventStore = ['eventStoreUrl', 'eventStoreSecret'] as const
const ofSpace = ['storageDirs', 'minFreeMb'] as const
const ofAccounts = ['publicUrl', 'trustProxy', 'internalSecret', 'signupLimitPerLocation'] as const

const ofPayments = ['stripePublishableKey', 'stripeApiBase', 'stripeStandIn'] as const
const ofStripe = [...ofPayments, 'stripeSecretKey', 'stripeWebhookSecret'] as const

/** The settings of each service. The launcher gives a service no others, since most of them are secrets. */
export const settingsOf = {
  gateway: [
    ...withDatabase,
    ...ofHttp,
    ...ofEventStore,
    ...ofAccounts,
    ...ofSpace,
    ...ofStripe,
    'commandApiUrl',
    'queryApiUrl',
    'supportEmail',
    'migrateUrl',
    'offlineShell',
  ],
  'command-api': [...withDatabase, ...ofHttp, ...ofEventStore, ...ofAccounts, ...ofSpace, ...ofStripe],
  'query-api': [...withDatabase, ...ofHttp, ...ofPayments, 'internalSecret'],
  projectors: [...withDatabase, ...ofEventStore],
  workers: [...withDatabase, 'fetchAllowHosts', 'imageStoreMax'],
  exporter: [...ofEach, 'databaseUrl', ...ofEventStore],
  mailer: [...withNats, 'port', 'host', 'publicUrl', 'smtpUrl', 'supportEmail', 'outboxDir'],
} as const

export type ServiceName = keyof typeof settingsOf

/** The environment variable of a setting: DATABASE_URL for databaseUrl. */
export const variable = (setting: string): string => setting.replace(/[A-Z]/g, '_$&').toUpperCase()
