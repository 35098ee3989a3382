import { ApiError, messageOf } from '../../lib/api.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { useView } from './use-view.ts'

/** Shows why the list could not be loaded, and the next step. */
export const ListFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const refresh = useRefreshSession()
  const { clearFilters } = useView()
  if (error instanceof ApiError && error.status === 404)
    return (
      <Message title="This collection is gone" level={2}>
        <p className="text-ink-2">It was deleted, and its articles are in No Collection.</p>
        <Button onClick={clearFilters}>Show all articles</Button>
      </Message>
    )
  const isSignedOut = error instanceof ApiError && error.status === 401
  return (
    <Message title="Your links could not be loaded" level={2}>
      <p className="text-ink-2">
        {messageOf(error, 'There was no answer. Please check your connection; your library is safe.')}
      </p>
      {isSignedOut ? (
        <Button onClick={refresh}>Sign in</Button>
      ) : (
        <Button onClick={onRetry}>Try again</Button>
      )}
    </Message>
  )
}
