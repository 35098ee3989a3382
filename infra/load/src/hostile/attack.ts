import { type Shot, shoot } from './flood.ts'

/** What an attacker has: sessions of their accounts, and their web servers. */
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

/** Answers to an attack by their status; 0 has the requests that got none. */
export type Answers = Record<number, number>

export type Attacker = Target & { readonly answers: Answers }

/** Runs until the signal aborts. */
export type Attack = (attacker: Attacker, signal: AbortSignal) => Promise<void>

type Request = {
  /** Place of the account that asks. A request without one has no session. */
  readonly account?: number
  readonly body?: object | Buffer
  /** Content type of the body. */
  readonly type?: string
  /** Another client address than the attacker's. */
  readonly address?: string
}

export const shotOf = (
  { port, cookies, address: ownAddress }: Target,
  method: string,
  path: string,
  { account, body, type = 'application/json', address = ownAddress }: Request = {},
): Shot => ({
  port,
  method,
  path,
  headers: {
    'x-forwarded-for': address,
    ...(account !== undefined && { cookie: cookies[account] ?? '' }),
    ...(body && { 'content-type': type }),
  },
  ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
})

/** Sends a request and counts the answer. @returns the status */
export const ask = async (
  attacker: Attacker,
  method: string,
  path: string,
  request?: Request,
): Promise<number> => {
  const { answers } = attacker
  let status = 0
  try {
    status = await shoot(shotOf(attacker, method, path, request))
    return status
  } finally {
    answers[status] = (answers[status] ?? 0) + 1
  }
}

export const save = (attacker: Attacker, account: number, url: string): Promise<number> =>
  ask(attacker, 'POST', '/api/links', { account, body: { url, title: 'A link' } })
