import { useAtom } from 'jotai'
import { useLocation, useSearchParams } from 'wouter'
import { useListFilters } from '../../data/library/use-shared.ts'
import { sharedAt, sortsAtom, viewKey } from '../../data/links/filters.ts'
import type { Progress, Sort } from '../../data/links/keys.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { settingAtom } from '../../lib/settings.ts'

export type View = 'grid' | 'list'

const parseView = (text: string | null): View => (text === 'list' ? 'list' : 'grid')

/** The view chosen last. */
const viewAtom = settingAtom('view', parseView)

/** The filters and the view in the URL. A URL without a view gets the view chosen last. */
export const useView = () => {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const [lastView, setLastView] = useAtom(viewAtom)
  const [path] = useLocation()
  const filters = useListFilters(search, path)
  const [sorts, setSorts] = useAtom(sortsAtom)
  const view = search.has('view') ? parseView(search.get('view')) : lastView

  /** Changes these values of the query string; null takes one away. */
  const change = (values: Readonly<Record<string, string | null>>, options?: { replace: boolean }) =>
    setSearch(previous => {
      const next = new URLSearchParams(previous)
      for (const [name, value] of Object.entries(values))
        if (value === null) next.delete(name)
        else next.set(name, value)
      return next
    }, options)

  return {
    filters,
    view,
    setFilter: (name: 'favorite' | 'archived', isOn: boolean) => change({ [name]: isOn ? 'true' : null }),
    /** null shows all. */
    setProgress: (progress: Progress | null) => change({ progress }),
    setSort: (sort: Sort) => {
      const { [viewKey(filters)]: _, ...others } = sorts
      setSorts({ ...others, [viewKey(filters)]: sort })
    },
    setCollection: (id: number | null) => change({ collection: id === null ? null : String(id) }),
    setSearchText: (text: string) => change({ q: text.trim() === '' ? null : text }, { replace: true }),
    setView: (chosen: View) => {
      setLastView(chosen)
      change({ view: chosen }, { replace: true })
    },
    /** Keeps the search, in all of the library or of its archive. */
    widen: () =>
      sharedAt(path)
        ? navigate(`/dashboard?${new URLSearchParams({ q: filters.q })}`)
        : change({ favorite: null, collection: null, progress: null }),
    clearFilters: () =>
      sharedAt(path)
        ? navigate('/dashboard')
        : change({ favorite: null, archived: null, collection: null, progress: null, q: null }),
  }
}
