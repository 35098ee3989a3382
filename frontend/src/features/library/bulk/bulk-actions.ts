import { BulkDeleteAnswer, BulkEditAnswer, type BulkEditRequest } from '@lectern/contracts/api/links.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalOf, sendOk } from '../../../lib/api.ts'
import { countOf } from '../../../lib/format.ts'
import { invalidateLibrary } from '../../../lib/link-cache.ts'
import { useToast } from '../../../ui/toast/use-toast.ts'

const scope = { id: 'links' }

export const useBulkEdit = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: async (request: BulkEditRequest) =>
      BulkEditAnswer.parse(await (await sendOk('PUT', '/api/links/bulk', request)).json()),
    onSuccess: ({ updatedCount }) => {
      void invalidateLibrary(client, 'reload')
      toast({ title: `${countOf(updatedCount, 'link')} updated successfully` })
    },
    onError: error =>
      toast({
        tone: 'danger',
        title: 'Error',
        description: refusalOf(error, 'Failed to update links. Please try again.'),
      }),
  })
}

export const useBulkDelete = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: async (linkIds: number[]) =>
      BulkDeleteAnswer.parse(await (await sendOk('DELETE', '/api/links/bulk', { linkIds })).json()),
    onSuccess: ({ deletedCount }) => {
      void invalidateLibrary(client, 'reload')
      toast({ title: `${countOf(deletedCount, 'link')} deleted successfully` })
    },
    onError: error =>
      toast({
        tone: 'danger',
        title: 'Error',
        description: refusalOf(error, 'Failed to delete links. Please try again.'),
      }),
  })
}
