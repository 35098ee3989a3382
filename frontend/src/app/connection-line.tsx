import { useEffect, useRef, useState } from 'react'
import type { PendingAct } from '../data/acts/pending.ts'
import { useLibrary, usePendingActs, useRefusedActs } from '../data/library/use-library.tsx'
import { isHeldByRestore } from '../data/outbox/restored.ts'
import { useRememberedAt } from '../data/remembered/use-remembered-at.ts'
import { useIsOffline } from '../data/session/use-is-offline.ts'
import { useSession } from '../data/session/use-session.tsx'
import { countOf, formatCount, formatExact } from '../lib/format.ts'
import { useHasLasted } from '../lib/use-has-lasted.ts'
import { useOpenDialog } from '../parts/dialogs.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useBottomLine } from './use-bottom-line.ts'

const signInAgain = lazyPart(() => import('../features/auth/sign-in-again.tsx'))
const restoredDialog = lazyPart(() => import('../features/offline/restored-dialog.tsx'))

/** An act that waits longer than this is told. */
const LATE_MS = 2_000

/** How long the line says that the connection is back. */
const ONLINE_MS = 4_000

/** Whether the connection came back just now. */
const useIsBack = (isOffline: boolean): boolean => {
  const [isBack, setBack] = useState(false)
  const was = useRef(isOffline)
  useEffect(() => {
    const isChanged = was.current !== isOffline
    was.current = isOffline
    setBack(isChanged && !isOffline)
    if (!isChanged || isOffline) return
    const timer = setTimeout(() => setBack(false), ONLINE_MS)
    return () => clearTimeout(timer)
  }, [isOffline])
  return isBack
}

/** The number of acts that wait, once they have waited for a while; else 0. */
const useLateActs = (pending: readonly PendingAct[]): number => {
  const count = pending.filter(({ act }) => act.state === 'waiting').length
  return useHasLasted(count > 0, LATE_MS) ? count : 0
}

/** The numbers of acts that wait for the person: those held since a restore, and those that could not be sent. */
const useKept = (): readonly [held: number, refused: number] => {
  const kept = useRefusedActs().filter(({ refusal }) => refusal)
  const held = kept.filter(({ refusal }) => isHeldByRestore(refusal)).length
  return [held, kept.length - held]
}

/** A thin line at the bottom while the server cannot be reached, with the date of what is shown, or asks to sign in again. */
export default function ConnectionLine() {
  const session = useSession()
  const { outbox } = useLibrary()
  const isOffline = useIsOffline()
  const isBack = useIsBack(isOffline)
  const rememberedAt = useRememberedAt()
  const pending = usePendingActs()
  const late = useLateActs(pending)
  const [held, refused] = useKept()
  const openDialog = useOpenDialog()
  const isExpired = session.user !== null && session.isExpired
  const [isDismissed, setDismissed] = useState(false)
  if (!isExpired && isDismissed) setDismissed(false)
  const [isPutOff, setPutOff] = useState(false)
  // Dialogs do not wait for a sign-in that is put off.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new act
  useEffect(() => {
    if (isDismissed) outbox.putOff()
  }, [isDismissed, pending, outbox])
  const isShown =
    isOffline || isBack || isExpired || late > 0 || refused > 0 || held > 0 || rememberedAt !== null
  useBottomLine('--connection-line', isShown)
  if (!isShown) return null

  const state = isExpired
    ? 'You are signed out'
    : isOffline
      ? 'Offline'
      : isBack
        ? 'Online'
        : late > 0 || rememberedAt !== null
          ? 'Waiting for the server'
          : undefined
  const parts = [state, late > 0 && `${countOf(late, 'change')} not sent yet`].filter(Boolean)
  return (
    <>
      <div className="fixed inset-x-0 bottom-0 z-30 flex h-(--connection-line) items-center justify-center gap-2 border-t border-line bg-sunken px-4 text-meta text-ink-2">
        <p role="status" className="truncate">
          {parts.join(' · ')}
        </p>
        {rememberedAt !== null && (
          <>
            <span aria-hidden>·</span>
            <p className="min-w-0 truncate">as of {formatExact(rememberedAt)}</p>
          </>
        )}
        {refused > 0 && (
          <>
            {parts.length > 0 && <span aria-hidden>·</span>}
            <button
              type="button"
              className="underlined h-full font-medium text-ink"
              onClick={() => openDialog('offlineStorage', {})}
            >
              {formatCount(refused)} could not be sent
            </button>
          </>
        )}
        {held > 0 && (
          <>
            {parts.length + refused > 0 && <span aria-hidden>·</span>}
            <button
              type="button"
              className="underlined h-full font-medium text-ink"
              onClick={() => setPutOff(false)}
            >
              {formatCount(held)} held since a restore
            </button>
          </>
        )}
        {isExpired && (
          <button
            type="button"
            className="underlined h-full font-medium text-ink"
            onClick={() => setDismissed(false)}
          >
            Sign in
          </button>
        )}
      </div>
      {isExpired && !isDismissed && (
        <signInAgain.Component onClose={() => setDismissed(true)} onFailure={() => setDismissed(true)} />
      )}
      {held > 0 && !isExpired && !isPutOff && (
        <restoredDialog.Component onClose={() => setPutOff(true)} onFailure={() => setPutOff(true)} />
      )}
    </>
  )
}
