import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '../lib/query-client.ts'
import { useSessionAcrossTabs } from '../lib/session.ts'
import { useAppTheme } from '../lib/theme.ts'
import { Toasts } from '../ui/toast/toasts.tsx'
import { Tooltips } from '../ui/tooltip/tooltips.tsx'
import { DialogHost } from './dialogs.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { useLiveChanges } from './live-changes.ts'
import { Routes } from './routes.tsx'

const Watchers = () => {
  useAppTheme()
  useSessionAcrossTabs()
  useLiveChanges()
  return null
}

export const App = () => {
  const [client] = useState(createQueryClient)
  return (
    <Toasts>
      <QueryClientProvider client={client}>
        <Watchers />
        <ErrorBoundary>
          <Routes />
        </ErrorBoundary>
        <DialogHost />
        <Tooltips />
      </QueryClientProvider>
    </Toasts>
  )
}
