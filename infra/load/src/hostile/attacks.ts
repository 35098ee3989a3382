import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, type Attacker, ask, save, shotOf } from './attack.ts'
import { crowd } from './crowd.ts'
import { askUnread, keepOn } from './flood.ts'
import { hoard } from './hoard.ts'
import { previews } from './previews.ts'
import { silent } from './silent.ts'
import { values } from './values.ts'

const NESTED = Buffer.from('['.repeat(500_000) + ']'.repeat(500_000))
const HANGING_LINKS = 480
const SLOW_LINKS = 20

/** Saves the urls on a few connections and retries refused saves. */
const saveAll = async (attacker: Attacker, account: number, urls: readonly string[], signal: AbortSignal) => {
  const left = [...urls]
  const work = async () => {
    for (let url = left.pop(); url !== undefined && !signal.aborted; url = left.pop()) {
      const status = await save(attacker, account, url).catch(() => 0)
      if (status >= 300 && status !== 402 && status !== 409) {
        left.push(url)
        await wait(250)
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
}

/** The attacks by their names in `make hostile`, in their order: jobs of the last one go on after it. */
export const ATTACKS = {
  /** Pages whose results cannot be stored. */
  pages: async (attacker, signal) => {
    const kinds = ['language', 'title', 'nul', 'roots', 'nested']
    await keepOn(
      1,
      signal,
      (_, n) => save(attacker, 1, `${attacker.sites.pages}/${kinds[n % kinds.length]}/${attacker.tag}-${n}`),
      250,
    )
  },
  /** Hosts that never answer, and slow pages on one host. */
  hanging: async (attacker, signal) => {
    const { hanging, slow } = attacker.sites
    const urls = Array.from(
      { length: HANGING_LINKS },
      (_, n) => `${hanging[n % hanging.length]}/${attacker.tag}-${n}`,
    )
    const pages = Array.from({ length: SLOW_LINKS }, (_, n) => `${slow}/${attacker.tag}-${n}`)
    await Promise.all([saveAll(attacker, 1, urls, signal), saveAll(attacker, 2, pages, signal)])
  },
  /** Saves to a library whose rows cannot be written. */
  stuck: async (attacker, signal) =>
    keepOn(
      2,
      signal,
      (connection, n) => save(attacker, 2, `${attacker.sites.pages}/fine/${attacker.tag}-${connection}-${n}`),
      100,
    ),
  /** 1 MB of nested JSON without a session, to existing and missing paths. */
  nested: async (attacker, signal) => {
    const paths = ['/api/nowhere', '/api/login', '/api/links', '/api/links/bulk']
    await keepOn(8, signal, connection =>
      ask(attacker, 'POST', paths[connection % paths.length] ?? '', { body: NESTED }),
    )
  },
  /** Long lists from three accounts, with changing limits, and answers that are never read. */
  lists: async (attacker, signal) => {
    const list = (connection: number, n: number) => {
      const path = `/api/links?limit=${1_000 - ((n * 70 + connection) % 500)}`
      return ['GET', path, { account: [0, 3, 4][connection % 3] ?? 0 }] as const
    }
    await Promise.all([
      keepOn(40, signal, (connection, n) => ask(attacker, ...list(connection, n))),
      keepOn(30, signal, (connection, n) => askUnread(shotOf(attacker, ...list(connection, n)), signal)),
    ])
  },
  /** Edits of 20,000 links with 50 new tags each time, as often as the server accepts them. */
  bulk: async (attacker, signal) => {
    const linkIds = Array.from({ length: 20_000 }, (_, n) => n + 1)
    const tagsOf = (n: number) => Array.from({ length: 50 }, (_, k) => `tag-${n}-${k}`)
    await keepOn(
      2,
      signal,
      (connection, n) =>
        ask(attacker, 'PUT', '/api/links/bulk', {
          account: 0,
          body: { linkIds, updates: { tags: tagsOf(n * 2 + connection) } },
        }),
      500,
    )
  },
  /** Logins of unknown accounts, and wrong passwords for a known one, from one address. */
  logins: async (attacker, signal) =>
    keepOn(16, signal, (connection, n) => {
      const email = connection % 2 === 0 ? attacker.victim : `nobody-${connection}-${n}@bench.example`
      return ask(attacker, 'POST', '/api/login', { body: { email, password: `wrong-${n}` } })
    }),
  crowd,
  values,
  hoard,
  previews,
  silent,
} as const satisfies Record<string, Attack>

export type AttackName = keyof typeof ATTACKS
