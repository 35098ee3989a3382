import type { Link } from '@lectern/contracts/api/links.ts'
import { Archive, ArchiveRestore, Check, Ellipsis, Star } from 'lucide-react'
import { PHONE, TOUCH, useMedia } from '../../lib/media.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { linkMenu } from '../../parts/link-menu.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
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
  'delete',
] as const

type Props = {
  link: Link
  /** Shows the star and the archive button only on hover and focus, and not on a phone: its menu has them. */
  isQuiet?: boolean
}

/** A card's buttons: favourite, archive, and a menu for the other commands. */
export const LinkButtons = ({ link, isQuiet = false }: Props) => {
  const run = useRun()
  const hasAll = useMedia(`${TOUCH},${PHONE}`)
  const toggleSelected = useToggleSelected()
  const { isFavorite, isArchived } = link
  const archiveLabel = isArchived ? 'Unarchive' : 'Archive'
  return (
    <div className="relative z-10 -mr-2 flex">
      <Tip label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
        <IconButton
          aria-label="Favorite"
          aria-pressed={isFavorite}
          className={isQuiet ? (isFavorite ? 'max-sm:hidden' : 'quiet max-sm:hidden') : ''}
          onClick={() => run('favorite', link)}
        >
          <Star aria-hidden className={isFavorite ? 'fill-marker text-marker-ink' : ''} />
        </IconButton>
      </Tip>
      <Tip label={archiveLabel}>
        <IconButton
          aria-label={archiveLabel}
          className={isQuiet ? 'quiet max-sm:hidden' : ''}
          onClick={() => run('archive', link)}
        >
          {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        </IconButton>
      </Tip>
      <Menu
        label="More actions"
        entries={
          hasAll
            ? [
                { label: 'Select', icon: Check, onSelect: () => toggleSelected(link.id) },
                ...linkMenu(link, run, ['favorite', 'archive', ...WITHOUT_BUTTON]),
              ]
            : linkMenu(link, run, WITHOUT_BUTTON)
        }
        button={props => (
          <IconButton {...props}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      />
    </div>
  )
}
