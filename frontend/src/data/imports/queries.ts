import { type Import, ImportLedger, ImportList } from '@lectern/contracts/api/imports.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { keys } from '../links/keys.ts'
import { askAgainWhenBehind, read } from '../reading.ts'

/** The latest imports, newest first. A pushed change brings their numbers up to date. */
export const importsQuery = queryOptions({
  queryKey: keys.imports,
  queryFn: ({ signal }) => read('/api/imports', ImportList, signal),
})

/** The screen lists these row by row: rows that are not links, and links that lost something. Duplicates come when asked for. */
const TOLD_KINDS = { told: 'failed,skipped,shortened,note', duplicates: 'duplicate' }

/** An import with the rows of its ledger that need telling, in pages. */
export const ledgerQuery = (id: string, which: keyof typeof TOLD_KINDS = 'told') =>
  infiniteQueryOptions({
    queryKey: [...keys.ledger(id), which],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        `/api/imports/${id}?${new URLSearchParams({ kind: TOLD_KINDS[which], ...(cursor && { cursor }) })}`,
        ImportLedger,
        signal,
      ),
    getNextPageParam: ({ data }) => data.nextCursor,
    refetchInterval: ({ state }) => askAgainWhenBehind({ state: { data: state.data?.pages[0] } }),
  })

/** Whether the import waits or runs. */
export const isUnderWay = ({ status }: Import): boolean => status === 'waiting' || status === 'running'

/** Whole percent of the rows read. A completed import has 100. */
export const percentOf = ({ status, read, expectedRows }: Import): number =>
  status === 'completed' ? 100 : Math.min(99, Math.floor((100 * read) / Math.max(1, expectedRows)))
