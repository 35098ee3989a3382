import type { Link } from '@lectern/contracts/api/links.ts'
import { atom, type Getter, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { ParamsOf } from '../../data/acts/kinds.ts'
import type { Outcome } from '../../data/outbox/outbox.ts'
import { useAct } from '../../data/use-library.tsx'
import { listHandleAtom } from '../../parts/list-handle.ts'

type Selection = { readonly ids: ReadonlySet<number>; readonly last: number | null }
const NONE: Selection = { ids: new Set(), last: null }

/** The ids of the displayed links, in the order shown. */
const shownIds = (get: Getter): number[] =>
  get(listHandleAtom)
    ?.links()
    .map(({ id }) => id) ?? []

const selectionAtom = atom<Selection>(NONE)
const sizeAtom = atom(get => get(selectionAtom).ids.size)

export const useIsSelected = (id: number): boolean => useAtomValue(selectionAtom).ids.has(id)
export const useHasSelection = (): boolean => useAtomValue(sizeAtom) > 0

type SelectRequest = { id: number; isOn: boolean; isRange: boolean }

const selectAtom = atom(null, (get, set, { id, isOn, isRange }: SelectRequest) => {
  const { ids, last } = get(selectionAtom)
  const shown = shownIds(get)
  const [from, to] = isRange ? [shown.indexOf(last ?? id), shown.indexOf(id)] : [-1, -1]
  const touched = from >= 0 && to >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  const next = new Set(ids)
  for (const each of touched) {
    if (isOn) next.add(each)
    else next.delete(each)
  }
  set(selectionAtom, { ids: next, last: id })
})

const toggleAtom = atom(null, (get, set, id: number) =>
  set(selectAtom, { id, isOn: !get(selectionAtom).ids.has(id), isRange: false }),
)

const selectAllAtom = atom(null, (get, set) =>
  set(selectionAtom, { ids: new Set(shownIds(get)), last: null }),
)

const clearAtom = atom(null, (_get, set) => set(selectionAtom, NONE))

/** Unselects links that are not displayed. */
const pruneAtom = atom(null, (get, set, shown: readonly Link[]) => {
  const before = get(selectionAtom)
  if (before.ids.size === 0) return
  const there = new Set(shown.map(({ id }) => id))
  const kept = [...before.ids].filter(id => there.has(id))
  if (kept.length < before.ids.size) set(selectionAtom, { ...before, ids: new Set(kept) })
})

export const useSelectedIds = (): number[] => [...useAtomValue(selectionAtom).ids]

/** Selects or unselects a link, or the range from the last touched link to this one, in the order shown. */
export const useSelect = () => useSetAtom(selectAtom)

export const useToggleSelected = () => useSetAtom(toggleAtom)

/** Selects all displayed links, or none. */
export const useSelectAll = () => ({ selectAll: useSetAtom(selectAllAtom), clear: useSetAtom(clearAtom) })

/** Changes or deletes the selected links and unselects them. After a refusal they are selected again. */
export const useActOnSelection = () => {
  const act = useAct()
  const set = useSetAtom(selectionAtom)
  return async <N extends 'editLinks' | 'deleteLinks'>(
    name: N,
    params: ParamsOf<N> & { linkIds: readonly number[] },
  ): Promise<Outcome<N>> => {
    const outcome = await act(name, params)
    set(outcome.status === 'refused' ? { ids: new Set(params.linkIds), last: null } : NONE)
    return outcome
  }
}

/** The selected ids. Unselects links that leave the displayed ones, and all when the screen closes, so use it once per screen. */
export const useSelection = (shown: readonly Link[]): number[] => {
  const { ids } = useAtomValue(selectionAtom)
  const prune = useSetAtom(pruneAtom)
  const clear = useSetAtom(clearAtom)
  useEffect(() => prune(shown), [shown, prune])
  useEffect(() => () => clear(), [clear])
  return [...ids]
}
