import type { Link } from '@lectern/contracts/api/links.ts'
import { useCommandKeys } from '../../../parts/commands/use-commands.tsx'
import { useSelectAll, useSelectedIds, useToggleSelected } from '../selection.ts'
import { useCurrentLink } from './use-current-link.ts'

/** The dashboard's keys. `place` identifies the list that `links` are of. */
export const useShortcuts = (links: readonly Link[], place: string): void => {
  const { current, move } = useCurrentLink(links, place)
  const selected = useSelectedIds()
  const toggle = useToggleSelected()
  const { selectAll, clear } = useSelectAll()
  const selection = { ids: () => selected, toggle, selectAll, clear }
  useCommandKeys({ screen: 'dashboard', link: current, list: { move, selection } })
}
