import { Check } from 'lucide-react'
import { type ComponentProps, use } from 'react'
import { PHONE, TOUCH, useMedia } from '../../lib/media.ts'
import { useRoles } from '../../parts/commands/roles.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { linkMenu } from '../../parts/link-menu.ts'
import MenuPanel from '../../ui/menu/menu-panel.tsx'
import { CardLink } from './card-link.ts'
import { useToggleSelected } from './selection.ts'

/** The commands that have no button on a card. */
const WITHOUT_BUTTON = [
  'original',
  'notes',
  'edit',
  'collect',
  'offline',
  'epub',
  'share',
  'history',
  'copy',
  'remove',
  'delete',
] as const

/** The open menu of a card. It loads with its entries, which the dashboard does not need before. */
export default function CardPanel(panel: ComponentProps<typeof MenuPanel>) {
  const link = use(CardLink)
  const run = useRun()
  const roleOn = useRoles()
  const hasAll = useMedia(`${TOUCH},${PHONE}`)
  const toggleSelected = useToggleSelected()
  if (!link) return null
  const entries = hasAll
    ? [
        { label: 'Select', icon: Check, onSelect: () => toggleSelected(link.id) },
        ...linkMenu(link, run, roleOn, ['favorite', 'archive', ...WITHOUT_BUTTON]),
      ]
    : linkMenu(link, run, roleOn, WITHOUT_BUTTON)
  return <MenuPanel {...panel} entries={entries} />
}
