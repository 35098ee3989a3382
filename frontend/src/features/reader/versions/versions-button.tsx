import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { useState } from 'react'
import { useIsOffline } from '../../../data/session/use-is-offline.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useShowVersion } from './version-address.ts'

const dialog = lazyPart(() => import('./versions-dialog.tsx'))

/** Opens the choice of the article's versions, when there are several. */
export const VersionsButton = ({ content: { versions, contentHash } }: { content: LinkContent }) => {
  const [isOpen, setOpen] = useState(false)
  const show = useShowVersion()
  const close = () => setOpen(false)
  const isOffline = useIsOffline()
  if (versions.length < 2) return null
  // Only the server has the older texts.
  if (isOffline) return <span className="print:hidden">{versions.length} versions, when online</span>
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setOpen(true)}
        className="underlined min-h-6 print:hidden"
      >
        {versions.length} versions
      </button>
      {isOpen && (
        <dialog.Component
          versions={versions}
          shown={contentHash}
          onShow={show}
          onClose={close}
          onFailure={close}
        />
      )}
    </>
  )
}
