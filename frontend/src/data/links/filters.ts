import { useAtomValue } from 'jotai'
import { settingAtom } from '../../lib/settings.ts'
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

/** The filters in the dashboard's query string. */
export const readFilters = (search: URLSearchParams): Omit<LinkFilters, 'sort'> => {
  const collection = search.get('collection') ?? ''
  return {
    favorite: search.get('favorite') === 'true',
    archived: search.get('archived') === 'true',
    q: search.get('q')?.trim() ?? '',
    collection:
      collection === 'none' ? 'none' : /^[1-9]\d{0,8}$/.test(collection) ? Number(collection) : null,
    progress: PROGRESSES.find(each => each === search.get('progress')) ?? null,
  }
}

/** The filters in a query string with the order that the person has chosen for this view. */
export const useFilters = (search: URLSearchParams): LinkFilters => {
  const sorts = useAtomValue(sortsAtom)
  const filters = readFilters(search)
  return { ...filters, sort: filters.q === '' ? (sorts[viewKey(filters)] ?? 'newest') : 'newest' }
}
