import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { LibraryProvider } from '../data/library/use-library.tsx'
import { SessionProvider, useSession } from '../data/session/use-session.tsx'
import { Navigation } from '../lib/navigation.tsx'
import { useAppTheme } from '../lib/theme.ts'
import { CommandsProvider } from '../parts/commands/use-commands.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Toasts } from '../ui/toast/toasts.tsx'
import { Tooltips } from '../ui/tooltip/tooltips.tsx'
import { ActToasts } from './act-toasts.tsx'
import { DialogHost } from './dialogs.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Routes } from './routes.tsx'

// They load at the start, after what the first screen needs.
const keepFocus = lazyPart(() => import('./keep-focus.ts'))
const updateLine = lazyPart(() => import('./update-line.tsx'))
const afterStart = lazyPart(() => import('./after-start.tsx'))

export const App = () => (
  <Toasts>
    <SessionProvider>
      <Navigation>
        <keepFocus.Component fallback={null} />
        <updateLine.Component fallback={null} />
        <Session>
          <Theme />
          <ErrorBoundary>
            <Routes />
          </ErrorBoundary>
          <Tooltips />
        </Session>
      </Navigation>
    </SessionProvider>
  </Toasts>
)

/** Mounts everything anew when the user changes, or the store by a restore, so that no dialog, selection or act of one meets another's data. */
const Session = ({ children }: { children: ReactNode }) => {
  const { user } = useSession()
  if (!user) return <Provider key="visitor">{children}</Provider>
  return (
    <LibraryProvider key={user.id + user.epoch} userId={user.id}>
      <CommandsProvider>
        {children}
        <DialogHost />
        <ActToasts />
        <afterStart.Component fallback={null} />
      </CommandsProvider>
    </LibraryProvider>
  )
}

const Theme = () => {
  useAppTheme()
  return null
}
