import type { Link } from '@lectern/contracts/api/links.ts'
import { atom } from 'jotai'

/** What the Add New Link dialog starts with; null while it is closed. */
export type Prefill = { url?: string; title?: string }
export const addingAtom = atom<Prefill | null>(null)

/** The link that the Delete Link confirmation asks about. */
export const deletingAtom = atom<Link | null>(null)
