import { useSearchParams } from 'wouter'
import { readFilters } from '../../lib/link-filters.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

export type View = 'grid' | 'list'

/** The filters and the view in the URL. A URL without a view gets the view chosen last. */
export const useView = () => {
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const view: View = (search.get('view') ?? readStored('view')) === 'list' ? 'list' : 'grid'

  return {
    filters,
    view,
    setFilter: (name: 'favorite' | 'archived', isOn: boolean) =>
      setSearch(previous => {
        const next = new URLSearchParams(previous)
        if (isOn) next.set(name, 'true')
        else next.delete(name)
        return next
      }),
    setCollection: (id: number | null) =>
      setSearch(previous => {
        const next = new URLSearchParams(previous)
        if (id === null) next.delete('collection')
        else next.set('collection', String(id))
        return next
      }),
    setSearchText: (text: string) =>
      setSearch(
        previous => {
          const next = new URLSearchParams(previous)
          if (text.trim() === '') next.delete('q')
          else next.set('q', text)
          return next
        },
        { replace: true },
      ),
    setView: (chosen: View) => {
      writeStored('view', chosen)
      setSearch(
        previous => {
          const next = new URLSearchParams(previous)
          next.set('view', chosen)
          return next
        },
        { replace: true },
      )
    },
    clearFilters: () =>
      setSearch(previous => {
        const next = new URLSearchParams(previous)
        next.delete('favorite')
        next.delete('archived')
        next.delete('collection')
        next.delete('q')
        return next
      }),
  }
}
