import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition, laterPosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import { LRUCache } from 'lru-cache'

/** A write is remembered for this time. Projections that lag longer are an outage. */
export const REMEMBER_SECONDS = 30
/** Users kept at most; for others the cookie still tells. */
const USERS_MAX = 10_000

export type ReadAfter = {
  /** Remembers the position of a user's last write; gives the cookie that tells other gateways. */
  remember(userId: string, position: Position): string
  /** The position that a read of this user must reach: the later of memory and cookie. */
  of(userId: string, cookie: string | undefined): Position | undefined
}

/** Each gateway remembers by itself; the cookie, signed for its user, works across gateways and restarts. */
export const createReadAfter = (secret: string): ReadAfter => {
  const writes = new LRUCache<string, { position: Position; cookie: string }>({
    max: USERS_MAX,
    ttl: REMEMBER_SECONDS * 1_000,
  })
  const sign = (userId: string, text: string) =>
    createHmac('sha256', secret).update(`read-after:${userId}:${text}`).digest('base64url')

  const fromCookie = (userId: string, cookie: string | undefined) => {
    const [text = '', signature = ''] = cookie?.split('~') ?? []
    const expected = Buffer.from(sign(userId, text))
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
      ? parsePosition(text)
      : undefined
  }

  return {
    remember: (userId, position) => {
      const later = laterPosition(writes.get(userId)?.position, position) ?? position
      const text = encodePosition(later)
      const cookie = `${text}~${sign(userId, text)}`
      writes.set(userId, { position: later, cookie })
      return cookie
    },
    of: (userId, cookie) => {
      const remembered = writes.get(userId)
      // Skips the check of the signature for the cookie that this gateway gave.
      const isNew = cookie !== undefined && cookie !== remembered?.cookie
      return laterPosition(remembered?.position, isNew ? fromCookie(userId, cookie) : undefined)
    },
  }
}
