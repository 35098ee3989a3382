import { useEffect, useState } from 'react'

/** The host without www; the whole text when it is no valid URL. */
export const hostOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  return new URL(url).hostname.replace(/^www\./, '')
}

/** A host, or the name of a site, as people write it. Hosts of other letters are decoded as soon as that code is loaded. */
export const useShownName = (name: string): string => {
  const [decoded, setDecoded] = useState({ name, text: name })
  useEffect(() => {
    if (!name.includes('xn--')) return
    import('./punycode.ts').then(
      ({ decodedHost }) => setDecoded({ name, text: decodedHost(name) }),
      () => undefined,
    )
  }, [name])
  return decoded.name === name ? decoded.text : name
}

/** The host of an address as people write it. */
export const useShownHost = (url: string): string => useShownName(hostOf(url))

/** One of the four preview tints, the same every time for a host. */
export const tintOf = (host: string): 1 | 2 | 3 | 4 => {
  let hash = 0
  for (const char of host) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return ((hash % 4) + 1) as 1 | 2 | 3 | 4
}

/** Whether an address may be shown or followed: http and https only. */
export const isWebAddress = (url: string | null): url is string =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)
