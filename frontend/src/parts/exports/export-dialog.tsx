import type { ExportRequest } from '@lectern/contracts/api/export-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameLinks, numbersOf } from '../../data/acts/named-links.ts'
import { exportsQuery, isBeingMade } from '../../data/exports/queries.ts'
import { useCollections } from '../../data/library/use-collections.ts'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import type { Dialogs } from '../dialogs.ts'
import { NeedsServer } from '../needs-server.tsx'
import { ExportForm } from './export-form.tsx'
import { ExportEntries } from './export-list.tsx'
import { useDownload } from './use-download.ts'

type Props = Dialogs['exportLinks'] & { onClose: () => void }

/** Makes a file of the selected links, or of a collection, and downloads it. */
export default function ExportDialog({ onClose, ...of }: Props) {
  const { data: exports } = useQuery(exportsQuery)
  const download = useDownload(exports)
  const [asked, setAsked] = useState<string>()
  const collections = useCollections()
  const mine = exports?.filter(({ id }) => id === asked)
  const scope: ExportRequest['scope'] =
    'linkIds' in of
      ? // A link that is not sent yet is not on the server, and those of others are not exported.
        {
          kind: 'links',
          linkIds: numbersOf(nameLinks(of.linkIds.filter(id => typeof id === 'number' && id > 0))),
        }
      : { kind: 'collection', collectionId: of.collectionId }
  const title =
    'linkIds' in of
      ? `Export ${countOf(of.linkIds.length, 'link')}`
      : `Export ${collections.find(({ id }) => id === of.collectionId)?.name ?? 'Collection'}`
  return (
    <Dialog title={title} onClose={onClose}>
      <NeedsServer sentence="Exports can be made when you are online again.">
        {mine !== undefined && mine.length > 0 ? (
          <>
            <ExportEntries exports={mine} />
            <p className="mt-2 text-meta text-ink-2">The file stays in Settings, under Data, for a day.</p>
          </>
        ) : (
          <ExportForm
            scope={scope}
            format={'format' in of ? of.format : undefined}
            isBusy={exports?.some(isBeingMade) ?? false}
            onAsked={({ id }) => {
              setAsked(id)
              download.await(id)
            }}
          />
        )}
      </NeedsServer>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
