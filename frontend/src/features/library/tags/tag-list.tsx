import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CountedTag } from '../../../data/tags/fold.ts'
import { countOf, formatCount } from '../../../lib/format.ts'
import { TOUCH, useMedia } from '../../../lib/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TextField } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { findTags, goOnFrom, type ListPlace, toKnown } from './find-tags.ts'
import { type TagAct, tagMenu } from './tag-menu.ts'

const ROW_PX = { mouse: 36, touch: 48 }
const PAGE_ROWS = 8
/** Rows drawn from the first one in view on, which is more than the frame shows, and above it. */
const DRAWN = 30
const DRAWN_ABOVE = 8

const NO_TAGS: readonly CountedTag[] = []

type Props = {
  /** undefined while they load. */
  tags: readonly CountedTag[] | undefined
  /** isArchived: only archived links have it. */
  onChoose: (tag: string, isArchived: boolean) => void
  /** A menu for each tag, and F2 to rename it. */
  onAct?: (act: TagAct, place: ListPlace) => void
  /** Where the person goes on. */
  place?: ListPlace | undefined
}

/** Tags to choose from, found while the person types. Only the rows near the window are drawn, so that 20,000 scroll like 20. */
export const TagList = ({ tags: loaded, onChoose, onAct, place }: Props) => {
  const tags = loaded ?? NO_TAGS
  const known = useMemo(() => toKnown(tags), [tags])
  const [start] = useState(() => place && goOnFrom(known, place))
  const [text, setText] = useState(start?.text ?? '')
  const found = useMemo(() => findTags(known, text), [known, text])
  const [current, setCurrent] = useState(start?.row ?? 0)
  const active = Math.min(current, found.length - 1)

  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const height = useMedia(TOUCH) ? ROW_PX.touch : ROW_PX.mouse
  const [firstInView, setFirstInView] = useState(active)
  // The row with the focus stays drawn.
  const from = Math.max(0, firstInView - DRAWN_ABOVE)
  const inView = found.slice(from, firstInView + DRAWN).map((each, n) => ({ ...each, row: from + n }))
  const kept = found[active]
  const isKept = kept && !inView.some(({ row }) => row === active)
  const drawn = isKept ? [...inView, { ...kept, row: active }].sort((a, b) => a.row - b.row) : inView

  const focusRow = (wanted: number) => {
    const to = Math.min(Math.max(wanted, 0), found.length - 1)
    flushSync(() => setCurrent(to))
    const row = frame.current?.querySelector<HTMLElement>(`[data-row="${to}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.focus({ preventScroll: true })
  }
  // The dialog focuses its first field when it opens. This runs after that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useLayoutEffect(() => {
    if (!start) return
    const timer = setTimeout(() => focusRow(start.row))
    return () => clearTimeout(timer)
  }, [])

  const onRowKey = (event: KeyboardEvent, row: number, tag: string) => {
    const steps: Record<string, number> = {
      ArrowDown: row + 1,
      ArrowUp: row - 1,
      PageDown: row + PAGE_ROWS,
      PageUp: row - PAGE_ROWS,
      Home: 0,
      End: found.length - 1,
    }
    const to = steps[event.key]
    if (event.key === 'F2' && onAct) onAct('rename', { text, row, tag })
    else if (to === -1 && event.key === 'ArrowUp') input.current?.focus()
    else if (to !== undefined) focusRow(to)
    else {
      // Typing goes on in the field.
      if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
        input.current?.focus()
      return
    }
    event.preventDefault()
  }

  const choose = (known: CountedTag | undefined) => known && onChoose(known.tag, known.count === 0)
  const summary =
    found.length > 0 ? countOf(found.length, 'tag') : tags.length > 0 ? 'No tag matches.' : 'No tags yet.'
  return (
    <>
      <TextField
        ref={input}
        data-focus-first={!start || undefined}
        label="Find a tag"
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setCurrent(0)
          frame.current?.scrollTo(0, 0)
        }}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing || found.length === 0) return
          if (event.key === 'ArrowDown') focusRow(0)
          else if (event.key === 'Enter' && text.trim() !== '') choose(found[0])
          else return
          event.preventDefault()
        }}
      />
      <p role="status" className="mt-2 min-h-4.5 text-meta text-ink-3">
        {loaded && summary}
      </p>
      <div
        ref={frame}
        className="-mx-2 h-[min(24rem,45dvh)] scroll-py-1 overflow-y-auto p-2 pt-1 [overflow-anchor:none]"
        onScroll={({ currentTarget }) => setFirstInView(Math.floor(currentTarget.scrollTop / height))}
      >
        {!loaded && <Skeleton className="h-full w-full" />}
        {/* biome-ignore lint/a11y/useSemanticElements: the rows are placed one by one, and a ul has no place for that */}
        <div role="list" aria-label="Tags" className="relative" style={{ height: found.length * height }}>
          {drawn.map(({ tag, count, archived = 0, row }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              key={tag}
              role="listitem"
              aria-setsize={found.length}
              aria-posinset={row + 1}
              className="group absolute inset-x-0 rounded-control focus-within:bg-sunken hover:bg-sunken"
              style={{ top: row * height, height }}
            >
              <button
                type="button"
                data-row={row}
                tabIndex={row === active ? 0 : -1}
                title={tag}
                onFocus={() => setCurrent(row)}
                onClick={() => onChoose(tag, count === 0)}
                onKeyDown={event => onRowKey(event, row, tag)}
                className={cx(
                  'flex size-full items-center gap-2.5 rounded-control px-2.5 text-left',
                  onAct ? 'pointer-coarse:pr-13' : '',
                )}
              >
                <span dir="auto" className={cx('min-w-0 flex-1 truncate', count === 0 && 'text-ink-3')}>
                  {tag}
                </span>
                <span
                  className={cx(
                    'tabular text-ink-2',
                    onAct
                      ? 'pointer-fine:group-focus-within:opacity-0 pointer-fine:group-hover:opacity-0 pointer-fine:group-has-aria-expanded:opacity-0'
                      : '',
                  )}
                >
                  {formatCount(count || archived)}
                  {count === 0 && ' archived'}
                  <span className="sr-only"> {(count || archived) === 1 ? 'link' : 'links'}</span>
                </span>
              </button>
              {onAct && (
                <span className="absolute inset-y-0 right-0 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
                  <Menu
                    label={`Actions for ${tag}`}
                    entries={tagMenu(act => onAct(act, { text, row, tag }))}
                    button={props => (
                      <IconButton {...props} tabIndex={row === active ? 0 : -1}>
                        <Ellipsis aria-hidden />
                      </IconButton>
                    )}
                  />
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
