import { tagSearch } from '@lectern/contracts/tag-search.ts'
import { Ellipsis, Tags } from 'lucide-react'
import { useId } from 'react'
import { useTags, useTopTags } from '../../../data/library/use-tags.ts'
import { formatCount } from '../../../lib/format.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { tagHref } from '../../../parts/tag-link.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import { NavEntry } from '../nav-entry.tsx'
import { useView } from '../use-view.ts'
import { type TagAct, tagMenu } from './tag-menu.ts'

/** Tags that the sidebar shows; the others are in the list of all. The sheet has its other entries below them. */
const SHOWN_MAX = 12
const SHOWN_MAX_IN_SHEET = 5

type Props = {
  /** Closes the sheet that contains the navigation, then runs `then`. */
  leave?: (then: () => void) => void
}

/** Links to the searches for the most used tags. */
export default function TagNav({ leave: leaveSheet }: Props) {
  const leave = leaveSheet ?? ((then: () => void) => then())
  const most = leaveSheet ? SHOWN_MAX_IN_SHEET : SHOWN_MAX
  const top = useTopTags()
  // Where there is room, the tags that only archived links have stand last.
  const hasRoom = top.total < most
  const all = useTags(hasRoom).tags
  const tags = (hasRoom && all) || top.tags
  const total = Math.max(top.total, tags.length)
  const { filters } = useView()
  const openDialog = useOpenDialog()
  const headingId = useId()
  if (tags.length === 0) return null
  const open = (tag: string) => (act: TagAct) => leave(() => openDialog('tags', { wants: { act, tag } }))
  return (
    <nav aria-labelledby={headingId} data-tag-nav className="animate-fade">
      <h2
        id={headingId}
        className="flex min-h-9 items-center pl-2.5 font-sans text-meta font-medium text-ink-2"
      >
        Tags
      </h2>
      <ul>
        {tags.slice(0, most).map(({ tag, count, archived }) => (
          <NavEntry
            key={tag}
            href={tagHref(tag, count === 0)}
            isCurrent={filters.q === tagSearch(tag)}
            count={count || archived}
            onLeave={() => leave(() => undefined)}
            onRename={() => open(tag)('rename')}
            menu={
              <Menu
                label={`Actions for ${tag}`}
                entries={tagMenu(open(tag))}
                button={props => (
                  <IconButton {...props}>
                    <Ellipsis aria-hidden />
                  </IconButton>
                )}
              />
            }
          >
            <span aria-hidden className="w-4.5 text-center text-ink-3">
              #
            </span>
            <span
              dir="auto"
              title={tag}
              className={cx('min-w-0 flex-1 truncate text-left', count === 0 && 'text-ink-3')}
            >
              {tag}
            </span>
            {count === 0 && <span className="sr-only">, archived:</span>}
          </NavEntry>
        ))}
      </ul>
      {total > most && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => leave(() => openDialog('tags', {}))}
          className="flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 hover:bg-sunken/60 pointer-coarse:min-h-11"
        >
          <Tags aria-hidden />
          <span className="flex-1 text-left">All tags</span>
          <span className="tabular text-ink-2">{formatCount(total)}</span>
        </button>
      )}
    </nav>
  )
}
