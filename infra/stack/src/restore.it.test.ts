import { randomUUID } from 'node:crypto'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { cookieNames } from '@lectern/platform/http/cookies.ts'
import { createSession } from '@lectern/platform/http/sessions.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { expect, it } from 'vitest'
import { readState } from './data-dir.ts'
import { homeOf, postgresUrl, readPassword } from './postgres-cluster.ts'
import { type RunningStack, startStack } from './start-stack.ts'
import { aLibrary, anArticle } from './test-support/events.ts'
import { createDatabase, startEventStore, type TestEventStore } from './test-support/parts.ts'

const SAVED = 30

/** Saves links in a new library and records the article of one. Returns the library and its owner. */
const recordLinks = async ({ url, secret }: TestEventStore) => {
  const store = connectEventStore({ url, connectionName: secret })
  const storeId = await ensureStoreId(store)
  const owner = { userId: randomUUID(), libraryId: randomUUID() }
  const library = aLibrary(owner)
  const urlOf = (linkId: number) => `http://127.0.0.1:1/${owner.libraryId}/${linkId}`
  const article = anArticle(urlOf(1))
  const ids = Array.from({ length: SAVED }, (_, n) => n + 1)
  const links = ids.map(linkId => library.saved(linkId, { url: urlOf(linkId) }))
  for (const [stream, events] of [
    [library.stream, [library.opened(), ...links]],
    [article.stream, [article.extracted()]],
  ] as const) {
    const numbered = events.map(event => ({ id: randomUUID(), metadata: {}, ...event }))
    await store.append(stream, 'no_stream', numbered)
  }
  await store.close()
  return { storeId, owner }
}

/** Inserts an account with a session into the stack's database, since accounts are not events. */
const signIn = async (
  { dataDir }: RunningStack,
  { storeId, owner }: Awaited<ReturnType<typeof recordLinks>>,
) => {
  const url = postgresUrl(readPassword(homeOf(dataDir)), readState(dataDir).ports.postgres ?? 0)
  const pool = connectPostgres({ url, name: 'restore-test', max: 1 })
  await pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash, opened)
     VALUES ($1, $2, 'a@lectern.example', 'a@lectern.example', 'ann', 'ann', '', true)`,
    [owner.userId, owner.libraryId],
  )
  const place = { device: null, network: '127.0.0.0/24' }
  const token = await createSession(pool, { ...owner, passwordHash: '', place, signedInBy: 'password' })
  await pool.end()
  return `${cookieNames(storeId, undefined).session}=${token}`
}

it('a stack with an empty database serves the links of its event store', async () => {
  const eventStore = await startEventStore(await createDatabase())
  const recorded = await recordLinks(eventStore)
  const stack = await startStack({
    env: { EVENT_STORE_URL: eventStore.url, EVENT_STORE_SECRET: eventStore.secret },
  })
  try {
    const cookie = await signIn(stack, recorded)
    const ask = async (path: string) => {
      const answer = await fetch(`${stack.url}${path}`, { headers: { cookie } })
      return { status: answer.status, body: await answer.json() }
    }
    for (const path of ['/api/links?limit=50', '/api/links?limit=50&q=link'])
      expect(await ask(path)).toMatchObject({ status: 200, body: { total: SAVED, hasMore: false } })
    expect(await ask('/api/links/1')).toMatchObject({ body: { siteName: 'A site' } })
  } finally {
    await stack.stop()
    await eventStore.stop()
  }
})
