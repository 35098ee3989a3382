import { tagSearch } from '@lectern/contracts/tag-search.ts'
import type { ParamsOf } from '../../../data/acts/kinds.ts'
import { readFilters } from '../../../data/links/filters.ts'
import type { Outcome } from '../../../data/outbox/messages.ts'
import type { ApiError } from '../../../lib/api.ts'
import { useActIfUndoable } from '../../../parts/use-act-if-undoable.ts'
import { useView } from '../use-view.ts'

type TagActs = 'renameTag' | 'mergeTags' | 'deleteTag'
type Options = {
  /** The tag that is gone, and the one in its place. A search for the first becomes one for the second. */
  from: string
  to: string | null
  /** Whether the caller deals with a refusal itself. */
  answers?: ((refusal: ApiError) => boolean) | undefined
}

/** Does an act on a tag, as useActIfUndoable does. A search for the tag goes on with the one in its place. */
export const useTagAct = () => {
  const act = useActIfUndoable()
  const { setSearchText } = useView()
  return <N extends TagActs>(
    name: N,
    params: ParamsOf<N>,
    { from, to, answers }: Options,
  ): Promise<Outcome<N>> =>
    act(name, params, {
      settle: ({ status }) => {
        // The person may be elsewhere by now.
        const isThere =
          location.pathname === '/dashboard' &&
          readFilters(new URLSearchParams(location.search)).q === tagSearch(from)
        if (status !== 'refused' && isThere) setSearchText(to === null ? '' : tagSearch(to))
      },
      answers,
    })
}
