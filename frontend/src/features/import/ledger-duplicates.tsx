import type { Import, LedgerLacks, LedgerRow } from '@lectern/contracts/api/imports.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ledgerQuery } from '../../data/imports/queries.ts'
import { messageOf } from '../../lib/api.ts'
import { countOf, formatCount, formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { LedgerTable } from './ledger-table.tsx'

/** The duplicates, when asked for: they may be most of a file. Each says what it has that the article in the library has not. */
export const LedgerDuplicates = ({ of: { id, duplicates, added } }: { of: Import }) => {
  const [isOpen, setOpen] = useState(false)
  if (duplicates === 0) return null
  return (
    <section aria-labelledby="duplicate-rows" className="mt-8">
      <h2 id="duplicate-rows" className="text-card">
        {countOf(duplicates, 'duplicate')}
        {added > 0 && `, ${formatCount(added)} of which added tags or a folder`}
      </h2>
      {isOpen ? (
        <Rows id={id} />
      ) : (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {added > 0 ? 'Show what they added' : 'Show what they would have added'}
        </Button>
      )}
    </section>
  )
}

const Rows = ({ id }: { id: string }) => {
  const ledger = useInfiniteQuery(ledgerQuery(id, 'duplicates'))
  const rows = ledger.data?.pages.flatMap(({ data }) => data.rows) ?? []
  if (!ledger.data)
    return (
      <p role="status" className="mt-3 text-ink-2">
        {ledger.error
          ? messageOf(ledger.error, 'The duplicates could not be loaded. Please check your connection.')
          : 'Loading...'}
      </p>
    )
  return (
    <>
      <LedgerTable rows={rows} heading="What it has that the article had not" reasonOf={told} />
      {ledger.hasNextPage && (
        <Button
          className="mt-4"
          onClick={() => void ledger.fetchNextPage()}
          disabled={ledger.isFetchingNextPage}
        >
          {ledger.isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </>
  )
}

const told = ({ lacks, isAdded }: LedgerRow) => {
  if (lacks === null) return <span className="text-ink-2">Nothing: the article has all of it.</span>
  const lines: readonly (readonly [label: string, parts: readonly string[]])[] = isAdded
    ? [
        ['Added', placesOf(lacks)],
        ['Not added', factsOf(lacks)],
      ]
    : [['Would have added', [...placesOf(lacks), ...factsOf(lacks)]]]
  return lines.map(
    ([label, parts]) =>
      parts.length > 0 && (
        <span key={label} className="block break-words">
          <span className="text-meta text-ink-3">{label}: </span>
          <span dir="auto">{parts.join(', ')}</span>
        </span>
      ),
  )
}

/** The choice in the preview is about these. */
const placesOf = ({ collection, tags = [] }: LedgerLacks): string[] => [
  ...(collection === undefined ? [] : [`folder ${collection}`]),
  ...tags.map(tag => `#${tag}`),
]

const factsOf = ({ isFavorite, isArchived, savedAt }: LedgerLacks): string[] => [
  ...(isFavorite ? ['favorite'] : []),
  ...(isArchived ? ['archived'] : []),
  ...(savedAt === undefined ? [] : [`saved on ${formatDate(savedAt)}`]),
]
