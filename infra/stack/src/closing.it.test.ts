import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { fixtureHost } from '@lectern/platform/test-support/fixture-host.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readState } from './data-dir.ts'
import { homeOf, postgresUrl, readPassword } from './postgres-cluster.ts'
import { sendSignal } from './process-id.ts'
import { KILLED } from './server-logs.ts'
import { ROOT } from './services.ts'
import { makeDataDir, type RunningStack, removeDataDir, startStack } from './start-stack.ts'
import { type Browser, browserAt, ok } from './test-support/browser.ts'
import { findInFiles, findInTables } from './test-support/scan.ts'
import { sharingIn } from './test-support/share-with.ts'
import { variants } from './test-support/whole.ts'

/**
 * Nothing of an account is left once it is deleted: every table, every event, every job and every file of DATA_DIR is searched
 * for its ids and its words, also after a rebuild and after a kill of each part.
 */

/** The pages and logs of Postgres and NATS keep deleted bytes until they are reused: both are asked instead of read. */
const STORES = ['postgres']
/** Logs name accounts by their ids, and nothing else of them. */
const LOGS = 'logs'
const PASSWORD = 'the password of somebody'

const word = () => `w${randomBytes(8).toString('hex')}`
const pageOf = (
  about: string,
) => `<!doctype html><html><head><title>About ${about}</title></head><body><article>
<h1>About ${about}</h1>${`<p>A sentence about ${about} that is long enough to count as a part of an article.</p>`.repeat(12)}
</article></body></html>`

const shared = word()
const pages: Record<string, string> = { '/shared': pageOf(shared) }
let site: Awaited<ReturnType<typeof fixtureHost>>
let stack: RunningStack
let pool: Pool
const dataDir = makeDataDir()

const connect = async () => {
  const { ports } = readState(dataDir)
  const url = postgresUrl(readPassword(homeOf(dataDir)), ports.postgres ?? 0)
  pool = connectPostgres({ url, name: 'closing-test', max: 2 })
}
beforeAll(async () => {
  site = await fixtureHost(pages)
  stack = await startStack({
    dataDir,
    env: { FETCH_ALLOW_HOSTS: site.host, RATE_LIMITS: 'off', DEFAULT_PLAN: 'ultra' },
    // Its rebuild deletes the schema that command-api asked last.
    provokes: new RegExp(`${KILLED.source}|relation "read_v\\d+\\.\\w+" does not exist`),
  })
  await connect()
})
afterAll(async () => {
  await pool?.end()
  await stack?.stop()
  await site?.[Symbol.asyncDispose]()
  removeDataDir(dataDir)
})

const browser = () => browserAt(() => stack.url)

const signUp = async (ask: Browser, name: string) => {
  await ok(ask('POST', '/api/signup', { email: `${name}@example.org`, username: name, password: PASSWORD }))
  const { rows } = await pool.query<{ userId: string; libraryId: string }>(
    'SELECT id AS "userId", library_id AS "libraryId" FROM identity.users WHERE username = $1',
    [name],
  )
  return rows[0] as { userId: string; libraryId: string }
}

const isRead = (ask: Browser, id: number) =>
  expect.poll(async () => (await ask('GET', `/api/links/${id}/content`)).body?.status).toBe('ready')

const shareWith = sharingIn(dataDir, ok)

/** Somebody who keeps the account, shares a collection, and is a member elsewhere. */
const makeFriend = async () => {
  const [ask, name, path] = [browser(), word(), word()]
  const { libraryId } = await signUp(ask, name)
  pages[`/${path}`] = pageOf(path)
  await ok(ask('POST', '/api/links', { url: site.url(`/${path}`), title: 'Of a friend' }))
  await isRead(ask, 1)
  await ok(ask('POST', '/api/collections', { name: 'Friends' }))
  return { ask, name, libraryId, email: `${name}@example.org` }
}

