import { useEffect, useEffectEvent, useRef } from 'react'
import { useShortcutsEnabled } from './switch.ts'

export type KeyHandlers = Readonly<Record<string, () => void>>

/** The second of two keys comes within this time, ms. */
const SEQUENCE_MS = 1_500
/** What a held key does again. */
const REPEATED = new Set(['j', 'k'])
const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const TAKES_ENTER = 'a, button, input, summary'
const OVER_THE_SCREEN = '[role=dialog], [role=alertdialog], [role=menu]'

/** A key that is meant for a field, a dialog, the browser or a composed character is none of ours. */
const mayBeShortcut = (event: KeyboardEvent): boolean => {
  const { target } = event
  // Some layouts have # and * on AltGr, which Windows reports as Ctrl and Alt.
  const isChord = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))
  if (event.defaultPrevented || event.isComposing || isChord) return false
  if (target instanceof Element && target.closest(TYPED_INTO)) return false
  if (event.key === 'Enter' && target instanceof Element && target.closest(TAKES_ENTER)) return false
  return document.querySelector(OVER_THE_SCREEN) === null
}

/** A letter as its key says, whatever Caps Lock does to it. */
const keyOf = (event: KeyboardEvent): string => (event.shiftKey ? event.key : event.key.toLowerCase())

/**
 * Calls what belongs to a key ('j'), or to two keys one after the other ('g d'). Silent in fields, dialogs and menus,
 * and while the shortcuts are switched off.
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
    const key = event.key === 'Enter' ? 'Enter' : keyOf(event)
    if (event.repeat && !REPEATED.has(key)) return
    const before = first.current
    first.current = null
    const isSecond = before !== null && event.timeStamp - before.at < SEQUENCE_MS
    const handle = handlers[isSecond ? `${before.key} ${key}` : key]
    if (handle) {
      event.preventDefault()
      handle()
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
