import { ChevronLeft, CircleHelp } from 'lucide-react'
import { Link } from 'wouter'
import { isUnderWay } from '../../data/imports/queries.ts'
import { keys } from '../../data/links/keys.ts'
import { useLibrary } from '../../data/use-library.tsx'
import { useNavigate } from '../../lib/navigation.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { ImportLine } from '../../parts/import-progress.tsx'
import { useImports } from '../../parts/use-imports.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Ledger } from './ledger.tsx'
import { PastImports } from './past-imports.tsx'
import { PaymentNote } from './payment-note.tsx'
import { Wizard } from './wizard.tsx'

const NO_LIST = { move: () => undefined }

/** /import, and /import/{id} for the ledger of one import. */
export default function ImportScreen({ importId }: { importId?: string }) {
  useCommandKeys({ screen: 'other', link: () => undefined, list: NO_LIST })
  const { client } = useLibrary()
  const navigate = useNavigate()
  const { imports, error, refetch, watch } = useImports()
  const underWay = imports?.filter(each => isUnderWay(each) && each.id !== importId)
  const open = (id: string) => {
    watch(id)
    void client.invalidateQueries({ queryKey: keys.imports })
    navigate(`/import/${id}`)
  }
  return (
    <>
      <header className="flex h-15 items-center justify-between border-b border-line px-2 sm:px-8">
        <Link href="/dashboard" className={`${buttonClass('ghost')} px-3`}>
          <ChevronLeft aria-hidden />
          Back to dashboard
        </Link>
        <Link href="/help" className={`${buttonClass('ghost')} px-3`}>
          <CircleHelp aria-hidden />
          Help
        </Link>
      </header>
      <Screen title="Import" className="mx-auto max-w-4xl px-4 pt-7 pb-20 sm:pt-10">
        {importId === undefined ? (
          <>
            <h1 className="text-title">Import your library</h1>
            <p className="mt-2 mb-7 max-w-xl text-lead text-ink-2">
              Choose where your links are now, then the file that you exported there. Duplicates are skipped,
              and you are told of every row that is left out, and why.
            </p>
            <PaymentNote />
            {underWay?.map(each => (
              <ImportLine key={each.id} of={each} />
            ))}
            <Wizard onStarted={open} />
          </>
        ) : (
          <Ledger key={importId} id={importId} />
        )}
        <PastImports imports={imports} error={error} onRetry={refetch} openId={importId} />
      </Screen>
    </>
  )
}
