import { PLANS } from '@lectern/contracts/plans.ts'
import { analyze, startImport } from '../../../data/imports/start.ts'
import { ApiError, newKey } from '../../../lib/api.ts'
import { countOf, formatCount } from '../../../lib/format.ts'
import type { Toast } from '../../../ui/toast/use-toast.ts'

const FAILED = 'The addresses were not saved'

/** A table of addresses, which the server reads like one that a person uploads. */
const fileOf = (addresses: readonly string[]): File =>
  new File(
    [['url', ...addresses.map(each => `"${each.replaceAll('"', '""')}"`)].join('\n')],
    'Pasted addresses.csv',
    {
      type: 'text/csv',
    },
  )

type Parts = { readonly toast: (toast: Toast) => void; readonly show: () => void }

/** Saves many addresses as an import, which accounts for each and can be undone whole, and says so. */
export const importAddresses = async (
  addresses: readonly string[],
  { toast, show }: Parts,
): Promise<void> => {
  const count = countOf(addresses.length, 'address', 'addresses')
  const fail = (error: unknown) =>
    toast({
      tone: 'danger',
      title: FAILED,
      description:
        error instanceof ApiError && error.message
          ? error.message
          : 'There was no answer. Please check your connection and paste them again.',
    })
  toast({ title: `Saving ${count} as an import` })
  try {
    const { signal } = new AbortController()
    const preview = await analyze('lectern', fileOf(addresses), { onProgress: () => undefined, signal })
    if (preview.newItems === 0)
      return toast({ title: 'You saved all of these before', description: `${count}, nothing new.` })
    const start = async (proceedWithFree: boolean): Promise<void> => {
      try {
        await startImport('lectern', preview, { proceedWithFree, addToExisting: false }, newKey())
        const known =
          preview.duplicateCount > 0 && `, ${formatCount(preview.duplicateCount)} are there already`
        toast({
          title: 'Saved as an import',
          description: `${countOf(preview.newItems, 'new link')}${known || ''}. You can undo it in the history.`,
          action: { label: 'Show', onAction: show },
        })
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 402) return fail(error)
        const { limit = PLANS.free.limit ?? 0, currentCount = 0 } = error.details
        const room = limit - currentCount
        toast({
          tone: 'danger',
          title: FAILED,
          description: `Your plan holds ${countOf(limit, 'article')}, and ${room > 0 ? formatCount(currentCount) : 'all'} are used.`,
          ...(room > 0 && {
            action: { label: `Save the first ${formatCount(room)}`, onAction: () => void start(true) },
          }),
        })
      }
    }
    await start(false)
  } catch (error) {
    fail(error)
  }
}
