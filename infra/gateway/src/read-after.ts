import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition, laterPosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import { LRUCache } from 'lru-cache'

/** How long a write is remembered, in seconds: projections that trail by more than this are an outage of their own. */
export const REMEMBER_SECONDS = 30
/** The cookie tells of writes that this gateway forgets. */
const USERS_MAX = 10_000

export type ReadAfter = {
  /** Notes how far this user's last write was; gives the cookie value that tells other gateways. */
  remember(userId: string, position: Position): string
  /** How far a read of this user must be: the later of what this gateway and the cookie know. */
  of(userId: string, cookie: string | undefined): Position | undefined
}

/** The memory is per gateway; the cookie, signed for its user, carries it across gateways and restarts. */
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
      // Our own cookie says nothing new, and to check it takes as long as all else here.
      const isNew = cookie !== undefined && cookie !== remembered?.cookie
      return laterPosition(remembered?.position, isNew ? fromCookie(userId, cookie) : undefined)
    },
  }
}
