import { useState } from 'react'
import { isUnderWay } from '../../data/imports/queries.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { keys } from '../../data/links/keys.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { useNavigate } from '../../lib/navigation.tsx'
import { BackHeader } from '../../parts/back-header.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { ImportLine } from '../../parts/import-progress.tsx'
import { OfflineNote } from '../../parts/needs-server.tsx'
import { useImports } from '../../parts/use-imports.ts'
import { Screen } from '../../ui/screen.tsx'
import { Ledger } from './ledger.tsx'
import { PastImports } from './past-imports.tsx'
import { PaymentNote } from './payment-note.tsx'
import { waitingImports } from './waiting.ts'
import { WaitingImport } from './waiting-import.tsx'
import { Wizard } from './wizard.tsx'

const NO_LIST = { move: () => undefined }

/** /import, and /import/{id} for the ledger of one import. */
export default function ImportScreen({ importId }: { importId?: string }) {
  useCommandKeys({ screen: 'other', link: () => undefined, list: NO_LIST })
  const { id: userId } = useUser()
  const { client } = useLibrary()
  const navigate = useNavigate()
  const { imports, error, refetch, watch } = useImports()
  const [waiting, setWaiting] = useState(() => waitingImports(userId))
  const lookAgain = () => setWaiting(waitingImports(userId))
  const underWay = imports?.filter(each => isUnderWay(each) && each.id !== importId)
  const open = (id: string) => {
    watch(id)
    lookAgain()
    void client.invalidateQueries({ queryKey: keys.imports })
    navigate(`/import/${id}`)
  }
  return (
    <>
      <BackHeader />
      <Screen title="Import" className="mx-auto max-w-4xl px-4 pt-7 pb-20 sm:pt-10">
        {importId === undefined ? (
          <>
            <h1 className="text-title">Import your library</h1>
            <p className="mt-2 mb-7 max-w-xl text-lead text-ink-2">
              Choose where your links are now, then the file that you exported there. Duplicates are skipped,
              and you are told of every row that is left out, and why.
            </p>
            <OfflineNote sentence="A file can be imported when you are online again." />
            {waiting.length === 0 && <PaymentNote />}
            {waiting.map(each => (
              <WaitingImport key={each.uploadId} of={each} onChange={lookAgain} onStarted={open} />
            ))}
            {underWay?.map(each => (
              <ImportLine key={each.id} of={each} />
            ))}
            <Wizard onStarted={open} onWaiting={lookAgain} />
          </>
        ) : (
          <Ledger key={importId} id={importId} />
        )}
        <PastImports imports={imports} error={error} onRetry={refetch} openId={importId} />
      </Screen>
    </>
  )
}
