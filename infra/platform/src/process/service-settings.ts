/** Where spans go, by the names that OpenTelemetry gave them. */
export const ofTracing = ['otelExporterOtlpEndpoint', 'otelExporterOtlpHeaders'] as const
/** Settings of every service. */
export const ofEach = ['internalPort', 'internalHost', 'logLevel', ...ofTracing, 'exitWithStdin'] as const
const withDatabase = [...ofEach, 'natsUrl', 'databaseUrl'] as const
const ofEventStore = ['eventStoreUrl', 'eventStoreSecret'] as const

/** Who runs the service, and what the legal pages say of it. Each may be unset. */
export const ofOperator = ['operatorName', 'operatorAddress', 'governingLaw', 'noticeDays'] as const

/** Where backups go. */
export const ofBackups = [
  'backupTo',
  'backupRecipients',
  'backupIdentity',
  'backupS3Key',
  'backupS3Secret',
  'backupS3Region',
] as const

/** The settings of each service. The launcher gives a service no others, since most of them are secrets. */
export const settingsOf = {
  gateway: [
    ...withDatabase,
    ...ofEventStore,
    'port',
    'host',
    'rateLimits',
    'publicUrl',
    'trustProxy',
    'internalSecret',
    'signupLimitPerLocation',
    'storageDirs',
    'minFreeMb',
    'defaultPlan',
    'stripeSecretKey',
    'stripePublishableKey',
    'stripeWebhookSecret',
    'stripeApiBase',
    'stripeStandIn',
    'smtpUrl',
    'supportEmail',
    'outboxDir',
    'exporterDatabaseUrl',
    'exporterEventStoreUrl',
    'exporterEventStoreSecret',
    'operators',
    ...ofOperator,
    'migrateUrl',
    'offlineShell',
    'drainSeconds',
  ],
  projectors: [...withDatabase, ...ofEventStore],
  workers: [...withDatabase, 'fetchAllowHosts', 'imageStoreMax'],
  exporter: [...ofEach, 'databaseUrl', ...ofEventStore],
  /** As the owner of the database, who may read and make every table. */
  backup: [
    'logLevel',
    'exitWithStdin',
    'databaseUrl',
    ...ofEventStore,
    ...ofBackups,
    'backupAt',
    'backupDrillsIn',
  ],
} as const

export type ServiceName = keyof typeof settingsOf

/** Harmless variables of the system. All other variables may be secrets of the user. */
export const SURROUNDINGS =
  /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|NODE_(ENV|OPTIONS|EXTRA_CA_CERTS)|SSL_CERT_\w+)$/

/** The environment variable of a setting: DATABASE_URL for databaseUrl. */
export const variable = (setting: string): string => setting.replace(/[A-Z]/g, '_$&').toUpperCase()
