import { PAGE_LIMITS } from '@lectern/contracts/page-limits.ts'
import { isDateLine } from './clean/dates.ts'
import { sameName, short } from './short.ts'

const label =
  /^(?:(?:posted|written|reported|reviewed|published|story|words|text|article)\s+)?(?:by|von|par|por|di|door|av|af)\s*:?\s+/i
const separators = /\s*[|·•\n]\s*|\s+[–—-]\s+|\s*,\s*/

/** The names of a byline: without 'By', dates and the site. Null when nothing else is there, or it is an address. */
export function authorName(value: string | null | undefined, siteName: string | null = null): string | null {
  const line = short(value, PAGE_LIMITS.author)?.replace(label, '')
  if (!line || /^(https?:|www\.)/i.test(line)) return null
  const withoutDate = line.replace(
    /\s*\(?(?:on\s+)?(?:\p{L}{3,9}\.?,?\s+\d{1,2},?\s+\d{4}|\d{4}-\d{2}-\d{2}\S*|\d{1,2}[./]\d{1,2}[./]\d{2,4}).*$/u,
    '',
  )
  const rest = withoutDate.replace(/[\s|·•,–—-]+$/u, '')
  const parts = rest.split(separators).filter(part => part !== '')
  const isName = (part: string) => !isDateLine(part) && !sameName(part, siteName) && /\p{L}/u.test(part)
  const names = parts.filter(isName)
  if (names.length === 0) return null
  return names.length === parts.length && rest === line ? line : names.join(', ').replace(label, '')
}
