import type { Link } from '@lectern/contracts/api/links.ts'
import { useSetAtom } from 'jotai'
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
import { useFavorite } from '../../lib/link-actions.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu/menu.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { collectingAtom, deletingAtom } from './dialogs.ts'
import { useArchive } from './library-actions.ts'

/** A card's buttons: favourite, archive, and the rest in a menu. */
export const LinkActions = ({ link }: { link: Link }) => {
  const favorite = useFavorite()
  const archive = useArchive()
  const { id, isFavorite, isArchived } = link
  const archiveLabel = isArchived ? 'Unarchive' : 'Archive'
  return (
    <div className="relative z-10 -mr-2 flex">
      <Tip label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
        <IconButton
          aria-label="Favorite"
          aria-pressed={isFavorite}
          onClick={() => favorite.mutate({ id, isFavorite: !isFavorite })}
        >
          <Star aria-hidden className={isFavorite ? 'fill-marker text-marker-ink' : ''} />
        </IconButton>
      </Tip>
      <Tip label={archiveLabel}>
        <IconButton aria-label={archiveLabel} onClick={() => archive.mutate({ id, isArchived: !isArchived })}>
          {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        </IconButton>
      </Tip>
      <MoreMenu link={link} />
    </div>
  )
}

const MoreMenu = ({ link }: { link: Link }) => {
  const setDeleting = useSetAtom(deletingAtom)
  const setCollecting = useSetAtom(collectingAtom)
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => toast({ title: 'Link copied' }),
      () => toast({ tone: 'danger', title: 'The link could not be copied', description: link.url }),
    )
  const entries: MenuEntry[] = [
    ...(isWebAddress(link.url)
      ? [{ label: 'Open original', icon: ExternalLink, href: link.url, isElsewhere: true }]
      : []),
    { label: 'Add to Collection', icon: FolderInput, onSelect: () => setCollecting(link) },
    { label: 'Copy link', icon: Copy, onSelect: copy },
    { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => setDeleting(link) },
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
