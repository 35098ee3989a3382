import type { ParamsOf } from '../../../data/acts/kinds.ts'
import type { Link, LinkList } from '../../../data/answers.ts'
import { useCommandKeys } from '../../../parts/commands/use-commands.tsx'
import { useSelectMatching } from '../bulk/use-select-matching.ts'
import { useSelectAll, useSelectedIds, useSelectionActs, useToggleSelected } from '../selection.ts'
import { useView } from '../use-view.ts'
import { useCurrentLink } from './use-current-link.ts'

const NO_LINKS: readonly Link[] = []

/** The dashboard's keys. `place` identifies the list. */
export const useShortcuts = (list: LinkList | undefined, place: string): void => {
  const links = list?.links ?? NO_LINKS
  const selectMatching = useSelectMatching()
  const { current, move, moveInGrid } = useCurrentLink(links, place)
  const selected = useSelectedIds()
  const toggle = useToggleSelected()
  const { editLinks } = useSelectionActs()
  const { setView } = useView()
  const { selectAll, clear } = useSelectAll()
  const selection = {
    links: () => {
      const ids = new Set(selected)
      return links.filter(({ id }) => ids.has(id))
    },
    ids: () => selected,
    edit: (updates: ParamsOf<'editLinks'>['updates']) => void editLinks(selected, { updates, byKey: true }),
    toggle,
    // A second time it selects those that are not displayed, too.
    selectAll: () => {
      if (list?.nextCursor && selected.length === links.length) void selectMatching()
      else selectAll()
    },
    clear,
  }
  useCommandKeys({
    screen: 'dashboard',
    link: current,
    list: { move, selection, show: setView },
    others: {
      Escape: () => selected.length > 0 && clear(),
      ArrowDown: () => moveInGrid(0, 1),
      ArrowUp: () => moveInGrid(0, -1),
      ArrowRight: () => moveInGrid(1, 0),
      ArrowLeft: () => moveInGrid(-1, 0),
    },
  })
}
