import type { LinkList } from '@lectern/contracts/api/links.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from './world/stack.ts'
import { saveLink, signUp, succeed, type User } from './world/users.ts'

const USERS = 16
const SAVES = 1_000

let stack: Stack
let pool: pg.Pool

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'warn' })
  pool = new pg.Pool({ connectionString: stack.databaseUrl })
}, 180_000)

afterAll(async () => {
  await pool?.end()
  await stack?.stop()
}, 30_000)

/** Saves and reloads in turn. @returns the urls that the next reload did not show first */
const missedBy = async (user: User, urls: string[]): Promise<string[]> => {
  const missed: string[] = []
  for (const url of urls) {
    await saveLink(user, url)
    const { links } = await succeed<LinkList>(user.api, { method: 'GET', path: '/api/links?limit=50' })
    if (links[0]?.url !== url) missed.push(url)
  }
  return missed
}

test(`a reload right after a save shows it, ${SAVES} times under load`, { timeout: 120_000 }, async () => {
  const users = await signUp({ port: stack.port, pool, prefix: 'reload' }, USERS)
  const urls = Array.from({ length: SAVES }, (_, n) => `https://reload.example/${n}`)
  const missed = await Promise.all(
    users.map((user, place) =>
      missedBy(
        user,
        urls.filter((_, n) => n % USERS === place),
      ),
    ),
  )
  expect(missed.flat()).toEqual([])
})