/** An account that has something of everything. `ids` and `words` are what may not be left. */
const fill = async () => {
  const ask = browser()
  const [name, title, tag, note, collection, own, provided, imported, file] = Array.from({ length: 9 }, word)
  const ids = Object.values(await signUp(ask, name as string))
  const words = [name, title, tag, note, collection, own, provided, imported, file] as string[]
  pages[`/${own}`] = pageOf(own as string)
  const save = (path: string, more: object = {}) =>
    ok(ask('POST', '/api/links', { url: site.url(path), title: 'A page', tags: [], ...more }))
  await save('/shared')
  await save(`/${own}`, { title, tags: [tag], note })
  await save(`/secret/${word()}`)
  for (const id of [1, 2]) await isRead(ask, id)
  await ok(ask('PUT', '/api/links/3/page', { html: pageOf(provided as string) }))
  await isRead(ask, 3)
  await ok(ask('POST', '/api/collections', { name: collection, color: '#FBBF24' }))
  await ok(ask('POST', '/api/links/2/notes', { type: 'note', content: note }))
  const { contentHash } = await ok(ask('GET', '/api/links/2/content'))
  await ok(ask('PUT', '/api/links/2/position', { offset: 20, contentHash }))
  await ok(ask('GET', `/api/preview?url=${encodeURIComponent(site.url(`/${own}`))}`))
  await ok(ask('PUT', '/api/account/first-name', { firstName: name }))
  await ok(ask('POST', '/api/forgot-password', { email: `${name}@example.org` }))
  const form = new FormData()
  const row = `title,url,time_added,tags,status\n${imported},${site.url('/imported')},1700000000,${tag},unread\n`
  form.append('file', new Blob([row], { type: 'text/csv' }), `${file}.csv`)
  await ok(ask('POST', '/api/import/pocket', form))
  await ok(ask('POST', '/api/shares', { kind: 'article', linkId: 2, live: false, withNotes: true }))
  const asked = await ok(ask('POST', '/api/exports', { format: 'json', scope: { kind: 'all' } }))
  await expect.poll(async () => (await ask('GET', `/api/exports/${asked.id}`)).body?.status).toBe('done')
  await ok(ask('POST', '/api/account/devices', { name: title, scope: 'write', currentPassword: PASSWORD }))
  await pool.query(
    `INSERT INTO command.snapshots (stream, revision, fold_version, store_id, bytes)
     VALUES ($1, 1, 0, gen_random_uuid(), convert_to($2, 'UTF8'))`,
    [`library-${ids[1]}`, title],
  )
  await pool.query(
    `INSERT INTO projections.work (kind, key, library_id, job, failed_at) VALUES ('import-file', $1, $2, $3, now())`,
    [ids[0], ids[1], { libraryId: ids[1], importId: ids[0] }],
  )
  await expect.poll(() => findInFiles(join(dataDir, 'outbox'), [name as string], [])).not.toEqual([])
  const friend = await makeFriend()
  const email = `${name}@example.org`
  const mine = { ask, libraryId: ids[1] as string, collectionId: 1, linkId: 2 }
  await shareWith(mine, { ...friend, word: 'A friend has seen it' })
  await shareWith({ ...friend, collectionId: 1, linkId: 1 }, { ask, email, word: note as string })
  return { ask, name: name as string, ids, words, friend }
}

/** Ids that event store rows have beside the names of streams that have ended. */
const idsInEvents = async (ids: readonly string[]): Promise<unknown[]> => {
  const { rows } = await pool.query(
    `SELECT stream, type FROM event_store.events AS r
     WHERE type NOT IN ('$erased', '$streamDeleted') AND EXISTS (
       SELECT FROM unnest($1::text[]) AS id WHERE strpos(r.stream, id) > 0
         OR position(convert_to(id, 'UTF8') IN r.data) > 0 OR position(convert_to(id, 'UTF8') IN r.metadata) > 0)`,
    [ids],
  )
  return rows
}

