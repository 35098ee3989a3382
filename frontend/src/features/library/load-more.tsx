import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LinkFilters } from '../../data/links/keys.ts'
import { loadMore } from '../../data/links/queries.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'

const STEP = 50
const MANY = 500

export const LoadMore = ({ filters, loadsMany }: { filters: LinkFilters; loadsMany: boolean }) => {
  const client = useQueryClient()
  const toast = useToast()
  const more = useMutation({
    mutationFn: (count: number) => loadMore(client, filters, count),
    onError: error =>
      toast({
        tone: 'danger',
        title: 'Failed to load more links',
        description: messageOf(error, 'Please try again.'),
      }),
  })
  // The button is not disabled while loading, because a disabled button loses the focus.
  const load = (count: number) => {
    if (!more.isPending) more.mutate(count)
  }
  return (
    <div className="mt-8 flex flex-wrap justify-center gap-3" aria-busy={more.isPending}>
      <Button onClick={() => load(STEP)} aria-disabled={more.isPending} className="aria-disabled:opacity-55">
        Load More (+{STEP})
      </Button>
      {loadsMany && (
        <Button
          onClick={() => load(MANY)}
          aria-disabled={more.isPending}
          className="aria-disabled:opacity-55"
        >
          Load Many (+{MANY})
        </Button>
      )}
    </div>
  )
}
