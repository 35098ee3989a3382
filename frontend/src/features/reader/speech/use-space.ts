import { useEffect, useEffectEvent } from 'react'

/** Elements that take the space key themselves: fields, and controls that it presses. */
const TAKES_SPACE =
  'input:not([type=range]), textarea, select, button, summary, [role=button], [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

/** Calls back on the space key, unless the person types or presses a control with it. */
export const useSpace = (onSpace: () => void): void => {
  const press = useEffectEvent(onSpace)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== ' ' || event.repeat || event.defaultPrevented) return
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      if (target instanceof Element && target.closest(TAKES_SPACE)) return
      // Space would scroll the page.
      event.preventDefault()
      press()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
