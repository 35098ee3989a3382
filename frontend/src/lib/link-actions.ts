import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../ui/toast/use-toast.ts'
import { messageOf, sendOk } from './api.ts'
import { changeCached, invalidateLibrary, restore } from './link-cache.ts'
import { linkKeys } from './links.ts'

/** React Query runs mutations of one scope in order, so that the last click also wins on the server. */
const scope = { id: 'links' }

/** Marks or unmarks a favourite. Shows the change at once and reverts it when the server refuses. */
export const useFavorite = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: ({ id, isFavorite }: { id: number; isFavorite: boolean }) =>
      sendOk('PATCH', `/api/links/${id}/favorite`, { isFavorite }),
    onMutate: ({ id, isFavorite }) => changeCached(client, id, link => ({ ...link, isFavorite })),
    onSuccess: () => invalidateLibrary(client, 'keep'),
    onError: (error, _variables, before) => {
      if (before) restore(client, before)
      void invalidateLibrary(client, 'reload')
      toast({
        tone: 'danger',
        title: 'Failed to toggle favorite',
        description: messageOf(error, 'Please try again.'),
      })
    },
  })
}

/** Requests a new extraction of a failed article. */
export const useRetryExtraction = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: (id: number) => sendOk('POST', `/api/links/${id}/extraction`),
    onMutate: id =>
      changeCached(client, id, link => ({ ...link, extraction: 'pending', extractionReason: null })),
    onSuccess: (_answer, id) => {
      void client.invalidateQueries({ queryKey: linkKeys.content(id) })
      void client.invalidateQueries({ queryKey: linkKeys.one(id) })
    },
    onError: (error, _id, before) => {
      if (before) restore(client, before)
      toast({
        tone: 'danger',
        title: 'Failed to retry',
        description: messageOf(error, 'Please try again in a moment.'),
      })
    },
  })
}
