import { hash } from 'node:crypto'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { traced } from '@lectern/platform/process/tracing.ts'
import { v5 as uuidv5 } from 'uuid'

/** Namespace of event ids: a repeated append has the same ids, so the store recognises it. */
const EVENT_IDS = '8c9f6a2e-4a57-4c1b-9d5e-0b6f3b1d7e21'

/** `known` are facts that the caller read for the decision, and no part of what is asked for. */
export type AnyCommand = { readonly type: string; readonly now: string; readonly known?: unknown }

/** Who gave a command, through what, and its id. `generated` means that the client gave no id, so it cannot repeat it. */
export type Issued = Pick<EventMetadata, 'actorId' | 'isMember' | 'via' | 'commandId' | 'generated'> & {
  /** The account that pays for the events. Absent: that of the actor. */
  readonly payer?: string
}

/** Workers, reactions and operators act for no user. */
export const issuedBySystem = (commandId: string): Issued => ({ actorId: 'system', via: 'system', commandId })

/** The id of the nth event that a command leads to on an aggregate. */
export const eventId = (id: string, commandId: string, n: number): string =>
  uuidv5(`${id}/${commandId}/${n}`, EVENT_IDS)

export const metadataOf = (
  { now, known: _, ...intent }: AnyCommand,
  { payer: __, ...issued }: Issued,
): EventMetadata => ({
  ...issued,
  commandHash: hash('sha256', JSON.stringify(intent), 'base64url'),
  ...traced(),
})
