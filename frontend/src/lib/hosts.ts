import { useEffect, useState } from 'react'

/** The host without www; the whole text when it is no valid URL. */
export const hostOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  return new URL(url).hostname.replace(/^www\./, '')
}

/** The host as people write it. Hosts of other letters are decoded as soon as that code is loaded. */
export const useShownHost = (url: string): string => {
  const host = hostOf(url)
  const [decoded, setDecoded] = useState({ host, text: host })
  useEffect(() => {
    if (!host.includes('xn--')) return
    import('./punycode.ts').then(
      ({ decodedHost }) => setDecoded({ host, text: decodedHost(host) }),
      () => undefined,
    )
  }, [host])
  return decoded.host === host ? decoded.text : host
}

/** One of the four preview tints, the same every time for a host. */
export const tintOf = (host: string): 1 | 2 | 3 | 4 => {
  let hash = 0
  for (const char of host) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return ((hash % 4) + 1) as 1 | 2 | 3 | 4
}

/** Whether an address may be shown or followed: http and https only. */
export const isWebAddress = (url: string | null): url is string =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)
