import type { LinkList } from '@lectern/contracts/api/links.ts'
import { duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import { saveLink, signUp, succeed, type User } from './world/users.ts'
import { startWithPool } from './world/with-pool.ts'

const USERS = 16
const SAVES = 1_000

const stack = duringTests(() => startWithPool({ LOG_LEVEL: 'warn' }))

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
  const users = await signUp({ port: stack.port, pool: stack.pool, prefix: 'reload' }, USERS)
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
