import { useAtomValue } from 'jotai'
import { settingAtom } from '../../lib/settings.ts'
import { type Id, idIn } from '../id.ts'
import { type LinkFilters, PROGRESSES, SORTS, type Sort } from './keys.ts'

export type Sorts = Readonly<Record<string, Sort>>

/** The orders kept; the oldest are dropped first. */
const SORTS_MAX = 100

const parseSorts = (stored: string | null): Sorts => {
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}')
    const sorts = Object.entries(parsed ?? {}).filter(([, sort]) => SORTS.includes(sort as Sort))
    return Object.fromEntries(sorts.slice(-SORTS_MAX)) as Sorts
  } catch {
    return {}
  }
}

/** The order chosen last for each view, on this device. */
export const sortsAtom = settingAtom<Sorts>('sorts', parseSorts, JSON.stringify)

/** Names a view, which has an order of its own: the library, its archive or favorites, a collection. */
export const viewKey = ({ favorite, archived, collection }: Omit<LinkFilters, 'sort'>): string =>
  `${collection ?? 'all'}${archived ? ' archived' : ''}${favorite ? ' favorite' : ''}`

/** Addresses of the dashboard. */
export const LIBRARY = /^\/(?:dashboard|save|share)?\/?$/
/** A collection of somebody else: its library, and its number there. */
export const SHARED = /^\/shared\/([^/]+)\/([1-9]\d{0,8})\/?$/

/** The collection of somebody else whose screen has this path. */
export const sharedAt = (path: string): Id | undefined => {
  const [, library, number] = SHARED.exec(path) ?? []
  return library === undefined ? undefined : idIn(library, Number(number))
}

/** The filters in the query string of the dashboard, or of a collection of somebody else. */
export const readFilters = (search: URLSearchParams, path = location.pathname): Omit<LinkFilters, 'sort'> => {
  const collection = search.get('collection') ?? ''
  return {
    favorite: search.get('favorite') === 'true',
    archived: search.get('archived') === 'true',
    q: search.get('q')?.trim() ?? '',
    collection:
      sharedAt(path) ??
      (collection === 'none' ? 'none' : /^[1-9]\d{0,8}$/.test(collection) ? Number(collection) : null),
    progress: PROGRESSES.find(each => each === search.get('progress')) ?? null,
  }
}

/** The filters in an address with the order that the person has chosen for this view. */
export const useFilters = (search: URLSearchParams, path: string): LinkFilters => {
  const sorts = useAtomValue(sortsAtom)
  const filters = readFilters(search, path)
  return { ...filters, sort: filters.q === '' ? (sorts[viewKey(filters)] ?? 'newest') : 'newest' }
}
