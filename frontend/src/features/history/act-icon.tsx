import type { ActGroup, HistoryAct } from '@lectern/contracts/api/history.ts'
import {
  Archive,
  BadgeCheck,
  Bookmark,
  Folder,
  FolderInput,
  Import,
  type LucideIcon,
  Pencil,
  Star,
  StickyNote,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react'
import { groupOf } from './act-texts.tsx'

const ICONS: Record<ActGroup, LucideIcon> = {
  saves: Bookmark,
  edits: Pencil,
  moves: FolderInput,
  flags: Star,
  tags: Tag,
  collections: Folder,
  deletions: Trash2,
  notes: StickyNote,
  imports: Import,
  undos: Undo2,
  plan: BadgeCheck,
}

/** The picture of what kind of act it was. The sentence beside it says the same. */
export const ActIcon = ({ act }: { act: HistoryAct }) => {
  const isArchive = act.kind === 'archived' || act.kind === 'unarchived'
  const Icon = isArchive ? Archive : ICONS[groupOf(act) ?? 'edits']
  return <Icon aria-hidden className="text-ink-3" />
}
