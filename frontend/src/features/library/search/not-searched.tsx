import { parseSearch } from '@lectern/contracts/search-syntax.ts'
import { useQuery } from '@tanstack/react-query'
import type { LinkList } from '../../../data/answers.ts'
import type { LinkFilters } from '../../../data/links/keys.ts'
import { fetchTotal } from '../../../data/links/queries.ts'
import { useUser } from '../../../data/session/use-session.tsx'
import { formatCount } from '../../../lib/format.ts'
import { cx } from '../../../ui/cx.ts'
import { useView } from '../use-view.ts'

const LOOK =
  'underlined tabular inline-flex min-h-6 items-center rounded-[4px] text-left font-medium text-ink pointer-coarse:min-h-11'

/** Links that match the search under other filters; undefined until that is known. Each result of the search asks again. */
const useTotal = (filters: LinkFilters, shown: number, isWanted: boolean) =>
  useQuery({
    queryKey: ['total-elsewhere', filters, shown],
    queryFn: () => fetchTotal(filters),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  }).data

type Props = { list: LinkList; className?: string }

/** Says what a search left out, and leads there: the archive, the rest of the library, words inside articles. */
export const NotSearched = ({ list, className }: Props) => {
  const { filters, setFilter, widen } = useView()
  const { isPro } = useUser()
  const { words, advanced } = parseSearch(filters.q, { advanced: isPro })
  const { archived, favorite, collection, progress } = filters
  const saysArchived = advanced.archived !== undefined
  const other = useTotal({ ...filters, archived: !archived }, list.total, !saysArchived)
  const isNarrow = favorite || collection !== null || progress !== null
  const wide = useTotal(
    { ...filters, favorite: false, collection: null, progress: null },
    list.total,
    isNarrow,
  )
  const isWider = wide !== undefined && (wide.total > list.total || wide.totalIsLowerBound === true)
  const more = wide?.totalIsLowerBound
    ? `${formatCount(wide.total)}+`
    : formatCount((wide?.total ?? 0) - list.total)
  const lacksArticles = !isPro && words.length > 0 && list.advancedSearch !== 'upgrade'
  return (
    <div role="status" className={cx('flex flex-wrap gap-x-5 gap-y-1 empty:hidden', className)}>
      {other !== undefined && other.total > 0 && (
        <button type="button" className={LOOK} onClick={() => setFilter('archived', !archived)}>
          {formatCount(other.total)}
          {other.totalIsLowerBound && '+'} {archived ? 'outside the archive' : 'in the archive'}: show
        </button>
      )}
      {isWider && (
        <button type="button" className={LOOK} onClick={widen}>
          {more} elsewhere in your library: show
        </button>
      )}
      {lacksArticles && (
        <a href="/pricing" className={LOOK}>
          Words inside articles belong to advanced search
        </a>
      )}
    </div>
  )
}
