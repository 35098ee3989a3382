import type { Link } from '@lectern/contracts/api/links.ts'
import {
  Archive,
  ArchiveRestore,
  Copy,
  Ellipsis,
  ExternalLink,
  FolderInput,
  Star,
  Trash2,
} from 'lucide-react'
import { isWebAddress } from '../../lib/hosts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu/menu.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { useCardActions } from './card-actions.tsx'

/** A card's buttons: favourite, archive, and a menu for the other actions. */
export const LinkActions = ({ link }: { link: Link }) => {
  const { favorite, archive } = useCardActions()
  const { isFavorite, isArchived } = link
  const archiveLabel = isArchived ? 'Unarchive' : 'Archive'
  return (
    <div className="relative z-10 -mr-2 flex">
      <Tip label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
        <IconButton aria-label="Favorite" aria-pressed={isFavorite} onClick={() => favorite(link)}>
          <Star aria-hidden className={isFavorite ? 'fill-marker text-marker-ink' : ''} />
        </IconButton>
      </Tip>
      <Tip label={archiveLabel}>
        <IconButton aria-label={archiveLabel} onClick={() => archive(link)}>
          {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        </IconButton>
      </Tip>
      <MoreMenu link={link} />
    </div>
  )
}

const MoreMenu = ({ link }: { link: Link }) => {
  const { collect, copy, remove } = useCardActions()
  const entries: MenuEntry[] = [
    ...(isWebAddress(link.url)
      ? [{ label: 'Open original', icon: ExternalLink, href: link.url, isElsewhere: true }]
      : []),
    { label: 'Add to Collection', icon: FolderInput, onSelect: () => collect(link) },
    { label: 'Copy link', icon: Copy, onSelect: () => copy(link) },
    { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => remove(link) },
  ]
  return (
    <Menu
      label="More actions"
      entries={entries}
      button={props => (
        <IconButton {...props}>
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    />
  )
}
