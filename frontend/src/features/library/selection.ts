import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

type Selection = { readonly ids: ReadonlySet<number>; readonly last: number | null }
const NONE: Selection = { ids: new Set(), last: null }

const selectionAtom = atom<Selection>(NONE)
const sizeAtom = atom(get => get(selectionAtom).ids.size)

export const useIsSelected = (id: number): boolean => useAtomValue(selectionAtom).ids.has(id)
export const useHasSelection = (): boolean => useAtomValue(sizeAtom) > 0

/** Selects or unselects a link; a range carries on from the last one touched, in the order shown. */
export const useSelect = () => {
  const set = useSetAtom(selectionAtom)
  return (id: number, isOn: boolean, rangeIn?: readonly number[]) =>
    set(({ ids, last }) => {
      const [from, to] = [rangeIn?.indexOf(last ?? id) ?? -1, rangeIn?.indexOf(id) ?? -1]
      const range =
        rangeIn && from >= 0 && to >= 0 ? rangeIn.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      const next = new Set(ids)
      for (const each of range) {
        if (isOn) next.add(each)
        else next.delete(each)
      }
      return { ids: next, last: id }
    })
}

/** What is selected among the links shown; what leaves the list leaves the selection. */
export const useSelection = (shown: readonly number[]) => {
  const [{ ids }, set] = useAtom(selectionAtom)
  useEffect(() => {
    const there = new Set(shown)
    set(before => {
      const kept = [...before.ids].filter(id => there.has(id))
      return kept.length === before.ids.size ? before : { ...before, ids: new Set(kept) }
    })
  }, [shown, set])
  useEffect(() => () => set(NONE), [set])
  return {
    ids: [...ids],
    selectAll: () => set({ ids: new Set(shown), last: null }),
    clear: () => set(NONE),
  }
}
