import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { IconButton } from '../../../ui/button.tsx'

type Props = { image: HTMLImageElement; onClose: () => void }

/** An image of the article over the whole screen, with its caption. A click or Escape closes it. */
export default function ImageViewer({ image, onClose }: Props) {
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent?.trim()
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={event => {
            event.preventDefault()
            image.focus({ preventScroll: true })
          }}
          className="fixed inset-0 z-40 flex animate-fade flex-col bg-paper text-ui"
        >
          <Dialog.Title className="sr-only">{image.alt || 'Image'}</Dialog.Title>
          <div className="flex justify-end p-2">
            <Dialog.Close asChild>
              <IconButton aria-label="Close image">
                <X aria-hidden />
              </IconButton>
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button close it, too */}
          <img
            src={image.currentSrc || image.src}
            alt={image.alt}
            onClick={onClose}
            className="min-h-0 w-full flex-1 cursor-zoom-out object-contain px-2"
          />
          <p dir="auto" className="mx-auto max-w-[70ch] px-5 py-4 text-center text-ink-2">
            {caption}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
