import type { LinkFilters } from './keys.ts'

/** The filters in the dashboard's query string. */
export const readFilters = (search: URLSearchParams): LinkFilters => {
  const collection = search.get('collection') ?? ''
  return {
    favorite: search.get('favorite') === 'true',
    archived: search.get('archived') === 'true',
    q: search.get('q')?.trim() ?? '',
    collection:
      collection === 'none' ? 'none' : /^[1-9]\d{0,8}$/.test(collection) ? Number(collection) : null,
  }
}
