import { atom, type Getter, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { ParamsOf } from '../../data/acts/kinds.ts'
import { byLibrary, nameLinks } from '../../data/acts/named-links.ts'
import type { Link } from '../../data/answers.ts'
import { type Id, ownerOf } from '../../data/id.ts'
import { useAct } from '../../data/library/use-library.tsx'
import type { LinkFilters } from '../../data/links/keys.ts'
import type { Outcome } from '../../data/outbox/messages.ts'
import { librariesOf } from '../../parts/commands/roles.ts'
import { listHandleAtom } from '../../parts/list-handle.ts'
import { useActIfUndoable } from '../../parts/use-act-if-undoable.ts'

type Selection = {
  readonly ids: ReadonlySet<Id>
  readonly last: Id | null
  /** The selection has links that are not displayed: all that match, up to a limit. */
  readonly beyond?: Beyond
}
/** isCut: more links match than one act takes. */
type Beyond = { readonly isCut: boolean }
const NONE: Selection = { ids: new Set(), last: null }

/** The ids of the displayed links, in the order shown. */
const shownIds = (get: Getter): Id[] =>
  get(listHandleAtom)
    ?.links()
    .map(({ id }) => id) ?? []

const selectionAtom = atom<Selection>(NONE)
const sizeAtom = atom(get => get(selectionAtom).ids.size)

export const useIsSelected = (id: Id): boolean => useAtomValue(selectionAtom).ids.has(id)
export const useHasSelection = (): boolean => useAtomValue(sizeAtom) > 0

type SelectRequest = { id: Id; isOn: boolean; isRange: boolean }

const selectAtom = atom(null, (get, set, { id, isOn, isRange }: SelectRequest) => {
  const { ids, last, beyond } = get(selectionAtom)
  const shown = shownIds(get)
  const [from, to] = isRange ? [shown.indexOf(last ?? id), shown.indexOf(id)] : [-1, -1]
  const touched = from >= 0 && to >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  const next = new Set(ids)
  for (const each of touched) {
    if (isOn) next.add(each)
    else next.delete(each)
  }
  set(selectionAtom, next.size === 0 ? NONE : { ids: next, last: id, ...(beyond && { beyond }) })
})

const toggleAtom = atom(null, (get, set, id: Id) =>
  set(selectAtom, { id, isOn: !get(selectionAtom).ids.has(id), isRange: false }),
)

const selectAllAtom = atom(null, (get, set) =>
  set(selectionAtom, { ids: new Set(shownIds(get)), last: null }),
)

const clearAtom = atom(null, (_get, set) => set(selectionAtom, NONE))

const forgetBeyondAtom = atom(null, (get, set) => {
  if (get(selectionAtom).beyond) set(selectionAtom, NONE)
})

/** Unselects links that are not displayed, unless all that match were selected. */
const pruneAtom = atom(null, (get, set, shown: readonly Link[]) => {
  const before = get(selectionAtom)
  if (before.ids.size === 0 || before.beyond) return
  const there = new Set(shown.map(({ id }) => id))
  const kept = [...before.ids].filter(id => there.has(id))
  if (kept.length < before.ids.size) set(selectionAtom, { ...before, ids: new Set(kept) })
})

export const useSelectedIds = (): Id[] => [...useAtomValue(selectionAtom).ids]

/** Selects or unselects a link, or the range from the last touched link to this one, in the order shown. */
export const useSelect = () => useSetAtom(selectAtom)

export const useToggleSelected = () => useSetAtom(toggleAtom)

/** Selects all displayed links, or none. */
export const useSelectAll = () => ({ selectAll: useSetAtom(selectAllAtom), clear: useSetAtom(clearAtom) })

/** Selects all links that match these filters, displayed or not. Rejects when they cannot be read. */
export const selectMatchingAtom = atom(null, async (get, set, filters: LinkFilters) => {
  const before = get(selectionAtom)
  const { fetchMatching } = await import('../../data/links/fetch-matching.ts')
  const { ids, isCut } = await fetchMatching(filters)
  // The person has selected something else meanwhile, or has gone to other links.
  if (get(selectionAtom) !== before) return
  set(selectionAtom, { ids, last: null, beyond: { isCut } })
})

const beyondAtom = atom(get => get(selectionAtom).beyond)

/** Whether links are selected that are not displayed, and whether they are all that match; undefined otherwise. */
export const useBeyond = (): Beyond | undefined => useAtomValue(beyondAtom)

type Updates = ParamsOf<'editLinks'>['updates']

/** The updates of each act. Flags on links of others are in one's own library, and so no part of what is changed in theirs. */
const updatesOf = (updates: Updates, library: string | undefined): readonly Updates[] => {
  const { isFavorite, isArchived, ...others } = updates
  if (library === undefined || Object.keys(others).length === 0) return [updates]
  const flags = {
    ...(isFavorite !== undefined && { isFavorite }),
    ...(isArchived !== undefined && { isArchived }),
  }
  return Object.keys(flags).length === 0 ? [others] : [flags, others]
}

/** Whose these links are; undefined: one's own. */
export const useLibrariesOf = (ids: readonly Id[]): ReadonlySet<string | undefined> =>
  librariesOf(ids, useAtomValue(listHandleAtom)?.links() ?? [])

/** Acts on these links, the selected ones, which unselect them. After a refusal they are selected again. */
export const useSelectionActs = () => {
  const act = useAct()
  const actIfUndoable = useActIfUndoable()
  const [selection, set] = useAtom(selectionAtom)
  const list = useAtomValue(listHandleAtom)
  /** One that is not sent yet has a number of this device. */
  const libraryOf = (id: Id) => ownerOf(id) ?? list?.links().find(link => link.id === id)?.library
  const settle = (ids: readonly Id[]) => (outcome: Pick<Outcome, 'status'>) =>
    set(outcome.status !== 'refused' ? NONE : { ...selection, ids: new Set(ids), last: null })
  return {
    /** Links of each library in acts of their own. @returns the first refusal, else the last outcome */
    editLinks: async (
      ids: readonly Id[],
      edit: Omit<ParamsOf<'editLinks'>, 'linkIds' | 'library'>,
    ): Promise<Outcome<'editLinks'>> => {
      const outcomes = await Promise.all(
        byLibrary(ids, libraryOf).flatMap(([library, ids]) =>
          updatesOf(edit.updates, library).map(updates =>
            actIfUndoable(
              'editLinks',
              { ...edit, updates, linkIds: nameLinks(ids), ...(library !== undefined && { library }) },
              { settle: settle(ids) },
            ),
          ),
        ),
      )
      const last = outcomes.at(-1) ?? { status: 'waiting', made: 0 }
      return outcomes.find(({ status }) => status === 'refused') ?? last
    },
    deleteLinks: async (ids: readonly Id[]): Promise<Outcome<'deleteLinks'>> => {
      const outcome = await act('deleteLinks', { linkIds: nameLinks(ids) })
      settle(ids)(outcome)
      return outcome
    },
  }
}

/**
 * The selected ids. Unselects links that leave the displayed ones, and all when the screen closes, so use it once per
 * screen. Links that are not displayed are unselected when `place`, the filters, changes.
 */
export const useSelection = (shown: readonly Link[], place: string): Id[] => {
  const { ids } = useAtomValue(selectionAtom)
  const prune = useSetAtom(pruneAtom)
  const clear = useSetAtom(clearAtom)
  useEffect(() => prune(shown), [shown, prune])
  const forget = useSetAtom(forgetBeyondAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the place changes
  useEffect(() => () => forget(), [place, forget])
  useEffect(() => () => clear(), [clear])
  return [...ids]
}
