import type { ActName, ParamsOf } from '../data/acts/kinds.ts'
import { useAct } from '../data/library/use-library.tsx'
import type { Outcome } from '../data/outbox/messages.ts'
import type { ApiError } from '../lib/api.ts'
import { useOpenDialog } from './dialogs.ts'

/** The acts that can be too large to be undone. */
type Undoable = { [N in ActName]: 'ifUndoable' extends keyof ParamsOf<N> ? N : never }[ActName]

type Options<N extends Undoable> = {
  /** Told of the outcome, and of that of the act that the dialog did all the same. */
  readonly settle: (outcome: Outcome<N>) => void
  /** Whether the caller deals with another refusal itself. Otherwise a toast tells it. */
  readonly answers?: ((refusal: ApiError) => boolean) | undefined
}

/**
 * Does an act only if it can be undone. Where it cannot, a dialog asks and then does it all the same. The outcome is
 * `refused` meanwhile, and no toast tells it.
 */
export const useActIfUndoable = () => {
  const act = useAct()
  const openDialog = useOpenDialog()
  return async <N extends Undoable>(
    name: N,
    params: ParamsOf<N>,
    { settle, answers }: Options<N>,
  ): Promise<Outcome<N>> => {
    const settled = (outcome: Outcome<N>): Outcome<N> => {
      settle(outcome)
      return outcome
    }
    const again = async () => settled(await act(name, params))
    const outcome = await act(name, { ...(params as object), ifUndoable: true } as ParamsOf<N>, {
      answers: refusal => {
        if (!refusal.details.isTooLargeToUndo) return answers?.(refusal) ?? false
        openDialog('tooLarge', { again })
        return true
      },
    })
    return settled(outcome)
  }
}
