import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf, sendOk } from '../../lib/api.ts'
import { changeCached, invalidateLibrary, restore, type Snapshot } from '../../lib/link-cache.ts'
import { refreshLinks } from '../../lib/link-refresh.ts'
import { linkKeys } from '../../lib/links.ts'
import { useToast } from '../../ui/toast/use-toast.ts'

const scope = { id: 'links' }

type Archiving = { id: number; isArchived: boolean; isUndo?: boolean }

/** Archives or unarchives a link. Shows the change at once; reverts it and reloads the list when the server refuses. */
export const useArchive = () => {
  const client = useQueryClient()
  const toast = useToast()
  const archive: UseMutationResult<Response, Error, Archiving, Snapshot> = useMutation({
    scope,
    mutationFn: ({ id, isArchived }: Archiving) =>
      sendOk('PATCH', `/api/links/${id}/archive`, { isArchived }),
    onMutate: ({ id, isArchived }) => changeCached(client, id, link => ({ ...link, isArchived })),
    onSuccess: (_answer, { id, isArchived, isUndo }) => {
      void invalidateLibrary(client, 'keep')
      void refreshLinks(client, [id])
      if (isUndo) return
      toast({
        title: isArchived ? 'Moved to the archive' : 'Moved out of the archive',
        action: {
          label: 'Undo',
          onAction: () => archive.mutate({ id, isArchived: !isArchived, isUndo: true }),
        },
      })
    },
    onError: (error, _variables, before) => {
      if (before) restore(client, before)
      void invalidateLibrary(client, 'reload')
      toast({
        tone: 'danger',
        title: 'Failed to toggle archive',
        description: messageOf(error, 'Please try again.'),
      })
    },
  })
  return archive
}

export const useDeleteLink = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: (id: number) => sendOk('DELETE', `/api/links/${id}`),
    onSuccess: async (_answer, id) => {
      await changeCached(client, id, () => null)
      client.removeQueries({ queryKey: linkKeys.one(id) })
      void invalidateLibrary(client, 'keep')
    },
    onError: error =>
      toast({
        tone: 'danger',
        title: 'Failed to delete link',
        description: messageOf(error, 'Please try again.'),
      }),
  })
}
