import { useEffect, useEffectEvent, useState } from 'react'
import { addressesIn } from '../../../lib/address.ts'
import { isOverTheScreen, isTypedInto } from '../../../lib/keyboard/use-keys.ts'
import { useToast } from '../../../ui/toast/use-toast.ts'
import { useQuickSave } from './use-quick-save.ts'

/** A text or a link from another window. The browser names files first, which /import takes. */
const hasText = ({ types }: DataTransfer): boolean =>
  !types.includes('Files') && (types.includes('text/uri-list') || types.includes('text/plain'))

/** Lines that begin with # are comments there. */
const textOf = (data: DataTransfer): string =>
  data.getData('text/uri-list').replace(/^#.*$/gm, '') || data.getData('text/plain')

/**
 * Saves the addresses that are pasted or dropped anywhere but in a field. They come with the event, so the browser asks for no
 * permission.
 */
export default function TakeAddresses() {
  const [isOver, setOver] = useState(false)
  const save = useQuickSave()
  const toast = useToast()
  const take = useEffectEvent((text: string, how: 'pasted' | 'dropped') => {
    const addresses = addressesIn(text)
    if (addresses.length > 0) save(addresses.map(url => ({ url })))
    else
      toast({
        tone: 'danger',
        title: `There is no address in what you ${how}`,
        description: 'An address that can be saved looks like https://example.org/article.',
      })
  })
  useEffect(() => {
    const isFor = (event: Event) =>
      !event.defaultPrevented && !isTypedInto(event.target) && !isOverTheScreen()
    const onPaste = (event: ClipboardEvent) => {
      if (!isFor(event) || !event.clipboardData) return
      event.preventDefault()
      take(event.clipboardData.getData('text/plain'), 'pasted')
    }
    /** Something of this page is dragged. */
    let isOwn = false
    const onStart = () => {
      isOwn = true
    }
    const onEnd = () => {
      isOwn = false
      setOver(false)
    }
    const onOver = (event: DragEvent) => {
      if (isOwn || !isFor(event) || !event.dataTransfer || !hasText(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      if (isOwn || !isFor(event) || !event.dataTransfer || !hasText(event.dataTransfer)) return
      event.preventDefault()
      take(textOf(event.dataTransfer), 'dropped')
    }
    const listeners = {
      paste: onPaste,
      dragstart: onStart,
      dragend: onEnd,
      dragover: onOver,
      dragleave: onLeave,
      drop: onDrop,
    }
    const all = Object.entries(listeners) as [string, (event: Event) => void][]
    for (const [name, listener] of all) document.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of all) document.removeEventListener(name, listener)
    }
  }, [])
  if (!isOver) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-2 z-50 grid place-items-center rounded-card border-2 border-dashed border-ink"
    >
      <p className="rounded-control bg-ink px-5 py-3 font-medium text-paper shadow-high">
        Drop it to save it
      </p>
    </div>
  )
}
