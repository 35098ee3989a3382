import type { Link as SavedLink } from '@lectern/contracts/api/links.ts'
import { ChevronLeft, Ellipsis, ExternalLink, Star } from 'lucide-react'
import { isWebAddress } from '../../lib/hosts.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { linkMenu } from '../../parts/link-menu.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu } from '../../ui/menu/menu.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { BackLink } from './back-link.tsx'
import { TypeSettings } from './type-settings.tsx'

/** The bar hides while scrolling down, unless the focus is inside it. */
export const ReaderBar = ({ link, isHidden }: { link: SavedLink | undefined; isHidden: boolean }) => {
  const run = useRun()
  return (
    <header
      className={cx(
        'sticky top-0 z-20 flex h-15 items-center gap-1 bg-paper px-2 transition-transform duration-200 ease-out focus-within:translate-y-0 sm:px-5',
        isHidden && '-translate-y-full',
      )}
    >
      <BackLink className={`${buttonClass('ghost')} px-3`}>
        <ChevronLeft aria-hidden />
        Back
      </BackLink>
      <span className="ml-auto" />
      <TypeSettings />
      {link && (
        <Tip label={link.isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
          <IconButton
            aria-label="Favorite"
            aria-pressed={link.isFavorite}
            onClick={() => run('favorite', link)}
          >
            <Star aria-hidden className={link.isFavorite ? 'fill-marker text-marker-ink' : ''} />
          </IconButton>
        </Tip>
      )}
      {link && isWebAddress(link.url) && (
        <a
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('ghost')} px-3`}
        >
          <ExternalLink aria-hidden />
          <span className="max-sm:sr-only">Original</span>
        </a>
      )}
      {link && (
        <Menu
          label="More actions"
          entries={linkMenu(link, run, ['archive', 'collect', 'copy', 'delete'])}
          button={props => (
            <IconButton {...props}>
              <Ellipsis aria-hidden />
            </IconButton>
          )}
        />
      )}
    </header>
  )
}
