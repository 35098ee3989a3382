import { Archive, ArchiveRestore, Ellipsis, Star } from 'lucide-react'
import type { Link } from '../../data/answers.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { CardLink } from './card-link.ts'

const panel = lazyPart(() => import('./card-panel.tsx'))

type Props = {
  link: Link
  /** Shows the star and the archive button only on hover and focus, and not on a phone: its menu has them. */
  isQuiet?: boolean
}

/** A card's buttons: favourite, archive, and a menu for the other commands. */
export const LinkButtons = ({ link, isQuiet = false }: Props) => {
  const run = useRun()
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
      <CardLink value={link}>
        <Menu
          label="More actions"
          panel={panel}
          button={props => (
            <IconButton {...props}>
              <Ellipsis aria-hidden />
            </IconButton>
          )}
        />
      </CardLink>
    </div>
  )
}
