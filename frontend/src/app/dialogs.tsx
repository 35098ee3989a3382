import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'wouter'
import { type Dialogs, useDialog } from '../parts/dialogs.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

type DialogPart<Props> = {
  Component: ComponentType<Props & { onClose: () => void; onFailure: () => void }>
}

const DIALOGS = {
  addLink: lazyPart(() => import('../features/library/add-link/add-link-flow.tsx')),
  limit: lazyPart(() => import('../features/library/add-link/limit-dialog.tsx')),
  editLink: lazyPart(() => import('../features/details/details-sheet.tsx')),
  deleteLink: lazyPart(() => import('../parts/delete-link-dialog.tsx')),
  collect: lazyPart(() => import('../parts/add-to-collection-dialog.tsx')),
  tagLink: lazyPart(() => import('../parts/tag-link-dialog.tsx')),
  createCollection: lazyPart(() => import('../features/library/collections/collection-dialog.tsx')),
  editCollection: lazyPart(() => import('../features/library/collections/collection-dialog.tsx')),
  deleteCollection: lazyPart(() => import('../features/library/collections/delete-collection-dialog.tsx')),
  share: lazyPart(() => import('../features/sharing/share-dialog.tsx')),
  members: lazyPart(() => import('../features/sharing/members-dialog.tsx')),
  leaveShared: lazyPart(() => import('../features/sharing/leave-dialog.tsx')),
  activity: lazyPart(() => import('../features/history/activity-sheet.tsx')),
  ownersLimit: lazyPart(() => import('../features/sharing/owners-limit-dialog.tsx')),
  notes: lazyPart(() => import('../parts/notes-panel/notes-dialog.tsx')),
  deleteNote: lazyPart(() => import('../parts/delete-note-dialog.tsx')),
  clearHighlights: lazyPart(() => import('../parts/clear-highlights-dialog.tsx')),
  removePage: lazyPart(() => import('../features/reader/versions/remove-page-dialog.tsx')),
  bulkEdit: lazyPart(() => import('../features/library/bulk/bulk-edit-dialog.tsx')),
  bulkDelete: lazyPart(() => import('../features/library/bulk/bulk-delete-dialog.tsx')),
  exportLinks: lazyPart(() => import('../parts/exports/export-dialog.tsx')),
  publicLink: lazyPart(() => import('../features/shares/share-dialog.tsx')),
  tooLarge: lazyPart(() => import('../parts/too-large-dialog.tsx')),
  tags: lazyPart(() => import('../features/library/tags/tags-dialog.tsx')),
  offlineStorage: lazyPart(() => import('../features/offline/offline-storage-dialog.tsx')),
  signOut: lazyPart(() => import('../features/library/sign-out-dialog.tsx')),
  shortcuts: lazyPart(() => import('../features/library/keyboard/shortcuts-dialog.tsx')),
} satisfies { [Name in keyof Dialogs]: DialogPart<Dialogs[Name]> }

/** Shows the open dialog. A dialog closes when the path changes, so that Back does not open it again. */
export const DialogHost = () => {
  const [path] = useLocation()
  const [dialog, setDialog] = useDialog()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs before the next screen may open a dialog
  useEffect(() => () => setDialog(null), [path])
  if (!dialog) return null
  // A late answer closes only its own dialog.
  const close = () => setDialog(now => (now === dialog ? null : now))
  const { Component } = DIALOGS[dialog.name] as DialogPart<object>
  return <Component key={dialog.name} {...dialog.props} onClose={close} onFailure={close} />
}
