import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import type { Library } from '../state.ts'
import { type CopyLinks, copyLinks } from './copies.ts'
import { type FlagShared, flagShared } from './flags.ts'
import {
  type AcceptHandover,
  acceptHandover,
  type OfferHandover,
  offerHandover,
  type ReceiveCollection,
  type ReceiveLinks,
  receiveCollection,
  receiveLinks,
} from './handover.ts'
import {
  type AcceptInvitation,
  acceptInvitation,
  type ChangeRole,
  changeRole,
  type EndMembership,
  endMembership,
  type InviteMembers,
  inviteMembers,
  type WithdrawInvitation,
  withdrawInvitation,
} from './members.ts'

/** What is asked of a library about who shares it, and of one's own about what others share. */
export type SharingCommand =
  | InviteMembers
  | WithdrawInvitation
  | AcceptInvitation
  | ChangeRole
  | EndMembership
  | FlagShared
  | CopyLinks
  | OfferHandover
  | AcceptHandover
  | ReceiveCollection
  | ReceiveLinks

export const decideSharing = (command: SharingCommand, library: Library): LibraryEvent[] => {
  switch (command.type) {
    case 'InviteMembers':
      return inviteMembers(command, library)
    case 'WithdrawInvitation':
      return withdrawInvitation(command, library)
    case 'AcceptInvitation':
      return acceptInvitation(command, library)
    case 'ChangeRole':
      return changeRole(command, library)
    case 'EndMembership':
      return endMembership(command, library)
    case 'FlagShared':
      return flagShared(command, library)
    case 'CopyLinks':
      return copyLinks(command, library)
    case 'OfferHandover':
      return offerHandover(command, library)
    case 'AcceptHandover':
      return acceptHandover(command, library)
    case 'ReceiveCollection':
      return receiveCollection(command, library)
    case 'ReceiveLinks':
      return receiveLinks(command, library)
    default:
      return unhandled(command)
  }
}
