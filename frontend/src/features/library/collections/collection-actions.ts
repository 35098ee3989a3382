import { type Collection, CollectionAnswer } from '@lectern/contracts/api/collections.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalOf, sendOk } from '../../../lib/api.ts'
import { changeCached, invalidateLibrary, restore } from '../../../lib/link-cache.ts'
import { refreshLinks } from '../../../lib/link-refresh.ts'
import { useToast } from '../../../ui/toast/use-toast.ts'

const scope = { id: 'links' }

const useFailure = () => {
  const toast = useToast()
  return (sentence: string) => (error: unknown) =>
    toast({ tone: 'danger', title: 'Error', description: refusalOf(error, sentence) })
}

export type CollectionValues = Pick<Collection, 'name' | 'color'> & { description?: string }

export const useCreateCollection = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: async ({ values, key }: { values: CollectionValues; key: string }) =>
      CollectionAnswer.parse(await (await sendOk('POST', '/api/collections', values, key)).json()),
    onSuccess: async ({ name }) => {
      await invalidateLibrary(client, 'keep')
      toast({ title: 'Collection created!', description: name })
    },
    onError: useFailure()('Failed to create collection. Please try again.'),
  })
}

export const useEditCollection = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: ({ id, values }: { id: number; values: CollectionValues }) =>
      sendOk('PUT', `/api/collections/${id}`, values),
    onSuccess: async () => {
      await invalidateLibrary(client, 'keep')
      toast({ title: 'Collection updated successfully' })
    },
    onError: useFailure()('Failed to update collection. Please try again.'),
  })
}

export const useDeleteCollection = () => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    scope,
    mutationFn: (id: number) => sendOk('DELETE', `/api/collections/${id}`),
    onSuccess: async () => {
      await invalidateLibrary(client, 'reload')
      toast({ title: 'Collection deleted successfully' })
    },
    onError: useFailure()('Failed to delete collection. Please try again.'),
  })
}

/** Moves a link into a collection or out of its collection. Shows the change at once and reverts it when the server refuses. */
export const useCollect = () => {
  const client = useQueryClient()
  const toast = useToast()
  const fail = useFailure()('Failed to update collection. Please try again.')
  return useMutation({
    scope,
    mutationFn: ({ id, to }: { id: number; to: Pick<Collection, 'id' | 'name'> | null }) =>
      sendOk('PUT', `/api/links/${id}/collection`, { collectionId: to?.id ?? null }),
    onMutate: ({ id, to }) => changeCached(client, id, link => ({ ...link, collectionId: to?.id ?? null })),
    onSuccess: (_answer, { id, to }) => {
      void invalidateLibrary(client, 'keep')
      void refreshLinks(client, [id])
      toast({ title: to ? `Article added to "${to.name}".` : 'Article removed from collection.' })
    },
    onError: (error, _variables, before) => {
      if (before) restore(client, before)
      void invalidateLibrary(client, 'reload')
      fail(error)
    },
  })
}
