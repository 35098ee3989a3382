import type { Prefill } from '../../../parts/dialogs.ts'

/** Reads the url (`save`) and title that the browser extension put into the address; null without them. */
export const readPrefill = (search: string): Prefill | null => {
  const query = new URLSearchParams(search)
  const url = query.get('save')
  if (query.get('source') !== 'chrome_extension' || !url) return null
  const title = query.get('title')
  return { url, ...(title ? { title } : {}) }
}

/** Suggests a title from the last words of an address: '/2024/what-is-a-log.html' gives 'What is a log'. */
export const titleFromUrl = (address: string): string => {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  const segment = url.pathname.split('/').findLast(part => /\p{L}/u.test(part)) ?? ''
  const words = decode(segment)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+\s]+/g, ' ')
    .trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : url.hostname.replace(/^www\./, '')
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
