/**
 * Cookies ignore ports, so their names end in 8 characters of the store's id: two stacks on one machine do not
 * sign each other's users out. On https the session cookie is bound to the host by its prefix.
 */
export type CookieNames = { readonly session: string; readonly readAfter: string; readonly secure: boolean }

export const cookieNames = (storeId: string, publicUrl: URL | undefined): CookieNames => {
  const secure = publicUrl?.protocol === 'https:'
  // The last characters of a UUIDv7 are the random ones.
  const suffix = storeId.replaceAll('-', '').slice(-8)
  const prefix = secure ? '__Host-' : ''
  return {
    session: `${prefix}lectern_session_${suffix}`,
    readAfter: `${prefix}lectern_after_${suffix}`,
    secure,
  }
}

/** A Set-Cookie value: HttpOnly, SameSite=Lax, whole site. maxAge in seconds; 0 deletes. Values need no escaping. */
export const setCookie = (
  name: string,
  value: string,
  { maxAge, secure }: { maxAge: number; secure: boolean },
): string => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`

/** The value of one cookie of a Cookie header; undefined where it is not there. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** How long a browser keeps the session cookie: the absolute limit of sessions. */
export const SESSION_COOKIE_SECONDS = 180 * 24 * 60 * 60
