import { type FailedJob, Operation, SettledJobs } from '@lectern/contracts/api/operation.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getJson, messageOf, sendOk } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import { useToast } from '../../ui/toast/use-toast.ts'

const EVERY_MS = 10_000

/** It is asked again while the page is visible. */
export const operationQuery = queryOptions({
  queryKey: ['operation'],
  queryFn: ({ signal }) => getJson('/api/operation', Operation, { signal, cache: 'no-store' }),
  refetchInterval: EVERY_MS,
  staleTime: 0,
  gcTime: 0,
  retry: false,
})

export type Settle = (
  what: 'retry' | 'drop',
  job: Pick<FailedJob, 'kind'> & Partial<Pick<FailedJob, 'key'>>,
) => Promise<void>

const SAYS = { retry: 'to be done again', drop: 'dropped' } as const

/** Has jobs done again, or forgets one, and says what came of it. */
export const useSettle = (): Settle => {
  const client = useQueryClient()
  const toast = useToast()
  return async (what, { kind, key }) => {
    try {
      const answer = await sendOk({ method: 'POST', path: `/api/operation/${what}`, body: { kind, key } })
      const { jobs } = SettledJobs.parse(await answer.json())
      toast({ title: jobs === 0 ? 'Somebody else was faster' : `${countOf(jobs, 'job')} ${SAYS[what]}` })
    } catch (error) {
      toast({
        tone: 'danger',
        title: 'Nothing was changed',
        description: messageOf(error, 'Please check your connection and try again.'),
      })
    }
    await client.invalidateQueries(operationQuery)
  }
}
