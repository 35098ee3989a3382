import { ApiError, messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { useView } from './use-view.ts'

/** Shows why the list could not be loaded, and the next step. */
export const ListFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const { clearFilters } = useView()
  if (error instanceof ApiError && error.status === 404)
    return (
      <Message title="This collection is gone" level={2}>
        <p className="text-ink-2">It was deleted, and its articles are in No Collection.</p>
        <Button onClick={clearFilters}>Show all articles</Button>
      </Message>
    )
  return (
    <Message title="Your links could not be loaded" level={2}>
      <p className="text-ink-2">
        {messageOf(error, 'There was no answer. Please check your connection; your library is safe.')}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </Message>
  )
}

/** Says above a list that it could not be read again. */
export const OutOfDate = ({ onRetry }: { onRetry: () => void }) => (
  <p role="status" className="mb-4 text-meta text-ink-2">
    This list could not be brought up to date.{' '}
    <button type="button" onClick={onRetry} className="underlined rounded-[4px] font-medium text-ink">
      Try again
    </button>
  </p>
)
