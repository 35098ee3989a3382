import { setTimeout as wait } from 'node:timers/promises'
import { askUnread, keepOn, type Shot, shoot } from './flood.ts'

/** The attacker's means: sessions of their accounts, and their web servers. */
export type Target = {
  readonly port: number
  /** Cookie headers of the attacker's accounts. The first account has a large library. */
  readonly cookies: readonly string[]
  /** Links of the large library. */
  readonly links: number
  /** The client address of the attacker's requests. */
  readonly address: string
  /** The email of the person whom the attacker tries to lock out. */
  readonly victim: string
  /** Addresses of the attacker's web servers. */
  readonly sites: { readonly hanging: readonly string[]; readonly slow: string; readonly pages: string }
  /** A text that differs in each run. */
  readonly tag: string
}

type Attack = (target: Target, signal: AbortSignal) => Promise<void>

const NESTED = Buffer.from('['.repeat(500_000) + ']'.repeat(500_000))
const HANGING_LINKS = 480
const SLOW_LINKS = 20

const shotOf = (
  { port, cookies, address }: Target,
  method: string,
  path: string,
  { account = 0, body }: { account?: number | undefined; body?: object | Buffer } = {},
): Shot => ({
  port,
  method,
  path,
  headers: {
    'x-forwarded-for': address,
    ...(account !== undefined && { cookie: cookies[account] ?? '' }),
  },
  ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
})

const save = (target: Target, account: number, url: string) =>
  shoot(shotOf(target, 'POST', '/api/links', { account, body: { url, title: 'A link' } }))

/** Saves the urls on a few connections and retries refused saves. */
const saveAll = async (target: Target, account: number, urls: readonly string[], signal: AbortSignal) => {
  const left = [...urls]
  const work = async () => {
    for (let url = left.pop(); url !== undefined && !signal.aborted; url = left.pop()) {
      const status = await save(target, account, url).catch(() => 0)
      if (status >= 300 && status !== 402 && status !== 409) {
        left.push(url)
        await wait(250)
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
}

/** The attacks by their names in `make hostile`. Each runs until the signal aborts. */
export const ATTACKS = {
  /** Point 1: pages whose results cannot be stored. */
  pages: async (target, signal) => {
    const kinds = ['language', 'title', 'nul', 'roots', 'nested']
    await keepOn(
      1,
      signal,
      (_, n) => save(target, 1, `${target.sites.pages}/${kinds[n % kinds.length]}/${target.tag}-${n}`),
      250,
    )
  },
  /** Point 3: hosts that never answer, and slow pages on one host. */
  hanging: async (target, signal) => {
    const { hanging, slow } = target.sites
    const urls = Array.from(
      { length: HANGING_LINKS },
      (_, n) => `${hanging[n % hanging.length]}/${target.tag}-${n}`,
    )
    const pages = Array.from({ length: SLOW_LINKS }, (_, n) => `${slow}/${target.tag}-${n}`)
    await Promise.all([saveAll(target, 1, urls, signal), saveAll(target, 2, pages, signal)])
  },
  /** Point 5: saves to a library whose rows cannot be written. */
  stuck: async (target, signal) =>
    keepOn(
      2,
      signal,
      (connection, n) => save(target, 2, `${target.sites.pages}/fine/${target.tag}-${connection}-${n}`),
      100,
    ),
  /** Point 8: 1 MB of nested JSON without a session, to existing and missing paths. */
  nested: async (target, signal) => {
    const paths = ['/api/nowhere', '/api/login', '/api/links', '/api/links/bulk']
    await keepOn(8, signal, connection =>
      shoot(
        shotOf(target, 'POST', paths[connection % paths.length] ?? '', { account: undefined, body: NESTED }),
      ),
    )
  },
  /** Point 9: long lists from three accounts, with changing limits, and answers that are never read. */
  lists: async (target, signal) => {
    const list = (connection: number, n: number) =>
      shotOf(target, 'GET', `/api/links?limit=${1_000 - ((n * 70 + connection) % 500)}`, {
        account: [0, 3, 4][connection % 3],
      })
    await Promise.all([
      keepOn(40, signal, (connection, n) => shoot(list(connection, n))),
      keepOn(30, signal, (connection, n) => askUnread(list(connection, n), signal)),
    ])
  },
  /** Point 10: edits of 20,000 links with 50 new tags each time, as often as the server accepts them. */
  bulk: async (target, signal) => {
    const linkIds = Array.from({ length: 20_000 }, (_, n) => n + 1)
    const tagsOf = (n: number) => Array.from({ length: 50 }, (_, k) => `tag-${n}-${k}`)
    await keepOn(
      2,
      signal,
      (connection, n) =>
        shoot(
          shotOf(target, 'PUT', '/api/links/bulk', {
            body: { linkIds, updates: { tags: tagsOf(n * 2 + connection) } },
          }),
        ),
      500,
    )
  },
  /** Point 11: logins of unknown accounts, and wrong passwords for a known one. */
  logins: async (target, signal) =>
    keepOn(16, signal, (connection, n) => {
      const email = connection % 2 === 0 ? target.victim : `nobody-${connection}-${n}@bench.example`
      return shoot(
        shotOf(target, 'POST', '/api/login', { account: undefined, body: { email, password: `wrong-${n}` } }),
      )
    }),
} as const satisfies Record<string, Attack>

export type AttackName = keyof typeof ATTACKS
