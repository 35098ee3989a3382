import type { Link } from '@lectern/contracts/api/links.ts'
import { useKeys } from '../../../lib/keyboard/use-keys.ts'
import { useFavorite } from '../../../lib/link-actions.ts'
import { useNavigate } from '../../../lib/navigation.tsx'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { useArchive } from '../library-actions.ts'
import { useSelectAll, useSelectedIds, useToggleSelected } from '../selection.ts'
import { useView } from '../use-view.ts'
import type { Keys } from './shortcut-list.ts'
import { useCurrentLink } from './use-current-link.ts'

const focusSearch = () => {
  const box = document.querySelector<HTMLInputElement>('input[type=search]')
  box?.focus()
  box?.select()
}

/** The dashboard's keyboard shortcuts. */
export const useShortcuts = (): void => {
  const navigate = useNavigate()
  const { filters } = useView()
  const { current, move } = useCurrentLink(JSON.stringify(filters))
  const favorite = useFavorite()
  const archive = useArchive()
  const selected = useSelectedIds()
  const toggle = useToggleSelected()
  const { selectAll, clear } = useSelectAll()
  const openDialog = useOpenDialog()

  const onCurrent = (act: (link: Link) => void) => () => {
    const link = current()
    if (link) act(link)
  }
  const open = onCurrent(({ id }) => navigate(`/reader/${id}`))
  const handlers: Record<Keys, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    Enter: open,
    o: open,
    '/': focusSearch,
    'g d': () => navigate('/dashboard'),
    'g n': () => navigate('/notes'),
    'g i': () => navigate('/import'),
    n: () => openDialog('addLink', {}),
    f: onCurrent(({ id, isFavorite }) => favorite.mutate({ id, isFavorite: !isFavorite })),
    a: onCurrent(({ id, isArchived }) => archive.mutate({ id, isArchived: !isArchived })),
    '#': () => {
      if (selected.length > 0) openDialog('bulkDelete', { linkIds: selected })
      else onCurrent(link => openDialog('deleteLink', { link }))()
    },
    x: onCurrent(({ id }) => toggle(id)),
    '* a': selectAll,
    '* n': clear,
    '?': () => openDialog('shortcuts', {}),
  }
  useKeys(handlers)
}
