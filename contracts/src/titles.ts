import { TITLE_MAX } from './limits.ts'

/** Suggests a title from the last words of an address: '/2024/what-is-a-log.html' gives 'What is a log'. */
export const titleOfPath = (address: string): string => {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  const segment = url.pathname.split('/').findLast(part => /\p{L}/u.test(part)) ?? ''
  const words = decode(segment)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+\s]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
  const title = words ? words.charAt(0).toUpperCase() + words.slice(1) : url.hostname.replace(/^www\./, '')
  return title.slice(0, TITLE_MAX).toWellFormed()
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The title that a page gives a link whose person typed none; null where it has none. */
export const titleOfPage = (title: string | null): string | null =>
  title?.slice(0, TITLE_MAX).toWellFormed().trim() || null
