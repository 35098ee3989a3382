import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Optional } from '../../ui/optional.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
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

/** Called again after a failure, because a lazy component that failed to load never retries. */
const lazyDialogs = () => ({
  AddLinkFlow: lazy(loadAddLink),
  DeleteLinkDialog: lazy(() => import('./delete-link-dialog.tsx')),
  AddToCollectionDialog: lazy(() => import('./collections/add-to-collection-dialog.tsx')),
  CollectionDialog: lazy(() => import('./collections/collection-dialog.tsx')),
  DeleteCollectionDialog: lazy(() => import('./collections/delete-collection-dialog.tsx')),
  BulkEditDialog: lazy(() => import('./bulk/bulk-edit-dialog.tsx')),
  BulkDeleteDialog: lazy(() => import('./bulk/bulk-delete-dialog.tsx')),
  ShortcutsDialog: lazy(() => import('./keyboard/shortcuts-dialog.tsx')),
})

/** Fetches the dialog's code when the pointer or the focus comes near its button. */
export const preloadAddLink = (): void => void loadAddLink().catch(() => undefined)

/** The dashboard's dialogs. /save and the browser extension's address open the Add New Link dialog. */
export const LibraryDialogs = () => {
  const [adding, setAdding] = useAtom(addingAtom)
  const [deleting, setDeleting] = useAtom(deletingAtom)
  const [collecting, setCollecting] = useAtom(collectingAtom)
  const [dialog, setDialog] = useAtom(collectionDialogAtom)
  const [bulk, setBulk] = useAtom(bulkDialogAtom)
  const [isListingKeys, setListingKeys] = useAtom(shortcutsAtom)
  const { clear } = useSelectAll()
  const [{ dialogs, attempts }, setDialogs] = useState(() => ({ dialogs: lazyDialogs(), attempts: 0 }))
  const toast = useToast()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const prefill = readPrefill(search)
  const isAsked = path === '/save' || prefill !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each address that asks for it
  useEffect(() => {
    if (isAsked) setAdding(prefill ?? {})
  }, [path, search, isAsked])

  const giveUp = () => {
    for (const close of [setAdding, setDeleting, setCollecting, setDialog, setBulk]) close(null)
    setListingKeys(false)
    setDialogs({ dialogs: lazyDialogs(), attempts: attempts + 1 })
    toast({
      tone: 'danger',
      title: 'This could not be opened',
      description: 'Please check your connection and try again.',
    })
  }
  const { AddLinkFlow, DeleteLinkDialog, AddToCollectionDialog, CollectionDialog } = dialogs
  const { DeleteCollectionDialog, BulkEditDialog, BulkDeleteDialog, ShortcutsDialog } = dialogs
  return (
    <Optional key={attempts} fallback={null} onFailure={giveUp}>
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
    </Optional>
  )
}
