import { useSyncExternalStore } from 'react'
import type { SessionState } from './session.ts'
import { useSession } from './use-session.tsx'

/** Whether the browser says that it has no network, or the server gave no answer. */
export const isOffline = ({ status }: Pick<SessionState, 'status'>): boolean =>
  navigator.onLine === false || status === 'unreachable'

const followOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether what needs the server has to wait. */
export const useIsOffline = (): boolean => {
  const session = useSession()
  return useSyncExternalStore(
    followOnline,
    () => isOffline(session),
    () => false,
  )
}
