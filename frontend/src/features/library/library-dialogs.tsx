import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readPrefill } from './add-link/prefill.ts'
import {
  addingAtom,
  bulkDialogAtom,
  collectingAtom,
  collectionDialogAtom,
  deletingAtom,
  shortcutsAtom,
} from './dialogs.ts'
import { useSelectAll } from './selection.ts'

const loadAddLink = () => import('./add-link/add-link-flow.tsx')
const AddLinkFlow = lazy(loadAddLink)
const DeleteLinkDialog = lazy(() => import('./delete-link-dialog.tsx'))
const AddToCollectionDialog = lazy(() => import('./collections/add-to-collection-dialog.tsx'))
const CollectionDialog = lazy(() => import('./collections/collection-dialog.tsx'))
const BulkEditDialog = lazy(() => import('./bulk/bulk-edit-dialog.tsx'))
const BulkDeleteDialog = lazy(() => import('./bulk/bulk-delete-dialog.tsx'))
const ShortcutsDialog = lazy(() => import('./keyboard/shortcuts-dialog.tsx'))
const DeleteCollectionDialog = lazy(() => import('./collections/delete-collection-dialog.tsx'))

/** Fetches the dialog's code when the pointer or the focus comes near its button. */
export const preloadAddLink = (): void => void loadAddLink().catch(() => undefined)

/** The dashboard's dialogs. /save, and an address that the browser extension made, open the Add New Link dialog. */
export const LibraryDialogs = () => {
  const [adding, setAdding] = useAtom(addingAtom)
  const [deleting, setDeleting] = useAtom(deletingAtom)
  const [collecting, setCollecting] = useAtom(collectingAtom)
  const [dialog, setDialog] = useAtom(collectionDialogAtom)
  const [bulk, setBulk] = useAtom(bulkDialogAtom)
  const [isListingKeys, setListingKeys] = useAtom(shortcutsAtom)
  const { clear } = useSelectAll()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const prefill = readPrefill(search)
  const isAsked = path === '/save' || prefill !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that asks for it
  useEffect(() => {
    if (isAsked) setAdding(prefill ?? {})
  }, [path, search, isAsked])

  return (
    <Suspense fallback={null}>
      {adding && (
        <AddLinkFlow
          prefill={adding}
          onClose={() => {
            setAdding(null)
            if (isAsked) navigate('/dashboard', { replace: true })
          }}
        />
      )}
      {deleting && <DeleteLinkDialog link={deleting} onClose={() => setDeleting(null)} />}
      {collecting && <AddToCollectionDialog link={collecting} onClose={() => setCollecting(null)} />}
      {dialog?.kind === 'delete' && (
        <DeleteCollectionDialog collection={dialog.collection} onClose={() => setDialog(null)} />
      )}
      {(dialog?.kind === 'create' || dialog?.kind === 'edit') && (
        <CollectionDialog
          collection={dialog.kind === 'edit' ? dialog.collection : null}
          onClose={() => setDialog(null)}
        />
      )}
      {bulk?.kind === 'edit' && (
        <BulkEditDialog linkIds={bulk.linkIds} onDone={clear} onClose={() => setBulk(null)} />
      )}
      {bulk?.kind === 'delete' && (
        <BulkDeleteDialog linkIds={bulk.linkIds} onDone={clear} onClose={() => setBulk(null)} />
      )}
      {isListingKeys && <ShortcutsDialog onClose={() => setListingKeys(false)} />}
    </Suspense>
  )
}
