import { Rejected } from '@lectern/contracts/api/errors.ts'
import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import type { Reply } from '@lectern/contracts/jobs.ts'
import {
  AppendDenied,
  AppendTooLarge,
  type EventStore,
  type Position,
  StreamEnded,
} from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { type AnswerOptions, answerRequests, Refused } from '@lectern/platform/nats/request.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { z } from 'zod'
import type { Aggregates } from '../aggregates.ts'
import type { Uploads } from '../imports/uploads.ts'
import type { PaymentParts } from '../payments/settle.ts'
import type { Positions } from '../reading/positions.ts'
import type { ProvidedPages } from '../reading/provided-pages.ts'
import { deleteNotes } from './delete-notes.ts'
import { importNotes } from './import-notes.ts'
import { endImport, importRows, startImport } from './imports.ts'
import { giveBack, settle } from './payments.ts'
import { prepareMailCommand } from './prepare-mail.ts'
import { recordArticle } from './record-article.ts'
import { setAllowance } from './set-allowance.ts'

/** Each command goes to one of the processes that answer in this NATS queue. */
const QUEUE = 'command-api'
/** Commands handled at once, of each subject. */
const AT_ONCE = 16

type NatsCommand<Schema extends z.ZodType> = Pick<AnswerOptions<Schema>, 'subject' | 'schema'> & {
  readonly handle: (payload: z.infer<Schema>) => Promise<Handled>
}
/** `reply` where the command has an answer of its own. */
type Handled = { readonly position: Position | undefined } | { readonly reply: { readonly ok: true } }

export type CommandParts = Pick<Aggregates, 'libraries' | 'notebooks' | 'articles' | 'accounts'> & {
  readonly pool: Pool
  readonly internalSecret: string
  readonly stripe: PaymentParts['stripe']
  readonly store: EventStore
  readonly uploads: Uploads
  readonly positions: Positions
  readonly providedPages: ProvidedPages
}

/** Answers the commands of workers and reactions, until the returned function is called. */
export const answerCommands = (nats: Nats, parts: CommandParts, log: Log): (() => Promise<void>) => {
  const answer = <Schema extends z.ZodType>({ handle, ...command }: NatsCommand<Schema>) =>
    answerRequests({
      ...command,
      nats,
      queue: QUEUE,
      atOnce: AT_ONCE,
      log,
      handle: payload => toReply(handle(payload)),
    })

  const stops = [
    answer(recordArticle(parts)),
    answer(setAllowance(parts)),
    answer(startImport(parts)),
    answer(importRows(parts)),
    answer(endImport(parts)),
    answer(importNotes(parts)),
    answer(deleteNotes(parts)),
    answer(prepareMailCommand(parts)),
    answer(settle({ ...parts, log })),
    answer(giveBack({ ...parts, log })),
  ]
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}

const toReply = async (handled: Promise<Handled>): Promise<Reply | { ok: true }> => {
  try {
    const done = await handled
    if ('reply' in done) return done.reply
    const { position } = done
    return { ok: true, ...(position && { position: encodePosition(position) }) }
  } catch (error) {
    if (error instanceof Rejected) throw new Refused(error.code, error.message, error.status === 503)
    if (error instanceof StreamEnded) throw new Refused('account-closed', error.message, false)
    if (error instanceof AppendTooLarge) throw new Refused('too-large', error.message, false)
    if (error instanceof AppendDenied) throw new Refused('denied', error.message, false)
    if (error instanceof UnreadableEvent) throw new Refused('unreadable', error.message, false)
    throw error
  }
}
