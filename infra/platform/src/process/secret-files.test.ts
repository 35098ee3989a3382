import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { withSecretFiles } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'secret-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (content: string): string => {
  const file = join(folder, `${content.length}-${Buffer.from(content).toString('hex').slice(0, 40)}`)
  writeFileSync(file, content)
  return file
}
const refusal = (env: NodeJS.ProcessEnv): string => {
  try {
    withSecretFiles(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('It was taken')
}

it.each([
  ['hidden', 'hidden'],
  ['hidden\n', 'hidden'],
  ['hidden\r\n', 'hidden'],
  ['hidden\n\n', 'hidden\n'],
  [' hid den ', ' hid den '],
])('takes %j from a file as %j', (content, value) => {
  expect(withSecretFiles({ SMTP_URL_FILE: fileOf(content), SMTP_URL: '' })).toEqual({ SMTP_URL: value })
})

it('takes every setting from a file, of each service and of the database', () => {
  for (const name of ['INTERNAL_SECRET', 'STRIPE_SECRET_KEY', 'EVENT_STORE_SECRET', 'PORT', 'DATA_DIR'])
    expect(withSecretFiles({ [`${name}_FILE`]: fileOf('1234') })).toEqual({ [name]: '1234' })
  for (const name of ['GATEWAY_PASSWORD', 'EVENT_STORE_PASSWORD', 'EVENT_STORE_READ_SECRET'])
    expect(withSecretFiles({ [`${name}_FILE`]: fileOf('1234') })).toEqual({ [name]: '1234' })
})

it('leaves variables of others alone, and files that are not named', () => {
  const env = { SSL_CERT_FILE: '/none', FILE: 'audit.jsonl', AUDIT_FILE: '/none', SMTP_URL_FILE: '' }
  const { SMTP_URL_FILE, ...rest } = env
  expect(withSecretFiles(env)).toEqual(rest)
})

it('a service reads its settings from files', () => {
  const config = loadConfig('workers', {
    DATABASE_URL: 'postgres://workers@host/lectern',
    DATABASE_PASSWORD_FILE: fileOf('p@ss/word\n'),
    NATS_URL_FILE: fileOf('nats://host\n'),
  })
  expect(config).toMatchObject({
    databaseUrl: 'postgres://workers:p%40ss%2Fword@host/lectern',
    natsUrl: 'nats://host',
  })
})

it('puts a password into each url that has a user', () => {
  const password = "a:b@c/d?e#f%g h'ü"
  const encoded = "a%3Ab%40c%2Fd%3Fe%23f%25g%20h'%C3%BC"
  const { DATABASE_URL = '', ...rest } = withSecretFiles({
    DATABASE_URL: 'postgres://ann@host:5432/lectern?sslmode=require',
    DATABASE_PASSWORD: password,
    NATS_URL: 'nats://ann@a:4222, nats://ann@b:4222',
    NATS_PASSWORD: password,
    EXPORTER_DATABASE_URL: 'postgres://eve@host/lectern',
    EXPORTER_DATABASE_PASSWORD_FILE: fileOf(`${password}\n`),
  })
  expect(decodeURIComponent(new URL(DATABASE_URL).password)).toBe(password)
  expect({ DATABASE_URL, ...rest }).toEqual({
    DATABASE_URL: `postgres://ann:${encoded}@host:5432/lectern?sslmode=require`,
    NATS_URL: `nats://ann:${encoded}@a:4222,nats://ann:${encoded}@b:4222`,
    EXPORTER_DATABASE_URL: `postgres://eve:${encoded}@host/lectern`,
  })
})

it.each<[NodeJS.ProcessEnv, string]>([
  [
    { SMTP_URL: 'smtp://hidden', SMTP_URL_FILE: '/none' },
    'SMTP_URL and SMTP_URL_FILE are both set: keep one of them.',
  ],
  [{ SMTP_URL_FILE: '/none/x' }, 'SMTP_URL_FILE: /none/x cannot be read (ENOENT).'],
  [{ SMTP_URL_FILE: folder }, `SMTP_URL_FILE: ${folder} cannot be read (EISDIR).`],
  [{ SMTP_URL_FILE: fileOf('') }, `SMTP_URL_FILE: ${fileOf('')} is empty.`],
  [{ SMTP_URL_FILE: fileOf('\n') }, `SMTP_URL_FILE: ${fileOf('\n')} is empty.`],
  [{ NATS_PASSWORD: 'hidden' }, 'NATS_PASSWORD is set, but NATS_URL is not.'],
  [
    { NATS_PASSWORD: 'hidden', NATS_URL: 'nats://a@b,nats://c' },
    'NATS_PASSWORD is set, but NATS_URL names no user.',
  ],
  [
    { DATABASE_PASSWORD: 'hidden', DATABASE_URL: 'postgres://u:hidden@h/x' },
    'DATABASE_PASSWORD is set, and DATABASE_URL has a password: keep one of them.',
  ],
])('refuses %o in words that keep secrets to themselves', (env, says) => {
  expect(refusal(env)).toBe(says)
  expect(says).not.toContain('hidden')
})

it.skipIf(process.getuid?.() === 0)('names a file that it may not read', () => {
  const file = fileOf('hidden in a file')
  chmodSync(file, 0)
  expect(refusal({ SMTP_URL_FILE: file })).toBe(`SMTP_URL_FILE: ${file} cannot be read (EACCES).`)
})
