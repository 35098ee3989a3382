import { readFileSync } from 'node:fs'
import { databaseRoles } from '@lectern/contracts/database-roles.ts'
import { ConfigError } from './config-error.ts'
import { settingsOf, variable } from './service-settings.ts'

/** Passwords that are put into the url beside them. */
const urlOfPassword = {
  DATABASE_PASSWORD: 'DATABASE_URL',
  NATS_PASSWORD: 'NATS_URL',
  EXPORTER_DATABASE_PASSWORD: 'EXPORTER_DATABASE_URL',
} as const

/** The environment variable that gives prepare-database.ts the password of a role. */
export const passwordVariable = (role: string): string =>
  `${role.replaceAll('-', '_').toUpperCase()}_PASSWORD`

/** Other variables, such as SSL_CERT_FILE, may end in _FILE and mean something else. */
const settings = new Set([
  ...Object.values(settingsOf).flat().map(variable),
  ...['DATA_DIR', 'EVENT_STORE_READ_SECRET'],
  ...Object.keys(urlOfPassword),
  ...Object.keys(databaseRoles).map(passwordVariable),
])

/**
 * The environment with the content of a file for each NAME_FILE, and with passwords in the urls that lack them. A service that Node
 * confines cannot read such files, so what starts it does.
 * @throws ConfigError, which never has the content
 */
export const withSecretFiles = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const all = { ...env }
  for (const name of settings) {
    const file = all[`${name}_FILE`]
    delete all[`${name}_FILE`]
    if (!file) continue
    if (all[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: keep one of them.`)
    all[name] = contentOf(`${name}_FILE`, file)
  }
  for (const [name, urlName] of Object.entries(urlOfPassword)) {
    const password = all[name]
    delete all[name]
    if (password) all[urlName] = withPassword({ name, password, urlName, urls: all[urlName] })
  }
  return all
}

const contentOf = (name: string, file: string): string => {
  let content: string
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (content === '') throw new ConfigError(`${name}: ${file} is empty.`)
  return content
}

type Given = {
  readonly name: string
  readonly password: string
  readonly urlName: string
  readonly urls: string | undefined
}

/** An invalid url stays as it is: the check of the settings says what it must be like. */
const withPassword = ({ name, password, urlName, urls }: Given): string => {
  if (!urls) throw new ConfigError(`${name} is set, but ${urlName} is not.`)
  const put = (text: string): string => {
    const url = URL.parse(text.trim())
    if (url === null) return text
    if (url.password !== '')
      throw new ConfigError(`${name} is set, and ${urlName} has a password: keep one of them.`)
    if (url.username === '') throw new ConfigError(`${name} is set, but ${urlName} names no user.`)
    url.password = encodeURIComponent(password)
    return url.href
  }
  return urlName === 'NATS_URL' ? urls.split(',').map(put).join(',') : put(urls)
}
