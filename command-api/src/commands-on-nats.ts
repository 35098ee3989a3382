import { Rejected } from '@lectern/contracts/api/errors.ts'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { commandSubjects, RecordArticle, type Reply, SetAllowance } from '@lectern/contracts/jobs.ts'
import { AppendDenied, AppendTooLarge, type Position } from '@lectern/platform/event-store/port.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import type { Nats } from '@lectern/platform/nats/connect.ts'
import { answerRequests, Refused } from '@lectern/platform/nats/request.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { Deciders } from './deciders.ts'

/** One command-api of those that run gets each command. */
const QUEUE = 'command-api'
const AT_ONCE = 16

/** Workers and reactions act for nobody. */
const issued = (commandId: string) => ({ actorId: 'system', via: 'system', commandId }) as const

/** Answers the commands that workers and reactions give, until the function it returns is called. */
export const answerCommands = (
  nats: Nats,
  { libraries, articles }: Pick<Deciders, 'libraries' | 'articles'>,
  log: Log,
): (() => Promise<void>) => {
  const common = { nats, queue: QUEUE, atOnce: AT_ONCE, log }

  const stops = [
    answerRequests({
      ...common,
      subject: commandSubjects.recordArticle,
      schema: RecordArticle,
      handle: async ({ commandId, articleId, url, outcome }) => {
        if (articleIdOf(url) !== articleId)
          throw new Refused('bad-message', 'The id is not that of the url.', false)
        const command = { type: 'RecordOutcome', articleId, url, outcome, now: now() } as const
        return toReply(articles.handle(articleId, command, issued(commandId)))
      },
    }),
    answerRequests({
      ...common,
      subject: commandSubjects.setAllowance,
      schema: SetAllowance,
      handle: async ({ commandId, libraryId, ...allowance }) => {
        const command = { type: 'SetAllowance', ...allowance, now: now() } as const
        return toReply(libraries.handle(libraryId, command, issued(commandId)))
      },
    }),
  ]
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}

const now = (): string => new Date().toISOString()

const toReply = async (handled: Promise<{ position: Position | undefined }>): Promise<Reply> => {
  try {
    const { position } = await handled
    return { ok: true, ...(position && { position: encodePosition(position) }) }
  } catch (error) {
    if (error instanceof Rejected) throw new Refused(error.code, error.message, error.status === 503)
    if (error instanceof AppendTooLarge) throw new Refused('too-large', error.message, false)
    if (error instanceof AppendDenied) throw new Refused('denied', error.message, false)
    throw error
  }
}
