import { ACT_GROUPS, type ActGroup, ActSource } from '@lectern/contracts/api/history.ts'
import { useMemo } from 'react'
import { useSearch, useSearchParams } from 'wouter'
import type { HistoryFilters, Wanted } from './api.ts'

const ID = /^[1-9]\d{0,8}$/
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const TAG_MAX = 200
const SEARCH_MAX = 500

const isGroup = (text: string): text is ActGroup => Object.hasOwn(ACT_GROUPS, text)

/** The filters in an address. What is no value of a filter counts as absent. */
export const readView = (search: string): Wanted => {
  const params = new URLSearchParams(search)
  const text = (name: string) => params.get(name)?.trim() ?? ''
  const matching = (name: string, pattern: RegExp) => (pattern.test(text(name)) ? text(name) : '')
  const id = (name: string) => Number(matching(name, ID)) || null
  const kind = text('kind')
  const before = text('before')
  return {
    filters: {
      kind: isGroup(kind) ? kind : null,
      via: ActSource.safeParse(text('via')).data ?? null,
      link: id('link'),
      collection: id('collection'),
      tag: text('tag').slice(0, TAG_MAX),
      import: matching('import', UUID),
      from: matching('from', DAY),
      to: matching('to', DAY),
      q: text('q').slice(0, SEARCH_MAX),
    },
    month: matching('month', MONTH),
    before: Number.isNaN(Date.parse(before)) ? '' : before,
  }
}

/** The names in the address. `link` stays when the filters are cleared: it is the page's subject. */
export type Name = Exclude<keyof HistoryFilters, 'link'> | 'month' | 'before'

/** What the history shows. All of it is in the address. */
export const useHistoryView = () => {
  const search = useSearch()
  const [, setSearch] = useSearchParams()
  const wanted = useMemo(() => readView(search), [search])
  /** Another filter begins at the newest act again. */
  const set = (values: Partial<Record<Name, string>>, replace = false) =>
    setSearch(
      previous => {
        const next = new URLSearchParams(previous)
        for (const [name, value] of Object.entries({ month: '', before: '', ...values })) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace },
    )
  const clear = () => set({ kind: '', via: '', collection: '', tag: '', import: '', from: '', to: '', q: '' })
  return { wanted, set, clear }
}
