import type { ExportRequest } from '@lectern/contracts/api/export-requests.ts'
import { hasBulkExport } from '@lectern/contracts/api/exports.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportsQuery, isBeingMade } from '../../data/exports/queries.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { messageOf } from '../../lib/api.ts'
import { ExportForm } from '../../parts/exports/export-form.tsx'
import { ExportEntries } from '../../parts/exports/export-list.tsx'
import { useDownload } from '../../parts/exports/use-download.ts'
import { NeedsServer } from '../../parts/needs-server.tsx'
import { Failure } from '../../parts/section.tsx'

type Scope = NonNullable<ExportRequest['scope']>

/** The value of a choice: '' is the whole library. */
const scopeOf = (chosen: string): Scope =>
  chosen === ''
    ? { kind: 'all' }
    : { kind: 'collection', collectionId: chosen === 'none' ? null : Number(chosen) }

/** Files of the library, or of a collection, and those that are kept. */
export const LibraryExport = () => {
  const { data: exports, error, refetch } = useQuery(exportsQuery)
  const download = useDownload(exports)
  const collections = useCollections()
  const { plan } = useUser()
  const [chosen, setChosen] = useState('')
  return (
    <div className="border-line border-t px-4 py-3">
      <h3 className="font-sans font-medium">Export</h3>
      <p className="mt-0.5 text-meta text-ink-2">Your library as a file, which is kept here for a day.</p>
      <NeedsServer sentence="Exports can be made when you are online again.">
        {hasBulkExport(plan) && (
          <label className="mt-3 block max-w-sm font-medium">
            What
            <select
              className="mt-1 h-11 w-full rounded-control border border-edge bg-surface px-3 text-ui pointer-coarse:text-[1rem]"
              value={chosen}
              onChange={event => setChosen(event.currentTarget.value)}
            >
              <option value="">The whole library</option>
              {collections.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {collections.length > 0 && <option value="none">No Collection</option>}
            </select>
          </label>
        )}
        <div className="mt-3">
          <ExportForm
            key={chosen}
            scope={scopeOf(chosen)}
            isBusy={exports?.some(isBeingMade) ?? false}
            onAsked={({ id }) => download.await(id)}
          />
        </div>
        {exports && exports.length > 0 && (
          <div className="mt-4 border-line border-t">
            <ExportEntries exports={exports} />
          </div>
        )}
      </NeedsServer>
      {!exports && error && (
        <Failure
          reason={messageOf(error, 'Your exports could not be loaded. Please check your connection.')}
          onRetry={refetch}
        />
      )}
    </div>
  )
}
