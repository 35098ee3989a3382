import type { Reply } from '@lectern/contracts/jobs.ts'
import type { EventStore, Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { type AnswerOptions, answerRequests } from '@lectern/platform/nats/request.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { z } from 'zod'
import type { Aggregates } from '../aggregates.ts'
import type { Uploads } from '../imports/uploads.ts'
import type { Positions } from '../reading/positions.ts'
import type { ProvidedPages } from '../reading/provided-pages.ts'
import { refusalOf } from '../refusal.ts'
import { importNotes } from './import-notes.ts'
import { endImport, importRows, startImport } from './imports.ts'
import { recordArticle } from './record-article.ts'

/** Each command goes to one of the processes that answer in this NATS queue. */
const QUEUE = 'command-api'
/** Commands handled at once, of each subject. */
const AT_ONCE = 16

type NatsCommand<Schema extends z.ZodType> = Pick<AnswerOptions<Schema>, 'subject' | 'schema'> & {
  readonly handle: (payload: z.infer<Schema>) => Promise<Handled>
}
/** `reply` where the command has an answer of its own. */
type Handled = { readonly position: Position | undefined } | { readonly reply: { readonly ok: true } }

export type CommandParts = Pick<Aggregates, 'libraries' | 'notebooks' | 'articles'> & {
  readonly store: EventStore
  readonly uploads: Uploads
  readonly positions: Positions
  readonly providedPages: ProvidedPages
}

/** Answers the commands of workers until the returned function is called. */
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
    answer(startImport(parts)),
    answer(importRows(parts)),
    answer(endImport(parts)),
    answer(importNotes(parts)),
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
    throw refusalOf(error) ?? error
  }
}
