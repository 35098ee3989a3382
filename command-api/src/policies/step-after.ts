import type { AccountEvent } from '@lectern/contracts/events/account.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { readEvent, readMetadata, type StreamEvent } from '@lectern/contracts/events/read.ts'
import { PAYMENT_EVENTS, type StripeEvent } from '@lectern/contracts/events/stripe.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import type { SetAllowance } from '../domain/library/allowance.ts'
import type { Mail, MailKind } from '../mail/mails.ts'
import type { HandedOver } from '../sharing/hand-over.ts'
import type { Left } from '../sharing/leave-notes.ts'

/**
 * What command-api itself does after an event, about a library, a payment or a mail. Ids of commands are derived from the event, so a
 * repeated step has one effect; so are their fields and the order of these, which a repeated command is compared by.
 */
export type Step =
  | {
      readonly kind: 'set-allowance'
      readonly about: string
      readonly commandId: string
      readonly command: Omit<SetAllowance, 'now'>
    }
  | {
      readonly kind: 'delete-notes'
      readonly about: string
      readonly commandId: string
      readonly links: IdRanges
      /** Collections that were deleted with them. */
      readonly collections?: IdRanges
      readonly at: string
      /** The import that was undone. */
      readonly ofImport?: { readonly importId: string; readonly revisedNotes: IdRanges }
    }
  | {
      readonly kind: 'bring-notes'
      readonly about: string
      readonly eventId: string
      /** The ids that links have now, by those that they had before their deletion. */
      readonly linkOf: ReadonlyMap<number, number>
    }
  /** Public links of these are over. */
  | {
      readonly kind: 'end-shares'
      readonly about: string
      readonly collections: IdRanges
      readonly at: string
    }
  | {
      readonly kind: 'settle-share'
      readonly about: string
      readonly shareId: string
      readonly isMade: boolean
    }
  | { readonly kind: 'settle-payment'; readonly about: string }
  | { readonly kind: 'return-payment'; readonly about: string; readonly userId: string }
  | { readonly kind: 'send-mail'; readonly about: string; readonly mail: Mail }
  | {
      readonly kind: 'settle-sharing'
      readonly about: string
      /** The invitation that has ended. */
      readonly ended?: {
        readonly invitationId: string
        readonly how: 'used' | 'withdrawn'
        readonly memberId?: string
      }
      /** Who left, and leaves notes. */
      readonly left?: Left
    }
  | { readonly kind: 'hand-over'; readonly about: string; readonly handedOver: HandedOver }

/** Nearly all events are other events of libraries, which are not even read. */
const OF_LIBRARIES: ReadonlySet<string> = new Set([
  'LinkDeleted',
  'LinksDeleted',
  'LinksBroughtBack',
  'CollectionDeleted',
  'ImportUndone',
  'MemberInvited',
  'InvitationWithdrawn',
  'MemberJoined',
  'MemberLeft',
  'HandoverOffered',
  'ShareMade',
  'ShareWithdrawn',
])

export const isOfLibrary = ({ stream }: RecordedEvent): boolean => stream.startsWith('library-')

/** The mails to the owner of an account after an event of it. */
const MAILS: { readonly [Type in AccountEvent['type']]?: readonly MailKind[] } = {
  AccountOpened: ['welcome'],
  PasswordResetRequested: ['reset'],
  PasswordChanged: ['password-changed'],
  SignInChanged: ['sign-in-changed'],
  EmailChangeRequested: ['confirm-old-email', 'confirm-new-email'],
  PlanPurchased: ['receipt'],
  PlanRefunded: ['refund'],
  PaymentReturned: ['refund'],
}

/** Nothing after most events. @throws UnreadableEvent */
export const stepsAfter = (recorded: RecordedEvent): Step[] => {
  if (isOfLibrary(recorded) && !OF_LIBRARIES.has(recorded.type)) return []
  const read = readEvent(recorded)
  const step = stepAfter(recorded, read)
  const mails = mailsAfter(read, recorded)
  return [...(step === undefined ? [] : [step]), ...afterCollections(read), ...mails]
}

/** Public links of a collection end with it, also where it was handed over, and members of one that went with its import see it no more. */
const afterCollections = (read: StreamEvent): Step[] => {
  if (read.kind !== 'library') return []
  const { type, data } = read.event
  if (type === 'ImportUndone' && data.collections.length > 0)
    return [{ kind: 'settle-sharing', about: read.id }]
  if (type !== 'CollectionDeleted') return []
  return [{ kind: 'end-shares', about: read.id, collections: [data.collectionId], at: data.at }]
}

