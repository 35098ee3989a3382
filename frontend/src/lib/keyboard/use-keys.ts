import { useEffect, useEffectEvent, useRef } from 'react'
import { useShortcutsEnabled } from './switch.ts'

/** A handler that returns false leaves the key to the browser. */
export type KeyHandlers = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/** Longest time between the two keys of a sequence. */
const SEQUENCE_MS = 1_500
/** Keys that repeat while held. */
const REPEATED = new Set(['j', 'k', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])
const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const TAKES_ENTER = 'a, button, input, summary'
const OVER_THE_SCREEN = '[role=dialog], [role=alertdialog], [role=menu]'

/** Whether what is typed or pasted there goes into a field. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null

/** Whether a dialog or a menu is open. */
export const isOverTheScreen = (): boolean => document.querySelector(OVER_THE_SCREEN) !== null

/** Whether a key may be a shortcut: not meant for a field, a dialog, the browser or a composed character. */
const mayBeShortcut = (event: KeyboardEvent): boolean => {
  const { target } = event
  // Some layouts have # and * on AltGr, which Windows reports as Ctrl and Alt.
  const isChord = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))
  if (event.defaultPrevented || event.isComposing || isChord) return false
  if (isTypedInto(target)) return false
  if (event.key === 'Enter' && target instanceof Element && target.closest(TAKES_ENTER)) return false
  return !isOverTheScreen()
}

/** The key without the effect of Caps Lock; the name of a key that types nothing. */
const keyOf = (event: KeyboardEvent): string =>
  event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase()

/**
 * Calls the handler of a key ('j') or of a sequence of two keys ('g d'). Does nothing in fields, dialogs and menus, and
 * while the shortcuts are switched off.
 */
export const useKeys = (handlers: KeyHandlers): void => {
  const isEnabled = useShortcutsEnabled()
  const first = useRef<{ key: string; at: number } | null>(null)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      ['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt', 'Meta'].includes(event.key) ||
      !mayBeShortcut(event)
    )
      return
    const key = keyOf(event)
    if (event.repeat && !REPEATED.has(key)) return
    const before = first.current
    first.current = null
    const isSecond = before !== null && event.timeStamp - before.at < SEQUENCE_MS
    const handle = handlers[isSecond ? `${before.key} ${key}` : key]
    if (handle) {
      if (handle(event) !== false) event.preventDefault()
    } else if (!isSecond && Object.keys(handlers).some(keys => keys.startsWith(`${key} `)))
      first.current = { key, at: event.timeStamp }
  })

  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isEnabled])
}
