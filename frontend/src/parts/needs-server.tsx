import type { ReactNode } from 'react'
import { useIsOffline } from '../data/session/use-is-offline.ts'

type NoteProps = {
  /** What works again once there is a connection. */
  sentence: string
}

/** Says offline what has to wait. */
export const OfflineNote = ({ sentence }: NoteProps) => {
  const isOffline = useIsOffline()
  return (
    <p role="status" className={isOffline ? 'my-4 rounded-control bg-sunken px-4 py-2.5 text-ink-2' : ''}>
      {isOffline && `You are offline. ${sentence}`}
    </p>
  )
}

/** Controls that need the server. Offline they are disabled, and the sentence says why. */
export const NeedsServer = ({ sentence, children }: NoteProps & { children: ReactNode }) => (
  <>
    <OfflineNote sentence={sentence} />
    <fieldset disabled={useIsOffline()} className="contents">
      {children}
    </fieldset>
  </>
)