const mailsAfter = (read: StreamEvent, recorded: RecordedEvent): Step[] => {
  if (read.kind === 'account') return mailsTo(read.id, MAILS[read.event.type] ?? [], recorded)
  const kind = read.kind === 'library' ? mailOf(read.event) : undefined
  return kind === undefined ? [] : mailsTo(readMetadata(recorded).actorId, [kind], recorded)
}

/** Owners alone do this. */
const mailOf = ({ type, data }: LibraryEvent): MailKind | undefined => {
  if (type === 'MemberInvited') return 'invitation'
  return type === 'HandoverOffered' && data.memberId !== null ? 'handover' : undefined
}

const mailsTo = (accountId: string, kinds: readonly MailKind[], { id, revision }: RecordedEvent): Step[] =>
  kinds.map(kind => {
    const mail = { kind, accountId, eventId: id, revision: Number(revision) }
    return { kind: 'send-mail', about: `${kind} ${id}`, mail }
  })

const stepAfter = (recorded: RecordedEvent, read: StreamEvent): Step | undefined => {
  if (read.kind === 'stripe') return settlement(read.event)
  if (read.kind !== 'library' && read.kind !== 'account') return undefined
  const { type, data } = read.event
  switch (type) {
    case 'PlanGranted':
    case 'PlanPurchased':
    case 'PlanRefunded':
    case 'PlanRestored':
      return allowance(recorded, data)
    case 'PaymentUnwanted':
      return { kind: 'return-payment', about: data.paymentIntentId, userId: data.userId }
    case 'LinkDeleted':
      return deletion(recorded, read.id, [data.linkId], data.at)
    case 'LinksDeleted':
      return deletion(recorded, read.id, data.links, data.at)
    case 'LinksBroughtBack': {
      const linkOf = new Map(data.links.map(({ from, linkId }) => [from, linkId]))
      return { kind: 'bring-notes', about: read.id, eventId: recorded.id, linkOf }
    }
    case 'CollectionDeleted':
      if (data.handover === undefined) return { kind: 'settle-sharing', about: read.id }
      return { kind: 'hand-over', about: read.id, handedOver: { id: recorded.id, deletion: data } }
    case 'MemberLeft': {
      const { collectionId, memberId, leavesNotes, at } = data
      const left = { eventId: recorded.id, collectionId, memberId, at }
      return { kind: 'settle-sharing', about: read.id, ...(leavesNotes && { left }) }
    }
    case 'InvitationWithdrawn': {
      const { invitationId } = data
      return { kind: 'settle-sharing', about: read.id, ended: { invitationId, how: 'withdrawn' } }
    }
    case 'MemberJoined': {
      const { invitationId, memberId } = data
      return { kind: 'settle-sharing', about: read.id, ended: { invitationId, how: 'used', memberId } }
    }
    case 'ImportUndone': {
      const { importId, revisedNotes, collections } = data
      const ofImport = { importId, revisedNotes }
      return { ...deletion(recorded, read.id, data.links, data.at), collections, ofImport }
    }
    case 'ShareMade':
    case 'ShareWithdrawn':
      return { kind: 'settle-share', about: read.id, shareId: data.shareId, isMade: type === 'ShareMade' }
    default:
      return undefined
  }
}

/** The library's plan follows the account's. */
const allowance = (
  { id, revision }: RecordedEvent,
  { libraryId, plan, limit }: { libraryId: string; plan: SetAllowance['plan']; limit?: number | null },
): Step => ({
  kind: 'set-allowance',
  about: libraryId,
  commandId: `${id}/set-allowance`,
  command: { type: 'SetAllowance', plan, limit, cause: id, causeRevision: Number(revision) },
})

/** Stripe's word on a payment may have changed. */
const settlement = ({ type, data }: StripeEvent): Step | undefined => {
  if (type === 'PurchaseKept') return undefined
  const types: readonly string[] = PAYMENT_EVENTS
  const about = data.about?.paymentIntentId
  return about && types.includes(data.stripeType) ? { kind: 'settle-payment', about } : undefined
}

const deletion = ({ id }: RecordedEvent, about: string, links: IdRanges, at: string) =>
  ({ kind: 'delete-notes', about, commandId: `${id}/delete-notes`, links, at }) as const
