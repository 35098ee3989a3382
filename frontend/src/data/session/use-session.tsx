import type { User } from '@lectern/contracts/api/account.ts'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { createSession, type Session, type SessionState } from './session.ts'

const SessionContext = createContext<Session | null>(null)

/** Checks who is signed in, once and whenever another tab signs in or out. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const [session] = useState(createSession)
  useEffect(() => session.start(), [session])
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session itself, to check, change or end it. */
export const useSessionControl = (): Session => {
  const session = use(SessionContext)
  if (!session) throw new Error('useSessionControl is used outside SessionProvider')
  return session
}

export const useSession = (): SessionState => {
  const session = useSessionControl()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The user, for screens behind the login. */
export const useUser = (): User => {
  const { user } = useSession()
  if (!user) throw new Error('useUser is used without a session')
  return user
}
