import type { Collection } from '@lectern/contracts/api/collections.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import { atom } from 'jotai'

/** What the Add New Link dialog starts with; null while it is closed. */
export type Prefill = { url?: string; title?: string }
export const addingAtom = atom<Prefill | null>(null)

/** The link that the Delete Link confirmation asks about. */
export const deletingAtom = atom<Link | null>(null)

/** The link whose collection is being chosen. */
export const collectingAtom = atom<Link | null>(null)

export type CollectionDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; collection: Collection }
export const collectionDialogAtom = atom<CollectionDialog | null>(null)

/** What is to be done with the links that were selected when it was asked for. */
export type BulkDialog = { kind: 'edit' | 'delete'; linkIds: number[] }
export const bulkDialogAtom = atom<BulkDialog | null>(null)

/** Whether the list of keyboard shortcuts is open. */
export const shortcutsAtom = atom(false)
