import { useSearchParams } from 'wouter'
import { readFilters } from '../../data/links/filters.ts'
import type { LinkFilters } from '../../data/links/keys.ts'

/** The moment and the filters in the address. */
export const usePastView = () => {
  const [search, setSearch] = useSearchParams()
  const at = search.get('at') ?? ''
  const filters: LinkFilters = { ...readFilters(search, '/dashboard'), progress: null, sort: 'newest' }

  /** The address with these values; null takes one away. */
  const hrefWith = (values: Readonly<Record<string, string | null>>): string => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values))
      if (value === null) next.delete(name)
      else next.set(name, value)
    return `/dashboard?${next}`
  }

  return {
    at,
    filters,
    hrefWith,
    setSearchText: (q: string) =>
      setSearch(
        before => {
          const next = new URLSearchParams(before)
          if (q === '') next.delete('q')
          else next.set('q', q)
          return next
        },
        { replace: true },
      ),
  }
}
