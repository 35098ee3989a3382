import type { Link } from '@lectern/contracts/api/links.ts'
import { Archive, ArchiveRestore, Ellipsis, Star } from 'lucide-react'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { linkMenu } from '../../parts/link-menu.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'

/** A card's buttons: favourite, archive, and a menu for the other commands. */
export const LinkButtons = ({ link }: { link: Link }) => {
  const run = useRun()
  const { isFavorite, isArchived } = link
  const archiveLabel = isArchived ? 'Unarchive' : 'Archive'
  return (
    <div className="relative z-10 -mr-2 flex">
      <Tip label={isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
        <IconButton aria-label="Favorite" aria-pressed={isFavorite} onClick={() => run('favorite', link)}>
          <Star aria-hidden className={isFavorite ? 'fill-marker text-marker-ink' : ''} />
        </IconButton>
      </Tip>
      <Tip label={archiveLabel}>
        <IconButton aria-label={archiveLabel} onClick={() => run('archive', link)}>
          {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        </IconButton>
      </Tip>
      <Menu
        label="More actions"
        entries={linkMenu(link, run, ['original', 'notes', 'collect', 'copy', 'delete'])}
        button={props => (
          <IconButton {...props}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      />
    </div>
  )
}
