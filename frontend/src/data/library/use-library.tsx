import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Act } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { useSessionControl } from '../session/use-session.tsx'
import { type Library, openLibrary } from './library.ts'

const LibraryContext = createContext<Library | null>(null)

/** Opens a user's library for the screens inside. Mount it with the user's id as key, so that nothing outlives the session. */
export const LibraryProvider = ({ userId, children }: { userId: string; children: ReactNode }) => {
  const session = useSessionControl()
  const [library] = useState(() => openLibrary(userId, session))
  useEffect(() => library.start(), [library])
  return (
    <LibraryContext value={library}>
      <QueryClientProvider client={library.client}>
        <Provider>{children}</Provider>
      </QueryClientProvider>
    </LibraryContext>
  )
}

export const useLibrary = (): Library => {
  const library = use(LibraryContext)
  if (!library) throw new Error('useLibrary is used outside LibraryProvider')
  return library
}

/** Does something to the library: shows it at once, keeps it on the device and sends it. */
export const useAct = (): Outbox['act'] => useLibrary().outbox.act

/** The acts that could not be sent, each with those that need what it would have made. */
export const useRefusedActs = (): readonly Act[] => {
  const { outbox } = useLibrary()
  return useSyncExternalStore(outbox.subscribe, outbox.refused)
}

/** The acts that reads may not show yet. */
export const usePendingActs = (): readonly PendingAct[] => {
  const { outbox } = useLibrary()
  return useSyncExternalStore(outbox.subscribe, outbox.pending)
}
