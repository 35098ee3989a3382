import type { Link } from '@lectern/contracts/api/links.ts'
import { useCommandKeys } from '../../../parts/commands/use-commands.tsx'
import { useActOnSelection, useSelectAll, useSelectedIds, useToggleSelected } from '../selection.ts'
import { useView } from '../use-view.ts'
import { useCurrentLink } from './use-current-link.ts'

/** The dashboard's keys. `place` identifies the list that `links` are of. */
export const useShortcuts = (links: readonly Link[], place: string): void => {
  const { current, move, moveInGrid } = useCurrentLink(links, place)
  const selected = useSelectedIds()
  const toggle = useToggleSelected()
  const act = useActOnSelection()
  const { setView } = useView()
  const { selectAll, clear } = useSelectAll()
  const selection = {
    links: () => links.filter(({ id }) => selected.includes(id)),
    edit: (updates: Parameters<typeof act<'editLinks'>>[1]['updates']) =>
      void act('editLinks', { linkIds: selected, updates }),
    toggle,
    selectAll,
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
