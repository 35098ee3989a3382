import { useEffect } from 'react'
import { titleOf } from '../parts/list-handle.ts'

const isOnBody = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * Gives the focus a place when the focused element leaves the page or is disabled: its dialog, its link's card, or the
 * main element. Otherwise the next Tab would begin at the top of the page. Code that moves the focus itself comes first.
 */
const KeepFocus = (): null => {
  useEffect(() => {
    let last: { dialog: Element | null; link: number | undefined } | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const link = target.closest('[data-link]')?.getAttribute('data-link')
      const dialog = target.closest('[role=dialog]')
      // A dialog belongs to the card it was opened from, which may be drawn anew meanwhile.
      last = { dialog, link: link ? Number(link) : dialog ? last?.link : undefined }
    }
    // A press on an empty place takes the focus away on purpose.
    const onPress = () => {
      last = null
    }
    const find = () => {
      timer = undefined
      if (!last || !isOnBody()) return
      const place = last.dialog?.isConnected
        ? last.dialog
        : (titleOf(last.link) ?? document.getElementById('main'))
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (last && isOnBody()) timer ??= setTimeout(find)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    addEventListener('focusin', onFocus)
    addEventListener('pointerdown', onPress, true)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      removeEventListener('focusin', onFocus)
      removeEventListener('pointerdown', onPress, true)
    }
  }, [])
  return null
}

export default KeepFocus
