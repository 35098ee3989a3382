import { randomUUID } from 'node:crypto'
import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

const signUp = async (): Promise<Caller> => {
  const caller = aCaller()
  await api.pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash)
     VALUES ($1, $2, $3, $3, $3, $3, '')`,
    [caller.userId, caller.libraryId, randomUUID()],
  )
  return caller
}

/** Makes the reader a member of collection 1 of the owner, as command-api does. */
const share = async (owner: Caller, reader: Caller, chosen: boolean): Promise<void> => {
  const memberId = randomUUID()
  await api.pool.query('INSERT INTO sharing.people VALUES ($1, $2, $3, $4)', [
    ...[memberId, owner.libraryId, reader.userId, reader.libraryId],
  ])
  await api.pool.query(
    'INSERT INTO sharing.memberships (member_id, collection_id, in_all_articles) VALUES ($1, 1, $2)',
    [memberId, chosen],
  )
}

/** Links of three libraries, of which many are equal in what lists are sorted by. */
const libraries = async () => {
  const [reader, ...owners] = [await signUp(), await signUp(), await signUp()]
  let after: Position | undefined
  for (const who of [reader, ...owners]) {
    const { stream, opened, granted, collectionCreated, saved, collected } = aLibrary(who)
    const at = (n: number) => `2026-03-0${1 + (n % 3)}T10:00:00.000Z`
    const links = Array.from({ length: 7 }, (_, n) => n + 1).flatMap(n => [
      saved(n, { at: at(n), title: n < 5 ? 'Same road' : `road ${n}`, url: `https://example.com/${n}` }),
      ...(n < 7 && who !== reader ? [collected(n, 1)] : []),
    ])
    after = await api.record(stream, [opened(), granted('ultra'), collectionCreated(1), ...links])
    if (who !== reader) await share(who, reader, true)
  }
  return { reader: reader as Caller, after }
}

const of = ({ library, id }: Link) => `${library ?? 'own'} ${id}`

it('pages of any size have each link of all libraries once, in one order', async () => {
  const { reader, after } = await libraries()
  const read = async (query: string): Promise<LinkList> => {
    const { status, body } = await api.get(`/api/links?${query}`, { as: reader, after })
    expect([query, status, body.message]).toEqual([query, 200, undefined])
    return body
  }
  const orders = ['newest', 'oldest', 'title', 'readingTime', 'lastRead'].map(sort => `sort=${sort}`)
  for (const shared of ['also', 'only'])
    for (const order of [...orders, 'q=road', 'q=is:archived -road', 'favorite=false&sort=title']) {
      const query = `shared=${shared}&${order}`
      const whole = await read(`${query}&limit=50`)
      const total = order.includes('archived') ? 0 : shared === 'also' ? 19 : 12
      expect([query, whole.total, whole.links.length]).toEqual([query, total, total])
      expect(new Set(whole.links.map(of)).size).toBe(total)
      for (const limit of [1, 2, 3, 5]) {
        const found: string[] = []
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
          const page: LinkList = await read(`${query}&limit=${limit}${more}`)
          expect(page.total).toBe(total)
          found.push(...page.links.map(of))
          cursor = page.nextCursor
        }
        expect([query, limit, found]).toEqual([query, limit, whole.links.map(of)])
      }
    }
})
