import { randomUUID } from 'node:crypto'
import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import type { RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { AT, aLibrary } from '@lectern/stack/test-support/events.ts'
import { expect, it } from 'vitest'
import { stepsAfter } from './step-after.ts'

const [userId, libraryId] = [randomUUID(), randomUUID()]
const library = aLibrary({ libraryId })

const recorded = (stream: string, event: { type: string; data: unknown }) => ({
  ...{ id: randomUUID(), stream, revision: 3n, position: { commit: 1n, prepare: 1n } },
  ...{ created: new Date(), metadata: {}, ...event },
})
const ofAccount = (type: string, data: object) =>
  recorded(`account-${userId}`, { type, data: { userId, at: AT, ...data } })
const stepAfter = (event: RecordedEvent) => stepsAfter(event)[0]
const ofStripe = (stripeType: string, paymentIntentId: string | null) =>
  recorded('stripe-evt_1', {
    type: 'StripeEventReceived',
    data: {
      ...{ stripeEventId: 'evt_1', stripeType, livemode: false, created: AT, at: AT },
      about: { object: 'charge', id: 'ch_1', paymentIntentId, amount: 1, currency: 'usd', status: null },
    },
  })

it("sets the allowance of the library after a change of its owner's plan", () => {
  const granted = ofAccount('PlanGranted', { libraryId, plan: 'pro' })
  expect(stepAfter(granted)).toEqual({
    ...{ kind: 'set-allowance', about: libraryId, commandId: `${granted.id}/set-allowance` },
    command: { type: 'SetAllowance', plan: 'pro', cause: granted.id, causeRevision: 3 },
  })
})

it('gives links that are back their notes', () => {
  const back = recorded(
    library.stream,
    library.broughtBack([
      [1, 7],
      [3, 8],
    ]),
  )
  expect(stepsAfter(back)).toEqual([
    {
      kind: 'bring-notes',
      about: libraryId,
      eventId: back.id,
      linkOf: new Map([
        [1, 7],
        [3, 8],
      ]),
    },
  ])
})

it('gives a command of the version before again as it was, so that its repetition is recognised', () => {
  const step = stepAfter(ofAccount('PlanGranted', { libraryId, plan: 'pro' }))
  const command = step?.kind === 'set-allowance' ? step.command : {}
  expect(Object.keys(JSON.parse(JSON.stringify(command)))).toEqual([
    ...['type', 'plan', 'cause', 'causeRevision'],
  ])
})

it('deletes the notes of links that were deleted, and the other notes of an import that was undone', () => {
  const after = (event: { type: string; data: unknown }) => stepAfter(recorded(library.stream, event))
  expect(after(library.deleted(1))).toMatchObject({ kind: 'delete-notes', about: libraryId, links: [1] })
  expect(after(library.bulkDeleted([[2, 40], 50]))).toMatchObject({ links: [[2, 40], 50] })
  expect(after(library.importUndone([[2, 4]]))).toMatchObject({
    ...{ kind: 'delete-notes', about: libraryId, links: [[2, 4]] },
    ofImport: { importId: libraryId, revisedNotes: [] },
  })
})

it('brings the rows of members in line after an event about them, and mails who is invited', () => {
  const ends = library.shared(1).map(event => {
    const metadata = { actorId: userId, via: 'web', commandId: 'c', commandHash: 'x' }
    return stepsAfter({ ...recorded(library.stream, event), metadata })
  })
  const settled = { kind: 'settle-sharing', about: libraryId }
  const mailed = [expect.objectContaining({ kind: 'send-mail' })]
  const ended = (how: string) => [{ ...settled, ended: expect.objectContaining({ how }) }]
  expect(ends).toEqual([mailed, mailed, ended('withdrawn'), ended('used'), [], [settled]])
  expect(ends[0]?.[0]).toMatchObject({ mail: { kind: 'invitation', accountId: userId, revision: 3 } })
  expect(stepAfter(recorded(library.stream, library.collectionDeleted(1)))).toEqual(settled)
  const metadata = { actorId: userId, via: 'web', commandId: 'c', commandHash: 'x' }
  const offer = (memberId: string | null) =>
    stepsAfter({
      ...recorded(library.stream, { type: 'HandoverOffered', data: { collectionId: 1, memberId, at: AT } }),
      metadata,
    })
  expect(offer(userId)).toMatchObject([{ kind: 'send-mail', mail: { kind: 'handover', accountId: userId } }])
  expect(offer(null)).toEqual([])
  const handed = library.collectionDeleted(1)
  const handover = { to: userId, members: [] }
  const handedOver = recorded(library.stream, { ...handed, data: { ...handed.data, handover } })
  expect(stepAfter(handedOver)).toMatchObject({
    ...{ kind: 'hand-over', about: libraryId, handedOver: { id: handedOver.id, deletion: { handover } } },
  })
  expect(stepsAfter(recorded(library.stream, library.importUndone([7], [2])))[1]).toEqual(settled)
  expect(stepsAfter(recorded(library.stream, library.importUndone([7], [])))).toHaveLength(1)
  const data = { collectionId: 1, memberId: userId, how: 'left', leavesNotes: true, at: AT }
  const leaving = recorded(library.stream, { type: 'MemberLeft', data })
  const left = { eventId: leaving.id, collectionId: 1, memberId: userId, at: AT }
  expect(stepAfter(leaving)).toEqual({ ...settled, left })
})

it('settles a payment that Stripe tells of, and returns one that bought nothing', () => {
  expect(stepAfter(ofStripe('charge.refunded', 'pi_1'))).toEqual({ kind: 'settle-payment', about: 'pi_1' })
  expect(stepAfter(ofStripe('charge.refunded', null))).toBeUndefined()
  expect(stepAfter(ofStripe('tardis.landed', 'pi_1'))).toBeUndefined()
  const paid = { libraryId, paymentIntentId: 'pi_2', tier: 'pro', amount: 1, currency: 'usd' }
  const unwanted = { ...paid, reason: 'plan-held' }
  expect(stepAfter(ofAccount('PaymentUnwanted', unwanted))).toEqual({
    ...{ kind: 'return-payment', about: 'pi_2', userId },
  })
})

it('does nothing after other events, and does not read those of libraries', () => {
  expect(stepAfter(recorded(library.stream, { type: 'LinkSaved', data: 'a later version' }))).toBeUndefined()
  expect(stepAfter(recorded(library.stream, { type: '$streamDeleted', data: {} }))).toBeUndefined()
  expect(stepsAfter(ofAccount('UsernameChanged', {}))).toEqual([])
  expect(() => stepAfter(ofAccount('PlanSwapped', {}))).toThrow(UnreadableEvent)
})

const payment = {
  libraryId,
  paymentIntentId: 'pi_1',
  tier: 'pro',
  amount: 1,
  currency: 'usd',
  plan: 'pro',
  limit: 1,
}
it.each([
  ['PasswordResetRequested', { requestId: randomUUID() }, ['reset']],
  ['PasswordChanged', { through: 'session' }, ['password-changed']],
  ['SignInChanged', { change: 'passkey-added', name: 'Laptop' }, ['sign-in-changed']],
  ['EmailChangeRequested', { changeId: randomUUID() }, ['confirm-old-email', 'confirm-new-email']],
  ['AccountOpened', { libraryId }, ['welcome']],
  ['PlanPurchased', payment, ['receipt']],
])('mails the owner after %s, and names nothing but the event', (type, data, kinds) => {
  const event = ofAccount(type, data)
  expect(stepsAfter(event).filter(({ kind }) => kind === 'send-mail')).toEqual(
    kinds.map(kind => ({
      kind: 'send-mail',
      about: `${kind} ${event.id}`,
      mail: { kind, accountId: userId, eventId: event.id, revision: 3 },
    })),
  )
})

it('shows a public link once its event is there, and ends it with what it shows', () => {
  const shareId = randomUUID()
  const shared = { shareId, kind: 'collection', collectionId: 2, at: AT }
  const choices = { live: true, withNotes: false, fullText: false, hasPassword: false, expiresAt: null }
  const made = recorded(library.stream, { type: 'ShareMade', data: { ...shared, ...choices } })
  const withdrawn = recorded(library.stream, { type: 'ShareWithdrawn', data: shared })
  const settled = { kind: 'settle-share', about: libraryId, shareId }
  expect(stepsAfter(made)).toEqual([{ ...settled, isMade: true }])
  expect(stepsAfter(withdrawn)).toEqual([{ ...settled, isMade: false }])
  const gone = recorded(library.stream, library.collectionDeleted(2))
  expect(stepsAfter(gone)).toEqual([
    { kind: 'settle-sharing', about: libraryId },
    { kind: 'end-shares', about: libraryId, collections: [2], at: AT },
  ])
  const undone = recorded(library.stream, library.importUndone([7], [2]))
  expect(stepAfter(undone)).toMatchObject({ kind: 'delete-notes', links: [7], collections: [2], at: AT })
})
