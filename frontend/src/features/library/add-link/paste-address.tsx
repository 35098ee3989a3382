import { useEffect } from 'react'
import { toAddress } from '../../../lib/address.ts'
import { isOverTheScreen, isTypedInto } from '../../../lib/keyboard/use-keys.ts'
import { useOpenDialog } from '../../../parts/dialogs.ts'

/**
 * Opens Add Link when an address is pasted anywhere but in a field. The address comes with the event, so the browser asks for
 * no permission.
 */
export default function PasteAddress() {
  const openDialog = useOpenDialog()
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTypedInto(event.target) || isOverTheScreen()) return
      const url = toAddress(event.clipboardData?.getData('text/plain') ?? '')
      if (url === null) return
      event.preventDefault()
      openDialog('addLink', { prefill: { url } })
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [openDialog])
  return null
}
