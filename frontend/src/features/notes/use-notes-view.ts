import { NoteType } from '@lectern/contracts/api/notes.ts'
import { useSearchParams } from 'wouter'
import type { NoteFilters } from '../../data/notes/keys.ts'

/** The tab and the search, which are in the address. One stays when the other changes. */
export const useNotesView = () => {
  const [search, setSearch] = useSearchParams()
  const filters: NoteFilters = {
    type: NoteType.safeParse(search.get('type')).data ?? null,
    q: search.get('q')?.trim() ?? '',
  }
  const set = (name: 'type' | 'q', value: string, replace: boolean) =>
    setSearch(
      previous => {
        const next = new URLSearchParams(previous)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace },
    )
  return {
    filters,
    setType: (type: NoteType | null) => set('type', type ?? '', false),
    setSearchText: (text: string) => set('q', text, true),
  }
}
