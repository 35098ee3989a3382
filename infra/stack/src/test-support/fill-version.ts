import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { readState } from '../data-dir.ts'
import { freePort } from '../ports.ts'
import { homeOf, postgresUrl, readPassword } from '../postgres-cluster.ts'
import { answersOk, until } from '../probes.ts'
import { makeDataDir, removeDataDir } from '../start-stack.ts'
import { clientOf } from './client.ts'
import { dumpOf } from './dump-database.ts'
import { ANN, type Ask, libraryContents } from './library-contents.ts'

/**
 * Makes the fixture of a version for earlier-versions.it.test.ts: starts the Lectern in a checkout of that version, with its packages
 * installed, fills it, and writes what its database has and what its API says.
 * Usage: node infra/stack/src/test-support/fill-version.ts CHECKOUT
 */
const FIXTURES = new URL('../../fixtures/versions/', import.meta.url).pathname
const START_MS = 300_000

const fill = async (ask: Ask): Promise<void> => {
  const post = async (method: string, path: string, body?: object) => {
    const { status, text } = await ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path} answers ${status}: ${text}`)
  }
  await post('POST', '/api/signup', ANN)
  for (let n = 1; n <= 8; n += 1)
    await post('POST', '/api/links', {
      url: `http://127.0.0.1:1/${n}`,
      title: `Link ${n} — “naïve” Übung`,
      ...(n % 2 === 0 && { note: `Why ${n}` }),
      tags: [`tag ${n % 3}`, 'All'],
    })
  for (const name of ['Garden', 'Kitchen'])
    await post('POST', '/api/collections', { name, description: `Of the ${name}` })
  await post('PUT', '/api/links/1/collection', { collectionId: 1 })
  await post('PUT', '/api/links/2/collection', { collectionId: 2 })
  await post('PATCH', '/api/links/1/favorite', { isFavorite: true })
  await post('PATCH', '/api/links/3/archive', { isArchived: true })
  await post('PATCH', '/api/links/4', { title: 'Another title', tags: ['edited'] })
  await post('POST', '/api/tags/rename', { from: 'tag 2', to: 'tag two' })
  await post('POST', '/api/links/1/notes', { type: 'note', content: 'A note\nof two lines' })
  await post('POST', '/api/links/1/notes', { type: 'note', content: 'A private one', isPrivate: true })
  const file = new FormData()
  const rows = [1, 2, 3].map(n => `http://127.0.0.1:1/imported/${n},Imported ${n},2020-01-0${n}T00:00:00Z`)
  file.append('file', new Blob([['url,title,created', ...rows, ''].join('\n')]), 'links.csv')
  // Workers, which read the file, may not have started yet.
  const imported = async () => (await ask('POST', '/api/import/raindrop', file)).status < 300
  await until('An import', imported, START_MS)
  await post('DELETE', '/api/links/5')
}

const [, , checkout = ''] = process.argv
const [, version] =
  /READ_VERSION = (\d+)/.exec(readFileSync(join(checkout, 'contracts/src/read-model/tables.ts'), 'utf8')) ??
  []
const dataDir = makeDataDir()
const port = await freePort()
const lectern = spawn(join(checkout, 'node_modules/.bin/node'), ['infra/stack/src/main.ts'], {
  cwd: checkout,
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
try {
  await until('Lectern', () => answersOk(port, '/readyz'), START_MS)
  const ask = clientOf(`http://127.0.0.1:${port}`)
  await fill(ask)
  const client = new pg.Client(
    postgresUrl(readPassword(homeOf(dataDir)), readState(dataDir).ports.postgres ?? 0),
  )
  client.on('error', () => {})
  await client.connect()
  // Pages that cannot be read are given up, and mails are written.
  const isQuiet = async () => {
    const { jobs }: { jobs: { unfinished: number }[] | null } = JSON.parse((await ask('GET', '/readyz')).text)
    return jobs?.every(({ unfinished }) => unfinished === 0) ?? false
  }
  await until('An end of all work', isQuiet, START_MS)
  mkdirSync(FIXTURES, { recursive: true })
  const contents = await libraryContents(ask)
  writeFileSync(join(FIXTURES, `v${version}.sql.gz`), gzipSync(await dumpOf(client, checkout), { level: 9 }))
  writeFileSync(join(FIXTURES, `v${version}.json`), `${JSON.stringify(contents, null, 2)}\n`)
  await client.end()
  process.stdout.write(`${readdirSync(FIXTURES).join(' ')}\n`)
} finally {
  const ended = once(lectern, 'exit')
  lectern.kill('SIGTERM')
  await ended
  removeDataDir(dataDir)
}
