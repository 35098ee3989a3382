import { useSetAtom } from 'jotai'
import { messageOf } from '../../../lib/api.ts'
import { useToast } from '../../../ui/toast/use-toast.ts'
import { selectMatchingAtom } from '../selection.ts'
import { useView } from '../use-view.ts'

/** Selects all links that match the filters, displayed or not. A toast tells a failure. */
export const useSelectMatching = (): (() => Promise<void>) => {
  const { filters } = useView()
  const select = useSetAtom(selectMatchingAtom)
  const toast = useToast()
  return async () => {
    try {
      await select(filters)
    } catch (error) {
      toast({
        tone: 'danger',
        title: 'The other links could not be selected',
        description: messageOf(error, 'Please check your connection and try again.'),
      })
    }
  }
}
