import type { Operation } from '@lectern/contracts/api/operation.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../lib/api.ts'
import { BackHeader } from '../../parts/back-header.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { Failure } from '../../parts/section.tsx'
import { Message } from '../../ui/message.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { operationQuery, useSettle } from './api.ts'
import { BackupsSection } from './backups-section.tsx'
import { ParkedSection } from './parked-section.tsx'
import { PartsSection } from './parts-section.tsx'
import { State } from './state.tsx'
import { StorageSection } from './storage-section.tsx'
import { VersionsSection } from './versions-section.tsx'
import { WorkSection } from './work-section.tsx'

const NO_LIST = { move: () => undefined }

/** /operate: the state of the whole server, for the accounts that OPERATORS names. */
export default function OperateScreen() {
  useCommandKeys({ screen: 'other', link: () => undefined, list: NO_LIST })
  const { data, error, refetch } = useQuery(operationQuery)
  const isStranger = error instanceof ApiError && error.status === 404
  return (
    <>
      <BackHeader />
      <Screen title="Operate" className="mx-auto max-w-3xl px-4 pt-7 pb-20 sm:pt-10">
        {isStranger ? (
          <Message title="This page is for operators">
            <p className="text-ink-2">
              It shows the state of the server. Who runs Lectern gives the right to it: make operator says
              how.
            </p>
          </Message>
        ) : (
          <>
            <h1 className="text-title">Operate</h1>
            {data && <Facts operation={data} isLost={error !== null} />}
            {!data && error && (
              <div className="mt-6 rounded-card border border-line bg-surface">
                <Failure
                  reason={messageOf(error, 'The server does not answer. make doctor says more.')}
                  onRetry={() => void refetch()}
                />
              </div>
            )}
            {!data && !error && <Loading />}
          </>
        )}
      </Screen>
    </>
  )
}

const Facts = ({ operation, isLost }: { operation: Operation; isLost: boolean }) => {
  const settle = useSettle()
  return (
    <>
      <State operation={operation} isLost={isLost} />
      <PartsSection {...operation} />
      <WorkSection {...operation} settle={settle} />
      <ParkedSection {...operation} />
      <BackupsSection {...operation} />
      <StorageSection {...operation} />
      <VersionsSection {...operation} />
    </>
  )
}

const Loading = () => (
  <div role="status">
    <span className="sr-only">Loading...</span>
    <Skeleton className="mt-6 h-8 w-56" />
    <Skeleton className="mt-10 h-72" />
    <Skeleton className="mt-10 h-72" />
  </div>
)
