import type { Link } from '@lectern/contracts/api/links.ts'
import {
  Archive,
  ArchiveRestore,
  Copy,
  Download,
  ExternalLink,
  FolderInput,
  History,
  Pencil,
  Share2,
  Star,
  StickyNote,
  Trash2,
} from 'lucide-react'
import { isUnsent } from '../data/acts/act.ts'
import { isWebAddress } from '../lib/hosts.ts'
import type { MenuEntry } from '../ui/menu/menu.tsx'
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
  | 'delete'

/** The chosen menu entries for a link, in this order. */
export const linkMenu = (link: Link, run: Run, items: readonly Item[]): MenuEntry[] => {
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
    delete: () => [{ label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => run('delete', link) }],
  }
  return items.flatMap(item => entries[item]())
}
