/** The host as people name it, without www; the address itself where it is none. */
export const hostOf = (url: string): string => {
  if (!URL.canParse(url)) return url
  return new URL(url).hostname.replace(/^www\./, '')
}

/** One of the four preview tints, always the same for a host. */
export const tintOf = (host: string): 1 | 2 | 3 | 4 => {
  let hash = 0
  for (const char of host) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return ((hash % 4) + 1) as 1 | 2 | 3 | 4
}

/** Addresses to show or follow: http and https only. */
export const isWebAddress = (url: string | null): url is string =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)
