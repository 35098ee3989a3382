import { type Id, idFrom } from '../../../data/id.ts'
/** Gestures on a card. `id` is the link's. */
export type Gestures = {
  /** The word that a swipe of this card uncovers: to the left it archives, to the right it favourites. */
  readonly wordOf: (id: Id, direction: 'left' | 'right') => string
  readonly swiped: (id: Id, direction: 'left' | 'right') => void
  readonly select: (id: Id) => void
  readonly hasSelection: () => boolean
}

const LONG_PRESS_MS = 500
/** A shorter movement is a tap. */
const BEGINS_AT_PX = 12
/** A swipe that ends before this does nothing. */
const ACTS_AT_PX = 88
const CONTROLS = 'button, input, label, [role=menu]'

type Touch = {
  readonly id: Id
  readonly card: HTMLElement
  readonly x: number
  readonly y: number
  timer: ReturnType<typeof setTimeout>
  word: HTMLElement | null
}

/**
 * Makes the cards in the list follow the finger: a swipe acts, a long press selects, and a tap selects while any link is
 * selected. Plain DOM, since a render for each movement would be slow. The cards need touch-action: pan-y.
 * @returns a function that ends it
 */
export const attachGestures = (list: HTMLElement, gestures: Gestures): (() => void) => {
  let touch: Touch | null = null
  let isTouch = false
  /** The click that follows a swipe or a long press. */
  let swallowsClick = false

  const cardOf = (target: EventTarget | null) =>
    target instanceof Element && !target.closest(CONTROLS) ? target.closest<HTMLElement>('[data-link]') : null
  const idOf = (card: HTMLElement) => idFrom(card.dataset.link ?? '')

  const end = () => {
    if (!touch) return
    clearTimeout(touch.timer)
    touch.word?.remove()
    touch.card.removeAttribute('style')
    touch = null
  }

  const onDown = (event: PointerEvent) => {
    isTouch = event.pointerType === 'touch'
    swallowsClick = false
    end()
    const card = cardOf(event.target)
    if (!isTouch || !event.isPrimary || !card) return
    const id = idOf(card)
    const timer = setTimeout(() => {
      end()
      swallowsClick = true
      gestures.select(id)
      navigator.vibrate?.(10)
    }, LONG_PRESS_MS)
    touch = { id, card, x: event.clientX, y: event.clientY, timer, word: null }
  }

  const onMove = (event: PointerEvent) => {
    if (!touch) return
    const by = event.clientX - touch.x
    if (!touch.word) {
      if (Math.abs(event.clientY - touch.y) > BEGINS_AT_PX) return end()
      if (Math.abs(by) < BEGINS_AT_PX) return
      clearTimeout(touch.timer)
      touch.card.setPointerCapture(event.pointerId)
      touch.word = document.createElement('div')
      touch.word.ariaHidden = 'true'
      touch.card.before(touch.word)
      touch.card.style.background = 'var(--surface)'
    }
    touch.card.style.translate = `${by}px`
    touch.word.className = `swiped ${by < 0 ? 'justify-end' : ''} ${Math.abs(by) >= ACTS_AT_PX ? 'bg-marker-wash text-marker-ink' : 'bg-sunken text-ink-2'}`
    touch.word.textContent = gestures.wordOf(touch.id, by < 0 ? 'left' : 'right')
  }

  const onUp = (event: PointerEvent) => {
    if (!touch) return
    const { id, word, x } = touch
    const by = event.clientX - x
    end()
    if (!word) return
    swallowsClick = true
    if (Math.abs(by) >= ACTS_AT_PX) gestures.swiped(id, by < 0 ? 'left' : 'right')
  }

  const onClick = (event: MouseEvent) => {
    const card = cardOf(event.target)
    const selects = isTouch && card !== null && gestures.hasSelection()
    if (!swallowsClick && !selects) return
    event.preventDefault()
    event.stopPropagation()
    if (!swallowsClick && card) gestures.select(idOf(card))
    swallowsClick = false
  }

  // A long press also asks for the browser's menu and begins to drag the link.
  const onLongPress = (event: Event) => {
    if (isTouch && cardOf(event.target)) event.preventDefault()
  }

  const listeners = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', end],
    ['contextmenu', onLongPress],
    ['dragstart', onLongPress],
  ] as const
  for (const [type, listener] of listeners) list.addEventListener(type, listener as EventListener)
  list.addEventListener('click', onClick, true)
  return () => {
    end()
    for (const [type, listener] of listeners) list.removeEventListener(type, listener as EventListener)
    list.removeEventListener('click', onClick, true)
  }
}
