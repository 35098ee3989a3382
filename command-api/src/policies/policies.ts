import { setTimeout as pause } from 'node:timers/promises'
import type { Position, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { comparePositions } from '@lectern/platform/event-store/position.ts'
import { limitConcurrency, limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import { spanIn, tracesOf } from '@lectern/platform/process/tracing.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { loop } from '../loop.ts'
import type { Mail } from '../mail/mails.ts'
import { returnPayment, settlePayment } from '../payments/settle.ts'
import type { StripePort } from '../payments/stripe.ts'
import { refusalOf } from '../refusal.ts'
import { type HandOverParts, handOver } from '../sharing/hand-over.ts'
import type { Invitations } from '../sharing/invitations.ts'
import { type LeaveNotesParts, leaveNotes } from '../sharing/leave-notes.ts'
import type { People } from '../sharing/people.ts'
import { bringNotes } from './bring-notes.ts'
import {
  type Beginning,
  beginningOf,
  type CheckpointParts,
  isBeyondEnd,
  writeCheckpoint,
} from './checkpoint.ts'
import { deleteNotes, type NoteParts } from './delete-notes.ts'
import { isOfLibrary, type Step, stepsAfter } from './step-after.ts'

export type PolicyParts = CheckpointParts &
  NoteParts &
  LeaveNotesParts &
  HandOverParts &
  Pick<Aggregates, 'accounts' | 'libraries'> & {
    readonly stripe: StripePort | undefined
    readonly addMail: (mail: Mail) => Promise<void>
    readonly invitations: Invitations
    readonly people: People
  }

export const PREFIXES = ['account-', 'library-', 'stripe-']
/** Steps of one kind that are taken at once. */
const AT_ONCE = 16
/** Steps that wait, to be taken or to be tried again, before no more events are read. */
const WAITING_MAX = 1_000
/** A crash repeats the steps of the last second. */
const SAVE_AFTER_MS = 1_000
const LOOK_AT_END_MS = 30_000
const BEGIN_AGAIN_MS = 1_000
/** Refusals that a later version or an operator can mend. */
const MENDABLE: ReadonlySet<string> = new Set(['unreadable', 'denied', 'payments-off'])

/**
 * Takes the steps that follow from events until the signal aborts, in every command-api: they may be repeated, and done twice at
 * once. Steps of one kind about one library or payment are taken in order, and one that must wait holds up no others.
 */
export const runPolicies = (parts: PolicyParts): void => {
  const { log, signal } = parts
  const failure = 'policies begin again'
  loop({ log, signal, work: () => follow(parts), everyMs: BEGIN_AGAIN_MS, failure })
}

const follow = async (parts: PolicyParts): Promise<void> => {
  const { store, pool, storeId, log } = parts
  const ending = new AbortController()
  const signal = AbortSignal.any([parts.signal, ending.signal])
  const { after, done } = await beginningOf(parts)
  let taken = after
  let saved = after
  /** Events that led to steps which are not done, in their order, each with the position before it. */
  const unfinished = new Set<{ readonly before: Position | undefined }>()

  /** The checkpoint is before the first event that is not finished, so a crash between any two lines loses no step. */
  const save = async (): Promise<void> => {
    await pause(SAVE_AFTER_MS, undefined, { signal, ref: false })
    if (await isBeyondEnd(store, taken)) {
      log.warn('the event store was put back, so policies begin with its first event')
      ending.abort()
      return
    }
    const [first] = unfinished
    const reached = first === undefined ? taken : first.before
    if (reached === undefined || reached === saved || isBeforeSomeOf(done, reached)) return
    await writeCheckpoint(pool, storeId, reached)
    saved = reached
  }
  const failure = 'the checkpoint of policies cannot be stored yet'
  const askToSave = loop({ log, signal, work: save, everyMs: LOOK_AT_END_MS, againMs: 0, failure })

  const stepsOf = (event: RecordedEvent): Step[] => {
    try {
      return stepsAfter(event).filter(({ kind }) => {
        const doneUpTo = done.get(kind)
        return doneUpTo === undefined || comparePositions(event.position, doneUpTo) > 0
      })
    } catch (err) {
      log.error({ err, stream: event.stream, eventId: event.id }, 'an event led to no step')
      // The read models park a library, which raises an alarm. Nothing else tells of an account or a payment: the next start begins
      // again before it, since a later version may be able to read it.
      if (!isOfLibrary(event)) unfinished.add({ before: taken })
      return []
    }
  }

  const waiting = limitConcurrency(WAITING_MAX)
  const turns = limitConcurrencyBy(1)
  const places = limitConcurrencyBy(AT_ONCE)
  const take = (step: Step): Promise<boolean> =>
    turns.use(`${step.kind} ${step.about}`, () =>
      insist({ log, signal }, step, () => places.use(step.kind, () => act(parts, step))),
    )

  try {
    for await (const events of store.follow({ after, prefixes: PREFIXES, signal })) {
      for (const event of events) {
        for (const step of stepsOf(event)) {
          const entry = { before: taken }
          unfinished.add(entry)
          const { promise: hasRoom, resolve: begin } = Promise.withResolvers<void>()
          const handling = async () => {
            begin()
            if (await take(step)) unfinished.delete(entry)
            askToSave()
          }
          const what = { name: `policy ${step.kind}`, kind: 'consumer' } as const
          void waiting.use(() => spanIn(tracesOf([event]), what, handling))
          await hasRoom
        }
        taken = event.position
      }
      askToSave()
    }
  } finally {
    ending.abort()
  }
}

const act = (parts: PolicyParts, step: Step): Promise<unknown> => {
  switch (step.kind) {
    case 'set-allowance': {
      const command = { ...step.command, now: new Date().toISOString() }
      return parts.libraries.handle(step.about, command, issuedBySystem(step.commandId))
    }
    case 'delete-notes':
      return deleteNotes(parts, step)
    case 'bring-notes':
      return bringNotes(parts, step)
    case 'end-shares':
      return parts.shares.endOf(step.about, { ...step, links: [] })
    case 'settle-share':
      return step.isMade ? parts.shares.confirm(step.shareId) : parts.shares.end(step.shareId)
    case 'settle-payment':
      return settlePayment(parts, step.about)
    case 'return-payment':
      return returnPayment(parts, { userId: step.userId, paymentIntentId: step.about })
    case 'send-mail':
      return parts.addMail(step.mail)
    case 'settle-sharing':
      return settleSharing(parts, step)
    case 'hand-over':
      return handOver(parts, step.about, step.handedOver)
  }
}

/** Rows follow from events, also where a crash came between both. */
const settleSharing = async (
  { invitations, people, ...parts }: PolicyParts,
  { about: libraryId, ended, left }: Extract<Step, { kind: 'settle-sharing' }>,
): Promise<void> => {
  if (left) await leaveNotes({ ...parts, people }, libraryId, left)
  if (ended) await invitations.end(ended.invitationId, ended.how, ended.memberId)
  await people.settle(libraryId)
}

/** A start after this checkpoint would know nothing of what else was done. */
const isBeforeSomeOf = (done: Beginning['done'], position: Position): boolean =>
  [...done.values()].some(upTo => comparePositions(position, upTo) < 0)

/**
 * Tries a step until it is done, or refused for good.
 * @returns false where the next start has to try again: nothing but its event tells of a step about money
 */
const insist = async (
  { log, signal }: Pick<PolicyParts, 'log' | 'signal'>,
  step: Step,
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const { kind, about } = step
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await work()
      return true
    } catch (err) {
      if (signal.aborted) return false
      const refusal = refusalOf(err)
      if (refusal?.code === 'account-closed') return true
      const isMendable = refusal !== undefined && MENDABLE.has(refusal.code)
      if (refusal !== undefined && (isMendable || !refusal.retryable)) {
        const isHeld = kind !== 'delete-notes' && isMendable
        log.error({ err, kind, about }, isHeld ? 'a step waits for the next start' : 'a step failed for good')
        return !isHeld
      }
      log[attempt === 0 ? 'warn' : 'debug']({ err, kind, about, attempt }, 'a step waits')
    }
    await pause(Math.min(5_000, 100 * 2 ** attempt), undefined, { signal, ref: false }).catch(() => {})
  }
  return false
}
