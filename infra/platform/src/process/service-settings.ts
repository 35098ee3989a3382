/** Settings of every service. */
export const ofEach = ['databaseUrl', 'natsUrl', 'internalPort', 'logLevel', 'exitWithStdin'] as const
const ofHttp = ['port', 'host', 'rateLimits'] as const
const ofEventStore = ['eventStoreUrl', 'eventStoreSecret'] as const
const ofSpace = ['storageDirs', 'minFreeMb'] as const
const ofAccounts = ['publicUrl', 'trustProxy', 'internalSecret', 'signupLimitPerLocation'] as const

/** The settings of each service. The launcher gives a service no others, since most of them are secrets. */
export const settingsOf = {
  gateway: [...ofEach, ...ofHttp, ...ofEventStore, ...ofAccounts, ...ofSpace, 'commandApiUrl', 'queryApiUrl'],
  'command-api': [...ofEach, ...ofHttp, ...ofEventStore, ...ofAccounts, ...ofSpace],
  'query-api': [...ofEach, ...ofHttp, 'internalSecret'],
  projectors: [...ofEach, ...ofEventStore],
  workers: [...ofEach, 'fetchAllowHosts', 'imageStoreMax'],
} as const

export type ServiceName = keyof typeof settingsOf

/** The environment variable of a setting: DATABASE_URL for databaseUrl. */
export const variable = (setting: string): string => setting.replace(/[A-Z]/g, '_$&').toUpperCase()
