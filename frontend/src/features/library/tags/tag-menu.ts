import { Merge, Pencil, Trash2 } from 'lucide-react'
import type { Dialogs } from '../../../parts/dialogs.ts'
import type { MenuEntry } from '../../../ui/menu/menu.tsx'

/** Acts on a tag. */
export type TagAct = NonNullable<Dialogs['tags']['wants']>['act']

export const tagMenu = (onChoose: (act: TagAct) => void): MenuEntry[] => [
  { label: 'Rename', icon: Pencil, onSelect: () => onChoose('rename') },
  { label: 'Merge into…', icon: Merge, onSelect: () => onChoose('merge') },
  { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => onChoose('delete') },
]
