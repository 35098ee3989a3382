import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import { atom } from 'jotai'

/** The first values of the Add New Link dialog; null while it is closed. */
export type Prefill = { url?: string; title?: string }
export const addingAtom = atom<Prefill | null>(null)

/** The link that the Delete Link confirmation asks about. */
export const deletingAtom = atom<Link | null>(null)

/** The link whose collection the Add to Collection dialog chooses. */
export const collectingAtom = atom<Link | null>(null)

export type CollectionDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; collection: Collection }
export const collectionDialogAtom = atom<CollectionDialog | null>(null)

/** The bulk dialog, with the links that were selected when it opened. */
export type BulkDialog = { kind: 'edit' | 'delete'; linkIds: number[] }
export const bulkDialogAtom = atom<BulkDialog | null>(null)

/** Whether the Keyboard shortcuts dialog is open. */
export const shortcutsAtom = atom(false)
