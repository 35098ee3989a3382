import { useEffect, useEffectEvent } from 'react'

/** Fields that one types into or that only the space key sets, and layers over the page, which have keys of their own. */
const TAKES_SPACE =
  'input:not([type=range]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'

/** Calls back on the space key, unless the person types. A button that has the focus is pressed by Enter meanwhile. */
export const useSpace = (onSpace: () => void): void => {
  const press = useEffectEvent(onSpace)
  useEffect(() => {
    let isOurs = false
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== ' ') return
      if (event.repeat && isOurs) event.preventDefault()
      if (event.repeat || event.defaultPrevented) return
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      isOurs = !(target instanceof Element && target.closest(TAKES_SPACE))
      if (!isOurs) return
      // Space would scroll the page, or press the button.
      event.preventDefault()
      press()
    }
    // Firefox presses a button when the key is let go.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isOurs) return
      isOurs = false
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('keyup', onKeyUp)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('keyup', onKeyUp)
    }
  }, [])
}
