import { X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { isOverTheScreen } from '../../../lib/keyboard/use-keys.ts'
import { useMedia } from '../../../lib/media.ts'
import { articleText, type Span } from '../../../parts/article-text/article-text.ts'
import { cx } from '../../../ui/cx.ts'

const GAP_PX = 8
/** Height of the reader's bar with some space. */
const TOP_PX = 68
const EDGE_PX = 8

type Props = {
  label: string
  article: RefObject<HTMLElement | null>
  /** The words that the bar is for. */
  span: Span
  /** Takes the focus when it opens, and gives it back when it closes. */
  isFocused: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A bar over its words, or at the foot of a touch screen, where the browser's own menu does not cover it. It goes with the words,
 * and is away while they are off the screen. Escape closes it.
 */
export const FloatingBar = ({ label, article, span, isFocused, onClose, children }: Props) => {
  const isTouch = useMedia('(pointer: coarse)')
  const bar = useRef<HTMLDivElement>(null)
  /** 'away': the words are off the screen. */
  const [place, setPlace] = useState<Place | 'away' | null>(null)

  useLayoutEffect(() => {
    const find = () => {
      if (!article.current || !bar.current) return
      const found = placeOf(article.current, span, bar.current)
      setPlace(before => (isSamePlace(before, found) ? before : found))
    }
    find()
    // Images and formulas that load, another width and the panel beside the text move the words.
    const observer = new ResizeObserver(find)
    for (const each of [article.current, article.current?.closest('main')]) if (each) observer.observe(each)
    addEventListener('scroll', find, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', find)
    }
  }, [article, span])

  const isAway = place === 'away'
  // A bar that is not in its place yet cannot have the focus.
  const isPlaced = place !== null
  useLayoutEffect(() => {
    if (!isFocused || !isPlaced) return
    const opener = document.activeElement as HTMLElement | null
    const { current } = bar
    current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === document.body || current?.contains(document.activeElement))
        opener?.focus({ preventScroll: true })
    }
  }, [isFocused, isPlaced])

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog over the bar closes first.
    if (event.key !== 'Escape' || isOverTheScreen()) return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    // Before the panels under the bar, which leave alone what is prevented.
    const listen = (event: KeyboardEvent) => onEscape(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])

  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      // The selection stays while the bar is used.
      onMouseDown={event => event.preventDefault()}
      onKeyDown={event => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
        event.preventDefault()
        moveFocus(event.currentTarget, event.key === 'ArrowRight' ? 1 : -1)
      }}
      style={
        isAway || place === null
          ? { visibility: 'hidden', top: 0, left: 0 }
          : isTouch
            ? undefined
            : { top: place.top, left: place.left }
      }
      className={cx(
        'flex w-max max-w-[calc(100vw-1rem)] flex-wrap items-center gap-0.5 rounded-[10px] bg-ink p-1 text-ui text-paper shadow-high print:hidden',
        isTouch
          ? // Over a toast, which stands there too.
            'fixed inset-x-0 bottom-[calc(1rem+var(--bottom-lines))] z-60 mx-auto'
          : 'absolute z-30 animate-fade',
      )}
    >
      {children}
    </div>,
    document.body,
  )
}

const moveFocus = (bar: HTMLElement, by: 1 | -1) => {
  const buttons = [...bar.querySelectorAll<HTMLElement>('button')]
  const index = buttons.indexOf(document.activeElement as HTMLElement)
  buttons[(index + by + buttons.length) % buttons.length]?.focus()
}

type Place = { readonly top: number; readonly left: number }

const isSamePlace = (a: Place | 'away' | null, b: Place | 'away'): boolean =>
  a === b || (typeof a === 'object' && a !== null && b !== 'away' && a.top === b.top && a.left === b.left)

/** Over the first line of the words where that is on the screen, else under the last one, else at the top of the screen. */
const placeOf = (article: HTMLElement, { start, end }: Span, bar: HTMLElement): Place | 'away' => {
  const { rangeOf } = articleText(article)
  const first = rangeOf(start, start + 1).getBoundingClientRect()
  const last = rangeOf(end - 1, end).getBoundingClientRect()
  if (last.bottom < 0 || first.top > innerHeight) return 'away'
  const { offsetWidth: width, offsetHeight: height } = bar
  const over = first.top - height - GAP_PX
  const under = last.bottom + GAP_PX
  const isOver = over >= TOP_PX && first.top < innerHeight
  const isUnder = !isOver && under >= TOP_PX && under + height <= innerHeight
  const middle = isOver ? first.left : isUnder ? last.right : innerWidth / 2
  const top = isOver ? over : isUnder ? under : TOP_PX
  const left = Math.max(
    EDGE_PX,
    Math.min(middle - width / 4, document.documentElement.clientWidth - width - EDGE_PX),
  )
  return { top: top + scrollY, left: left + scrollX }
}

const BUTTON =
  'inline-flex h-9 min-w-9 items-center justify-center gap-2 rounded-[7px] px-2.5 font-medium hover:bg-paper/15 focus-visible:outline-2 focus-visible:outline-offset-[-2px] focus-visible:outline-marker-on-ink pointer-coarse:h-11 pointer-coarse:min-w-11'

type ButtonProps = {
  /** For a button without a text. */
  label?: string
  className?: string
  onClick: () => void
  children: ReactNode
}

export const BarButton = ({ label, className, onClick, children }: ButtonProps) => (
  <button
    type="button"
    title={label}
    aria-label={label}
    onClick={onClick}
    className={cx(BUTTON, label !== undefined && 'px-0', className)}
  >
    {children}
  </button>
)

/** Closes a bar: at its end, and on phones before the colours, which are a line of their own. */
export const CloseButton = ({ onClick }: { onClick: () => void }) => (
  <BarButton label="Close" onClick={onClick} className="max-sm:ml-auto sm:order-last">
    <X aria-hidden />
  </BarButton>
)

export const Swatch = ({ color, isChosen }: { color: string; isChosen: boolean }) => (
  <span
    aria-hidden
    className={cx('size-4.5 rounded-full', isChosen && 'ring-2 ring-paper ring-offset-2 ring-offset-ink')}
    style={{ background: color }}
  />
)
