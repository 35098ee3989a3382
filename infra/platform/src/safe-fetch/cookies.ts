/** A host that sets more is not read further. Lengths in UTF-16 units. */
const maxOfHost = 30
const maxCookie = 4_096
/** A name and a value that a header may hold. */
const pair = /^([\w!#$%&'*+.^`|~-]{1,256})=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e" ,\\]*)$/

type Cookie = { readonly value: string; readonly path: string; readonly isSecure: boolean }

/**
 * The cookies of one chain of redirects: some sites send a browser around until its cookie comes back. Each goes to the host alone that
 * set it, so no host learns another's, and all are forgotten with the chain.
 */
export type Cookies = {
  /** The header for a request, or undefined. */
  of(url: URL): string | undefined
  /** Keeps what an answer sets. */
  keep(url: URL, lines: readonly string[]): void
}

export function createCookies(): Cookies {
  const hosts = new Map<string, Map<string, Cookie>>()
  return {
    of(url) {
      const known = [...(hosts.get(url.host) ?? [])].filter(
        ([, { path, isSecure }]) => isUnder(url.pathname, path) && (!isSecure || url.protocol === 'https:'),
      )
      return known.map(([name, { value }]) => `${name}=${value}`).join('; ') || undefined
    },
    keep(url, lines) {
      const known = hosts.get(url.host) ?? new Map<string, Cookie>()
      hosts.set(url.host, known)
      for (const line of lines.slice(0, maxOfHost)) {
        const [first = '', ...rest] = line.slice(0, maxCookie).split(';')
        const [, name, value] = pair.exec(first.trim()) ?? []
        if (name === undefined || value === undefined) continue
        const attributes = new Map(rest.map(attributeOf))
        if (isOver(attributes)) known.delete(name)
        else if (known.size < maxOfHost || known.has(name)) {
          const path = attributes.get('path')
          known.set(name, {
            value,
            path: path?.startsWith('/') ? path : '/',
            isSecure: attributes.has('secure'),
          })
        }
      }
    },
  }
}

function attributeOf(part: string): [string, string] {
  const [name = '', ...value] = part.split('=')
  return [name.trim().toLowerCase(), value.join('=').trim()]
}

/** A site deletes a cookie by giving it an end in the past. */
function isOver(attributes: ReadonlyMap<string, string>): boolean {
  const age = attributes.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  const end = Date.parse(attributes.get('expires') ?? '')
  return !Number.isNaN(end) && end < Date.now()
}

const isUnder = (path: string, prefix: string) =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
