import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/api.ts'
import { type LinkFilters, loadMore } from '../../lib/links.ts'
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
  return (
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <Button onClick={() => more.mutate(STEP)} disabled={more.isPending}>
        Load More (+{STEP})
      </Button>
      {loadsMany && (
        <Button onClick={() => more.mutate(MANY)} disabled={more.isPending}>
          Load Many (+{MANY})
        </Button>
      )}
    </div>
  )
}
