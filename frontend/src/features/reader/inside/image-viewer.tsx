import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'

type Props = { image: HTMLImageElement; onClose: () => void }

/** From this height by width on an image scrolls, because it would be too narrow to read as a whole. */
const TALL = 2

/** An image of the article over the whole screen, with its caption. A click or Escape closes it. */
export default function ImageViewer({ image, onClose }: Props) {
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent?.trim()
  const { naturalWidth, naturalHeight } = image
  const isTall = naturalHeight > naturalWidth * TALL && naturalHeight > innerHeight
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
          {/* The arrow keys scroll it. */}
          <div
            tabIndex={isTall ? 0 : undefined}
            className={cx('flex min-h-0 flex-1 justify-center px-2', isTall ? 'overflow-y-auto' : '')}
          >
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button close it, too */}
            <img
              src={image.currentSrc || image.src}
              alt={image.alt}
              onClick={onClose}
              className={cx('cursor-zoom-out', isTall ? 'h-max max-w-full' : 'size-full object-contain')}
            />
          </div>
          <p dir="auto" className="mx-auto max-w-[70ch] px-5 py-4 text-center text-ink-2">
            {caption}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
