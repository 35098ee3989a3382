import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ShellState, shellState, startShell, subscribeShell, takeNewVersion } from './shell.ts'
import { useBottomLine } from './use-bottom-line.ts'

const SENTENCES: Record<Exclude<ShellState, 'current'>, string> = {
  waiting: 'A new version is ready',
  taken: 'Lectern has a new version',
  outdated: 'This version no longer works',
}

/** A thin line at the bottom, above that of the connection, while a newer version of the client can be loaded. */
export default function UpdateLine() {
  const state = useSyncExternalStore(subscribeShell, shellState)
  const [isPutOff, setPutOff] = useState(false)
  useEffect(startShell, [])
  const isShown = state !== 'current' && !(state === 'waiting' && isPutOff)
  useBottomLine('--update-line', isShown)
  if (!isShown) return null

  const button = 'underlined h-full shrink-0 font-medium text-ink'
  return (
    <div className="fixed inset-x-0 bottom-(--connection-line,0px) z-30 flex h-(--update-line) items-center justify-center gap-3 border-t border-line bg-sunken px-4 text-meta text-ink-2 print:hidden">
      <p role="status" className="truncate">
        {SENTENCES[state]}
      </p>
      <button type="button" className={button} onClick={() => void takeNewVersion()}>
        Reload
      </button>
      {state === 'waiting' && (
        <button type="button" className={button} onClick={() => setPutOff(true)}>
          Later
        </button>
      )}
    </div>
  )
}
