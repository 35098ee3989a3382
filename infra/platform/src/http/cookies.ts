import { SESSION_DAYS } from '@lectern/contracts/retention.ts'

/**
 * Names end in the store's epoch, since cookies ignore ports: two stacks on one machine do not sign out
 * each other's users. On https the prefix binds cookies to the host.
 */
export type CookieNames = { readonly session: string; readonly readAfter: string; readonly secure: boolean }

/** 8 characters of the store's id. A restored store has another one, so that a client knows that its library is an earlier one. */
export const epochOf = (storeId: string): string =>
  // A UUIDv7 ends in random characters.
  storeId.replaceAll('-', '').slice(-8)

export const cookieNames = (storeId: string, publicUrl: URL | undefined): CookieNames => {
  const secure = publicUrl?.protocol === 'https:'
  const epoch = epochOf(storeId)
  const prefix = secure ? '__Host-' : ''
  return {
    session: `${prefix}lectern_session_${epoch}`,
    readAfter: `${prefix}lectern_after_${epoch}`,
    secure,
  }
}

/** A Set-Cookie value: HttpOnly, SameSite=Lax, whole site. maxAge in seconds; 0 deletes. Values need no escaping. */
export const setCookie = (
  name: string,
  value: string,
  { maxAge, secure }: { maxAge: number; secure: boolean },
): string => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** The value of one cookie of a Cookie header. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** The absolute limit of a session. */
export const SESSION_COOKIE_SECONDS = SESSION_DAYS * 24 * 60 * 60
