import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { connect } from 'nats'
import pg from 'pg'

/** Runs in place of workers with their environment. Tries each forbidden act and prints its error. */
const { DATABASE_URL, NATS_URL = '' } = process.env
const [storeUrl = '', secrets = ''] = process.argv.slice(2)
const query = (text: string) => async () => {
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
const nats = async () => {
  const { host, username, password } = new URL(NATS_URL)
  const inboxPrefix = `_INBOX.${username}`
  return connect({ servers: host, user: username, pass: password, inboxPrefix, reconnect: false })
}
const ask = (subject: string) => async () => {
  const connection = await nats()
  try {
    await connection.request(subject, '{}', { timeout: 5_000 })
  } finally {
    await connection.close()
  }
}
const hear = (subject: string) => async () => {
  const connection = await nats()
  try {
    const error = await new Promise(resolve => {
      connection.subscribe(subject, { callback: resolve })
    })
    throw error
  } finally {
    await connection.close()
  }
}
const store = connectEventStore({ url: storeUrl, connectionName: undefined })

/** Ways to the secrets through each granted path: links below it, and those that are there where it is a folder of /proc. */
const waysOut = function* () {
  const granted = process.execArgv.flatMap(flag => /^--allow-fs-(?:read|write)=(.*)$/.exec(flag)?.[1] ?? [])
  for (const path of granted) {
    yield () => readFileSync(`${path}/root${secrets}`)
    yield () => readFileSync(`${path}/cwd/${relative(process.cwd(), secrets)}`)
    yield () => readFileSync(`${path}/task/${process.pid}/root${secrets}`)
    yield () => readdirSync(`${path}/fd`)
    for (let fd = 0; fd < 32; fd++) yield () => readlinkSync(`${path}/fd/${fd}`)
    for (const link of linksBelow(path))
      yield () => readFileSync(`${link}/${relative(resolve(dirname(link), readlinkSync(link)), secrets)}`)
  }
}
const linksBelow = (path: string) => {
  try {
    const entries = readdirSync(path, { withFileTypes: true, recursive: !path.startsWith('/proc') })
    return entries.filter(entry => entry.isSymbolicLink()).map(entry => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

const attempts: Record<string, () => Promise<unknown> | unknown> = {
  'read password hashes': query('SELECT password_hash FROM identity.users'),
  'read sessions': query('SELECT FROM identity.sessions'),
  'end sessions': query('DELETE FROM identity.sessions'),
  'read events': query('SELECT FROM event_store.events'),
  'write events': query(
    `INSERT INTO event_store.events (position, stream, revision, id, type, created, is_json, data, metadata)
     VALUES (-1, 'library-x', 0, gen_random_uuid(), 'LinkSaved', 0, true, '', '')`,
  ),
  'write snapshots': query('DELETE FROM command.snapshots'),
  'write read models': query('DELETE FROM projections.read_schemas'),
  'become another user': query('SET ROLE lectern_gateway'),
  'append over gRPC': () =>
    store.append('library-x', 'any', [
      { id: crypto.randomUUID(), type: 'LinkSaved', data: {}, metadata: {} },
    ]),
  'have articles erased': ask('erase.content'),
  'read which mails wait': query('SELECT FROM command.mails'),
  'read the mails that were written to files': () => readdirSync(join(dirname(secrets), 'outbox')),
  'hear commands': hear('command.>'),
  'read the secrets of DATA_DIR': () => readFileSync(secrets),
  'leave a granted folder': () => {
    let refusal: unknown
    for (const way of waysOut()) {
      try {
        return way()
      } catch (error) {
        refusal = error
      }
    }
    throw refusal
  },
}

const results: Record<string, string> = {}
for (const [what, attempt] of Object.entries(attempts)) {
  try {
    await attempt()
    results[what] = 'done'
  } catch (error) {
    const { code, name } = error as { code?: string; name: string }
    results[what] = code ?? name
  }
}
process.stdout.write(`${JSON.stringify(results)}\n`)
process.exit(0)
