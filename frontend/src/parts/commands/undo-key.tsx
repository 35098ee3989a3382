import { useEffect, useEffectEvent } from 'react'
import { useShortcutsEnabled } from '../../lib/keyboard/switch.ts'
import { isUndoChord } from '../../lib/keyboard/undo-chord.ts'
import { isOverTheScreen, isTypedInto } from '../../lib/keyboard/use-keys.ts'
import { useRun } from './use-commands.tsx'

/** Ctrl+Z does what `z` does on every screen. In a field it is the browser's own. */
export const UndoKey = () => {
  const run = useRun()
  const isEnabled = useShortcutsEnabled()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isUndoChord(event) || event.defaultPrevented || isTypedInto(event.target) || isOverTheScreen())
      return
    event.preventDefault()
    run('undo')
  })
  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isEnabled])
  return null
}
