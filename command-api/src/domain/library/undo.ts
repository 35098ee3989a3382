import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { removeAgain, splitBrought } from './bring-back.ts'
import type { Act } from './effect.ts'
import { splitFlagged, undoFlags } from './sharing/undo-flags.ts'
import type { Library } from './state.ts'
import {
  type CollectionField,
  deleteAgain,
  inRestored,
  membersOf,
  restoreCollection,
  splitFields,
  undoCollectionEdit,
} from './undo-collection.ts'
import { planUndo, undoOnLinks } from './undo-links.ts'

/** Takes one act back. An undoing is an act itself, and to undo it is another undo. */
export type UndoAct = {
  readonly type: 'UndoAct'
  /** The command of the act that the person named. */
  readonly undone: string
  readonly known: Act
  /** The member who gives the command. */
  readonly by?: string | undefined
  readonly now: string
}

/**
 * [] where later acts changed all that the act did.
 * @throws Rejected not-undoable, undone-already, collection-not-found, too-many-collections, too-large-to-undo
 */
export const undoAct = (command: UndoAct, library: Library): LibraryEvent[] => {
  const { event } = command.known
  switch (event.type) {
    case 'CollectionEdited':
      return undoCollectionEdit(event.data, command, library)
    case 'CollectionDeleted':
      return restoreCollection(event.data, command, library)
    case 'CollectionRestored':
      return deleteAgain(event.data, command, library)
    case 'LinksBroughtBack':
      return removeAgain(event.data, command, library)
    case 'SharedLinksFlagged':
      return undoFlags(event.data, command, library)
    default:
      return undoOnLinks(command, library)
  }
}

/** What an undoing leaves, since a later act changed it. */
export type Left = { readonly links: readonly number[]; readonly fields: readonly CollectionField[] }

/** What of an act a later act changed, or that is gone, or that a member sees no more. @throws Rejected not-undoable */
export const leftBy = (undo: UndoAct, library: Library): Left => {
  const { event } = undo.known
  switch (event.type) {
    case 'CollectionEdited':
      return { links: [], fields: splitFields(event.data, library).left }
    case 'CollectionDeleted':
      return { links: membersOf(event.data, library).left, fields: [] }
    case 'CollectionRestored':
      return inRestored(event.data, library).left
    case 'LinksBroughtBack':
      return { links: splitBrought(event.data, library).left, fields: [] }
    case 'SharedLinksFlagged':
      return { links: splitFlagged(event.data, library).left, fields: [] }
    default:
      return { links: planUndo(undo, library).left, fields: [] }
  }
}