/** Everything that is left of an account. Tombstones keep the ids in the names of streams. */
const leftOf = async ({ ids, words }: { ids: string[]; words: string[] }): Promise<unknown[]> => {
  const all = [...ids, ...words]
  const tables = await findInTables(pool, all)
  return [
    ...tables.filter(found => !ids.some(id => found === `event_store.events: ${id}`)),
    ...(await idsInEvents(ids)),
    ...findInFiles(dataDir, all, [...STORES, LOGS]),
    ...findInFiles(join(dataDir, LOGS), words, []),
  ]
}

const deleteAccount = (ask: Browser) =>
  ok(ask('POST', '/api/account/delete', { currentPassword: PASSWORD, confirmation: 'delete' }))

const isDeleted = async (account: { ids: string[]; words: string[] }) => {
  await expect.poll(async () => (await pool.query('SELECT FROM identity.closings')).rowCount).toBe(0)
  await expect.poll(() => leftOf(account)).toEqual([])
}

const rebuild = (): void => {
  const rebuilt = spawnSync(
    process.execPath,
    [join(ROOT, 'infra/stack/src/with-stack-env.ts'), 'projectors', 'projectors/src/rebuild-main.ts'],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
  )
  expect(rebuilt.status, rebuilt.stderr).toBe(0)
}

it('a deleted account leaves no id and no word, also after a rebuild, and others keep what they share', async () => {
  const other = browser()
  await signUp(other, word())
  await ok(other('POST', '/api/links', { url: site.url('/shared'), title: 'Shared', tags: [] }))
  const account = await fill()
  await isRead(other, 1)

  // The rows that a rollback would bring back have the account, too.
  rebuild()

  // The control: each id and each word is somewhere.
  const found = await findInTables(pool, [...account.ids, ...account.words])
  for (const text of [...account.ids, ...account.words])
    expect(
      found.filter(each => each.endsWith(text)),
      text,
    ).not.toEqual([])
  const names = found.map(each => each.split(':')[0])
  expect(names).toEqual(
    expect.arrayContaining([
      ...['command.snapshots', 'content.documents', 'content.extraction_attempts', 'content.previews'],
      ...['content.provided_documents', 'event_store.events', 'exports.pieces', 'exports.requests'],
      ...[
        'identity.access_tokens',
        'identity.sessions',
        'identity.users',
        'projections.work',
        'reading.positions',
        'sharing.people',
        'shares.pages',
        'uploads.files',
        'uploads.pieces',
      ],
    ]),
  )

  const wrong = { currentPassword: 'not the password', confirmation: 'DELETE' }
  expect((await account.ask('POST', '/api/account/delete', wrong)).status).toBe(403)
  const unconfirmed = { currentPassword: PASSWORD, confirmation: 'yes' }
  expect((await account.ask('POST', '/api/account/delete', unconfirmed)).status).toBe(400)
  await deleteAccount(account.ask)
  expect((await account.ask('GET', '/api/links')).status).toBe(401)
  await isDeleted(account)

  // The friend's library knows that somebody left.
  const left = await pool.query(`SELECT FROM event_store.events WHERE stream = $1 AND type = 'MemberLeft'`, [
    `library-${account.friend.libraryId}`,
  ])
  expect(left.rowCount).toBe(1)

  rebuild()
  await expect.poll(() => leftOf(account)).toEqual([])

  expect((await other('GET', '/api/links')).body.total).toBe(1)
  expect((await other('GET', '/api/links/1/content')).text).toContain(shared)
  // Email and username are free.
  await signUp(browser(), account.name)
})

it('the deletion of an account ends the same after a kill of any part', async () => {
  const kills = variants(['gateway', 'workers'], ...[['projectors'], ['event-store'], ['nats'], ['postgres']])
  for (const names of kills) {
    const account = await fill()
    await deleteAccount(account.ask)
    for (const name of names) {
      sendSignal(stack.pids()[name] as number, 'SIGKILL')
      await stack.untilServing()
    }
    await isDeleted(account)
  }
})
