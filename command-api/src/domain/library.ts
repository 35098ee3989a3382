import { Rejected } from '@lectern/contracts/api/errors.ts'
import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent, unhandled } from '@lectern/contracts/events/read.ts'
import { countIds, type IdRanges } from '@lectern/contracts/id-ranges.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import { bytesOfIds } from './client-ids.ts'
import type { Decider } from './decider.ts'
import {
  type CloseLibrary,
  closeLibrary,
  type OpenLibrary,
  openLibrary,
  type SetAllowance,
  setAllowance,
} from './library/allowance.ts'
import {
  type BringLinksBack,
  bringLinksBack,
  type DeleteForGood,
  deleteForGood,
} from './library/bring-back.ts'
import { type DeleteLinks, deleteLinks, type EditLinks, editLinks } from './library/bulk.ts'
import {
  type CollectLink,
  type CreateCollection,
  collectLink,
  createCollection,
  type DeleteCollection,
  deleteCollection,
  type EditCollection,
  editCollection,
} from './library/collections.ts'
import { type EditLink, editLink } from './library/edit-link.ts'
import { evolve } from './library/evolve.ts'
import {
  type EndImport,
  endImport,
  type ImportRows,
  importRows,
  type RequestImport,
  requestImport,
  type StartImport,
  startImport,
} from './library/imports.ts'
import {
  type ArchiveLink,
  archiveLink,
  type DeleteLink,
  deleteLink,
  type FavoriteLink,
  favoriteLink,
  type SaveLink,
  saveLink,
} from './library/links.ts'
import { type ProvidePage, providePage, type RemovePage, removePage } from './library/page.ts'
import { checkRoom } from './library/room.ts'
import {
  type MakeShare,
  makeShare,
  type RenewShare,
  renewShare,
  type WithdrawShare,
  withdrawShare,
} from './library/shares.ts'
import { decideSharing, type SharingCommand } from './library/sharing/decide.ts'
import { permit, permitUndoing } from './library/sharing/permit.ts'
import { asSeen } from './library/sharing/seen.ts'
import { bytesOfSharing } from './library/sharing/state.ts'
import { librarySnapshot } from './library/snapshot.ts'
import { initial, type Library } from './library/state.ts'
import {
  type DeleteTag,
  deleteTag,
  type MergeTags,
  mergeTags,
  type RenameTag,
  renameTag,
} from './library/tag-acts.ts'
import { type UndoAct, undoAct } from './library/undo.ts'
import { type UndoImport, undoImport } from './library/undo-import.ts'

type Asked =
  | OpenLibrary
  | CloseLibrary
  | SetAllowance
  | SaveLink
  | FavoriteLink
  | ArchiveLink
  | DeleteLink
  | CollectLink
  | EditLink
  | ProvidePage
  | RemovePage
  | EditLinks
  | DeleteLinks
  | BringLinksBack
  | DeleteForGood
  | RenameTag
  | MergeTags
  | DeleteTag
  | UndoAct
  | UndoImport
  | CreateCollection
  | EditCollection
  | DeleteCollection
  | RequestImport
  | StartImport
  | ImportRows
  | EndImport
  | MakeShare
  | RenewShare
  | WithdrawShare
  | SharingCommand

/** `by` is the id of the member who gives the command. Absent: the owner, or the system. */
export type LibraryCommand = Asked & { readonly by?: string | undefined }

/**
 * What a library takes that has more than twice what it may: what makes it smaller, what is said of its account, and the rows of
 * imports, which account for each link that had no room.
 */
const TAKEN_WHEN_OVERGROWN: ReadonlySet<LibraryCommand['type']> = new Set([
  'OpenLibrary',
  'CloseLibrary',
  'SetAllowance',
  'DeleteLink',
  'DeleteLinks',
  'DeleteForGood',
  'DeleteCollection',
  'UndoImport',
  'WithdrawShare',
  'StartImport',
  'ImportRows',
  'EndImport',
  'WithdrawInvitation',
  'EndMembership',
] as const)

const isOvergrown = ({ links, collections }: Library): boolean =>
  links.size > LINKS_MAX || collections.size > 2 * COLLECTIONS_MAX

