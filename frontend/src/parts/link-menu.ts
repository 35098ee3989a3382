import {
  Archive,
  ArchiveRestore,
  Copy,
  Download,
  ExternalLink,
  FolderInput,
  FolderMinus,
  History,
  Pencil,
  Share2,
  Star,
  StickyNote,
  Trash2,
} from 'lucide-react'
import { isUnsent } from '../data/acts/act.ts'
import type { Link } from '../data/answers.ts'
import type { RoleOn } from '../data/library/use-shared.ts'
import { isWebAddress } from '../lib/hosts.ts'
import type { MenuEntry } from '../ui/menu/menu.tsx'
import { mayEdit } from './commands/roles.ts'
import type { Run } from './commands/use-commands.tsx'
import { offlineEntry } from './offline/offline-entry.tsx'

type Item =
  | 'favorite'
  | 'original'
  | 'notes'
  | 'archive'
  | 'edit'
  | 'collect'
  | 'offline'
  | 'epub'
  | 'share'
  | 'history'
  | 'copy'
  | 'remove'
  | 'delete'

/** Of the owner alone. */
const OWN: readonly Item[] = ['epub', 'share', 'history', 'delete']
const EDITS: readonly Item[] = ['edit', 'collect', 'remove']

/** What the role does not allow is not offered. */
const isOffered = (item: Item, link: Link, roleOn: RoleOn): boolean => {
  if (link.library === undefined) return item !== 'remove'
  return !OWN.includes(item) && (!EDITS.includes(item) || mayEdit(roleOn, link))
}

/** The chosen menu entries for a link, in this order. */
export const linkMenu = (link: Link, run: Run, roleOn: RoleOn, items: readonly Item[]): MenuEntry[] => {
  const entries: Record<Item, () => MenuEntry[]> = {
    favorite: () => [
      {
        label: link.isFavorite ? 'Remove from favorites' : 'Add to favorites',
        icon: Star,
        onSelect: () => run('favorite', link),
      },
    ],
    original: () =>
      isWebAddress(link.url)
        ? [{ label: 'Open original', icon: ExternalLink, href: link.url, isElsewhere: true }]
        : [],
    notes: () => [{ label: 'Notes', icon: StickyNote, onSelect: () => run('notesOfLink', link) }],
    archive: () => [
      link.isArchived
        ? { label: 'Unarchive', icon: ArchiveRestore, onSelect: () => run('archive', link) }
        : { label: 'Archive', icon: Archive, onSelect: () => run('archive', link) },
    ],
    edit: () => [{ label: 'Edit details', icon: Pencil, onSelect: () => run('edit', link) }],
    collect: () => [{ label: 'Add to Collection', icon: FolderInput, onSelect: () => run('collect', link) }],
    offline: () => (isUnsent(link) ? [] : [offlineEntry({ linkId: link.id })]),
    epub: () =>
      isUnsent(link)
        ? []
        : [{ label: 'Export as EPUB', icon: Download, onSelect: () => run('exportEpub', link) }],
    share: () =>
      isUnsent(link) ? [] : [{ label: 'Share…', icon: Share2, onSelect: () => run('share', link) }],
    history: () =>
      isUnsent(link) ? [] : [{ label: 'History', icon: History, onSelect: () => run('linkHistory', link) }],
    copy: () => [{ label: 'Copy link', icon: Copy, onSelect: () => run('copy', link) }],
    remove: () => [
      {
        label: 'Remove from collection',
        icon: FolderMinus,
        tone: 'danger',
        onSelect: () => run('remove', link),
      },
    ],
    delete: () => [{ label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => run('delete', link) }],
  }
  return items.filter(item => isOffered(item, link, roleOn)).flatMap(item => entries[item]())
}
