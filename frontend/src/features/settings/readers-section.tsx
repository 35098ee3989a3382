import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { Failure, Section } from '../../parts/section.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessEntries } from './access-entries.tsx'
import { accessQuery } from './api.ts'
import { ConnectReaderDialog } from './connect-reader-dialog.tsx'

/** E-readers and phone apps that speak wallabag's API, each with a password of its own. */
export const ReadersSection = () => {
  const { data, error, refetch } = useQuery(accessQuery)
  const [isConnecting, setConnecting] = useState(false)
  const devices = data?.devices ?? []
  return (
    <Section
      title="E-readers and apps"
      lead="KOReader, the phone apps of wallabag, and what else speaks its API, read and save here with a password of their own."
    >
      {devices.length > 0 && (
        <AccessEntries label="Connected" entries={devices} path="/api/account/devices" />
      )}
      {!data && !error && <Skeleton className="m-4 h-10" />}
      {!data && error && (
        <Failure
          reason={messageOf(error, 'Your e-readers could not be loaded. Please check your connection.')}
          onRetry={refetch}
        />
      )}
      {data && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">
            {devices.length === 0 && 'None is connected yet.'}
          </p>
          <Button onClick={() => setConnecting(true)}>Connect a device</Button>
        </div>
      )}
      {isConnecting && <ConnectReaderDialog onClose={() => setConnecting(false)} />}
    </Section>
  )
}