/** A library is the consistency boundary for duplicates, plan caps, collections and which import runs. */
export const decide = (command: LibraryCommand, library: Library): LibraryEvent[] => {
  // A member's own account is another one.
  if (library.closed && command.type !== 'CloseLibrary')
    throw new Rejected(command.by === undefined ? 'account-closed' : 'not-found')
  if (isOvergrown(library) && !TAKEN_WHEN_OVERGROWN.has(command.type)) throw new Rejected('overgrown')
  const { by, now } = command
  const events =
    by === undefined
      ? decideCommand(command, library)
      : decideCommand(permit(command, by, library), asSeen(library, by, now))
  if (by !== undefined) permitUndoing(events, { by, now }, library)
  checkRoom(library, events)
  return events
}

const decideCommand = (command: LibraryCommand, library: Library): LibraryEvent[] => {
  switch (command.type) {
    case 'CloseLibrary':
      return closeLibrary(command, library)
    case 'OpenLibrary':
      return openLibrary(command, library)
    case 'SetAllowance':
      return setAllowance(command, library)
    case 'SaveLink':
      return saveLink(command, library)
    case 'FavoriteLink':
      return favoriteLink(command, library)
    case 'ArchiveLink':
      return archiveLink(command, library)
    case 'DeleteLink':
      return deleteLink(command, library)
    case 'CollectLink':
      return collectLink(command, library)
    case 'EditLink':
      return editLink(command, library)
    case 'ProvidePage':
      return providePage(command, library)
    case 'RemovePage':
      return removePage(command, library)
    case 'EditLinks':
      return editLinks(command, library)
    case 'DeleteLinks':
      return deleteLinks(command, library)
    case 'BringLinksBack':
      return bringLinksBack(command, library)
    case 'DeleteForGood':
      return deleteForGood(command, library)
    case 'RenameTag':
      return renameTag(command, library)
    case 'MergeTags':
      return mergeTags(command, library)
    case 'DeleteTag':
      return deleteTag(command, library)
    case 'UndoAct':
      return undoAct(command, library)
    case 'UndoImport':
      return undoImport(command, library)
    case 'CreateCollection':
      return createCollection(command, library)
    case 'EditCollection':
      return editCollection(command, library)
    case 'DeleteCollection':
      return deleteCollection(command, library)
    case 'RequestImport':
      return requestImport(command, library)
    case 'StartImport':
      return startImport(command, library)
    case 'ImportRows':
      return importRows(command, library)
    case 'EndImport':
      return endImport(command, library)
    case 'InviteMembers':
    case 'WithdrawInvitation':
    case 'AcceptInvitation':
    case 'ChangeRole':
    case 'EndMembership':
    case 'FlagShared':
    case 'CopyLinks':
    case 'OfferHandover':
    case 'AcceptHandover':
    case 'ReceiveCollection':
    case 'ReceiveLinks':
      return decideSharing(command, library)
    case 'MakeShare':
      return makeShare(command, library)
    case 'RenewShare':
      return renewShare(command, library)
    case 'WithdrawShare':
      return withdrawShare(command, library)
    default:
      return unhandled(command)
  }
}

/** Measured on libraries of 50,000 links: all but the characters of texts, and tags. */
const BYTES_A_LINK = 320
const BYTES_A_COLLECTION = 500
const BYTES_A_SHARE = 500

/** Measured: changing, or importing, this many links takes as long as folding an event that saves one. */
const LINKS_AN_EVENT = 200
const IMPORTED_AN_EVENT = 8

const effortOf = ({ data }: LibraryEvent): number => {
  if (!('links' in data)) return 1
  const { links } = data
  return 1 + (areIds(links) ? countIds(links) / LINKS_AN_EVENT : links.length / IMPORTED_AN_EVENT)
}

/** Other events have links with all that they are. */
const areIds = (links: IdRanges | readonly object[]): links is IdRanges =>
  links.every(link => typeof link === 'number' || Array.isArray(link))

export const library: Decider<Library, LibraryEvent, LibraryCommand> = {
  initial,
  read: readLibraryEvent,
  evolve,
  decide,
  effort: effortOf,
  weight: library =>
    1_000 +
    library.links.size * BYTES_A_LINK +
    bytesOfIds(library.linksOfClients) +
    bytesOfIds(library.collectionsOfClients) +
    library.collections.size * BYTES_A_COLLECTION +
    bytesOfSharing(library) +
    library.shares.size * BYTES_A_SHARE +
    library.textBytes +
    library.tags.bytes,
  snapshot: librarySnapshot,
}
