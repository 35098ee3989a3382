import { CountNotesAnswer } from '@lectern/contracts/api/notes.ts'
import { queryOptions } from '@tanstack/react-query'
import { sendOk } from '../../lib/api.ts'

/** The number of notes that these links have together, read anew each time. Links that are not sent yet have none. */
export const noteCountQuery = (linkIds: readonly number[]) => {
  const sent = linkIds.filter(id => id > 0)
  return queryOptions({
    queryKey: ['note-count', sent],
    queryFn: async ({ signal }) => {
      const body = { linkIds: sent }
      const answer = await sendOk({ method: 'POST', path: '/api/notes/count', body }, undefined, signal)
      return CountNotesAnswer.parse(await answer.json()).notes
    },
    enabled: sent.length > 0,
    gcTime: 0,
    staleTime: 0,
  })
}
