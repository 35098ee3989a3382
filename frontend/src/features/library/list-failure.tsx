import { Link } from 'wouter'
import { sharedAt } from '../../data/links/filters.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { useView } from './use-view.ts'

/** Shows why the list could not be loaded, and the next step. */
export default function ListFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { clearFilters } = useView()
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone && sharedAt(location.pathname))
    return (
      <Message title="This collection is not shared with you" level={2}>
        <p className="text-ink-2">Its owner shares it with you no more, or has deleted it.</p>
        <Link href="/dashboard" className={buttonClass('outline')}>
          Show your own articles
        </Link>
      </Message>
    )
  if (isGone)
    return (
      <Message title="This collection is gone" level={2}>
        <p className="text-ink-2">
          It was deleted, and its articles are in No Collection, or you have handed it over.
        </p>
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
