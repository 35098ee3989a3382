import { useAtom } from 'jotai'
import { useSearchParams } from 'wouter'
import { readFilters } from '../../data/links/filters.ts'
import { settingAtom } from '../../lib/settings.ts'

export type View = 'grid' | 'list'

const parseView = (text: string | null): View => (text === 'list' ? 'list' : 'grid')

/** The view chosen last. */
const viewAtom = settingAtom('view', parseView)

/** The filters and the view in the URL. A URL without a view gets the view chosen last. */
export const useView = () => {
  const [search, setSearch] = useSearchParams()
  const [lastView, setLastView] = useAtom(viewAtom)
  const filters = readFilters(search)
  const view = search.has('view') ? parseView(search.get('view')) : lastView

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
      setLastView(chosen)
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
