import {
  Archive,
  ArchiveRestore,
  ChevronLeft,
  Ellipsis,
  ExternalLink,
  FolderInput,
  Pencil,
  Star,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Link as SavedLink } from '../../data/answers.ts'
import { isWebAddress } from '../../lib/hosts.ts'
import { mayEdit, useRoles } from '../../parts/commands/roles.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { linkMenu } from '../../parts/link-menu.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, type MenuEntry } from '../../ui/menu/menu.tsx'
import { SkipLink } from '../../ui/screen.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { BackLink } from './back-link.tsx'
import { TypeSettings } from './type-settings.tsx'

export type BarProps = {
  link: SavedLink | undefined
  isHidden: boolean
  /** Buttons for the text: Listen, Notes. */
  tools?: ReactNode
  /** Entries of the menu for the text. */
  entries?: readonly MenuEntry[]
}

/** The bar hides while scrolling down, unless the focus is inside it. */
export const ReaderBar = ({ link, isHidden, tools, entries = [] }: BarProps) => (
  <>
    <SkipLink to="the article" />
    <header
      className={cx(
        'sticky top-0 z-20 flex h-15 items-center gap-1 bg-paper px-2 transition-transform duration-200 ease-out focus-within:translate-y-0 max-sm:gap-0 sm:px-5 print:hidden',
        isHidden && '-translate-y-full',
      )}
    >
      <BackLink className={`${buttonClass('ghost')} px-3 max-sm:px-2`}>
        <ChevronLeft aria-hidden />
        Back
      </BackLink>
      <span className="ml-auto" />
      {tools}
      <TypeSettings />
      {link && <LinkButtons link={link} entries={entries} />}
    </header>
  </>
)

const LinkButtons = ({ link, entries }: { link: SavedLink; entries: readonly MenuEntry[] }) => {
  const run = useRun()
  const roleOn = useRoles()
  const isEditable = mayEdit(roleOn, link)
  const archiveLabel = link.isArchived ? 'Move out of the archive' : 'Archive'
  return (
    <>
      <Tip label={link.isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
        <IconButton
          aria-label="Favorite"
          aria-pressed={link.isFavorite}
          onClick={() => run('favorite', link)}
          className="max-[24rem]:hidden"
        >
          <Star aria-hidden className={link.isFavorite ? 'fill-marker text-marker-ink' : ''} />
        </IconButton>
      </Tip>
      <Tip label={archiveLabel}>
        <IconButton aria-label={archiveLabel} onClick={() => run('archive', link)} className="max-sm:hidden">
          {link.isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        </IconButton>
      </Tip>
      {isEditable && (
        <Tip label="Edit details">
          <IconButton aria-label="Edit details" onClick={() => run('edit', link)} className="max-md:hidden">
            <Pencil aria-hidden />
          </IconButton>
        </Tip>
      )}
      {isEditable && (
        <Tip label="Add to Collection">
          <IconButton
            aria-label="Add to Collection"
            onClick={() => run('collect', link)}
            className="max-md:hidden"
          >
            <FolderInput aria-hidden />
          </IconButton>
        </Tip>
      )}
      {link.library === undefined && (
        <Tip label="Delete">
          <IconButton aria-label="Delete" onClick={() => run('delete', link)} className="max-md:hidden">
            <Trash2 aria-hidden />
          </IconButton>
        </Tip>
      )}
      {isWebAddress(link.url) && (
        <a
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('ghost')} px-3 max-sm:w-11 max-sm:px-0 max-[24rem]:hidden`}
        >
          <ExternalLink aria-hidden />
          <span className="max-lg:sr-only">Original</span>
        </a>
      )}
      <Menu
        label="More actions"
        entries={[
          ...entries,
          ...linkMenu(link, run, roleOn, [
            'favorite',
            'archive',
            'original',
            'edit',
            'collect',
            'offline',
            'epub',
            'share',
            'history',
            'copy',
            'remove',
            'delete',
          ]),
        ]}
        button={props => (
          <IconButton {...props}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      />
    </>
  )
}
