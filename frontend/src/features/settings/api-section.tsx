import { hasApi } from '@lectern/contracts/plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { messageOf } from '../../lib/api.ts'
import { Failure, Section } from '../../parts/section.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessEntries } from './access-entries.tsx'
import { accessQuery } from './api.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'

/** Tokens with which programs of the person's own use the library. */
export const ApiSection = () => {
  const { plan } = useUser()
  const { data, error, refetch } = useQuery(accessQuery)
  const [isCreating, setCreating] = useState(false)
  const isOpen = hasApi(plan)
  const tokens = data?.tokens ?? []
  return (
    <Section title="API access" lead="Let programs and scripts of yours use your library.">
      {tokens.length > 0 && <AccessEntries label="Tokens" entries={tokens} path="/api/account/tokens" />}
      {!data && !error && <Skeleton className="m-4 h-10" />}
      {!data && error && (
        <Failure
          reason={messageOf(error, 'Your tokens could not be loaded. Please check your connection.')}
          onRetry={refetch}
        />
      )}
      {data && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">
            {isOpen
              ? tokens.length === 0 && 'You have no token yet.'
              : `API access is part of the Ultra plan.${tokens.length > 0 ? ' Until you have it again, these tokens are refused.' : ''}`}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <a href="/docs" className={buttonClass('outline')}>
              Documentation
            </a>
            {isOpen ? (
              <Button onClick={() => setCreating(true)}>New token</Button>
            ) : (
              <a href="/pricing" className={buttonClass('outline')}>
                View plans
              </a>
            )}
          </div>
        </div>
      )}
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </Section>
  )
}
