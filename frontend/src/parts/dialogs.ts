import type { ExportFormat } from '@lectern/contracts/api/exports.ts'
import { atom, useAtom, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import type { Note } from '../data/answers.ts'
import type { SharedCollection } from '../data/collections/shared-list.ts'
import type { Id } from '../data/id.ts'
import type { Outcome } from '../data/outbox/messages.ts'

/**
 * The first values of the Add New Link dialog. `offer`: the browser extension opened it, and offers the page's text under this
 * name.
 */
export type Prefill = { url?: string; title?: string; note?: string; via?: 'extension'; offer?: string }

/** All dialogs and what each is opened with: ids and typed values, no loaded data. app/dialogs.tsx holds their components. */
export type Dialogs = {
  /** asked: the address of ours that asked for it, which has the first values. */
  addLink: { prefill?: Prefill; asked?: { path: string; search: string } }
  /** The plan has no room for more links. */
  limit: { limit: number }
  /** The facts of a link, and the form that changes it. */
  editLink: { linkId: Id }
  deleteLink: { linkId: Id }
  collect: { linkId: Id }
  tagLink: { linkId: Id }
  createCollection: object
  editCollection: { collectionId: number }
  deleteCollection: { collectionId: number }
  /** Who shares an own collection, and invitations into it. */
  share: { collectionId: number }
  /** Who shares a collection of somebody else. */
  members: { collection: SharedCollection }
  leaveShared: { collection: SharedCollection }
  /** What was done in a collection that is shared, one's own or of somebody else. */
  activity: { collectionId: Id; name: string }
  /** The plan of its owner has no room for what the person saves into a collection of somebody else. */
  ownersLimit: { reason: string; save: () => void }
  /** The notes of a link, over the screen; with a noteId the form of this one is open. */
  notes: { linkId: Id; noteId?: Id }
  deleteNote: { note: Pick<Note, 'id' | 'linkId' | 'type' | 'content'> }
  clearHighlights: { linkId: Id }
  /** Gives up the page that the person provided for a link. */
  removePage: { linkId: Id }
  bulkEdit: { linkIds: readonly Id[]; wants?: 'collection' | 'tags' }
  bulkDelete: { linkIds: readonly Id[] }
  /** Makes a file of some links, or of a collection. `format` is chosen at first. */
  exportLinks: { linkIds: readonly Id[]; format?: ExportFormat } | { collectionId: number }
  /** Makes a public link. */
  publicLink: { linkId: number; kind?: 'highlights' } | { collectionId: number }
  /** An act that could not be undone; `again` does it all the same. */
  tooLarge: { again: () => Promise<Pick<Outcome, 'status'>> }
  /** All tags, or what one of them is for. */
  tags: { wants?: { act: 'rename' | 'merge' | 'delete'; tag: string } }
  /** The articles that this device keeps for reading offline. */
  offlineStorage: object
  signOut: { waiting: number }
  shortcuts: object
}

type OpenDialog = { [Name in keyof Dialogs]: { name: Name; props: Dialogs[Name] } }[keyof Dialogs]

const openDialogAtom = atom<OpenDialog | null>(null)

/** The open dialog and its setter, for the one host that shows it. */
export const useDialog = () => useAtom(openDialogAtom)

/** Opens a dialog in place of the open one. */
export const useOpenDialog = () => {
  const set = useSetAtom(openDialogAtom)
  return useCallback(
    <Name extends keyof Dialogs>(name: Name, props: Dialogs[Name]) => set({ name, props } as OpenDialog),
    [set],
  )
}
