import { Rejected } from '@lectern/contracts/api/errors.ts'
import { UndoRequest } from '@lectern/contracts/api/link-requests.ts'
import type { UndoAnswer } from '@lectern/contracts/api/links.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { budget, callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { linksGivenBack } from '../domain/library/chain.ts'
import { effectOf } from '../domain/library/effect.ts'
import { leftBy, type UndoAct } from '../domain/library/undo.ts'
import { decide } from '../domain/library.ts'
import { answerUndo } from '../undoing/answer.ts'
import { type FoundAct, findAct } from '../undoing/find-act.ts'
import { readLater } from '../undoing/later-acts.ts'
import { commandLibrary, now } from './commands.ts'
import type { RowBudget } from './row-budget.ts'

export type UndoRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly store: EventStore
  readonly rateLimits: boolean
  readonly charge: RowBudget
}

/** Links that an answer names. */
const NAMED_MAX = 5
/** Links that a preview names. */
const PREVIEWED_MAX = 50

/** Undos a minute that look at later acts. One that looks at many links counts for more, also where it is repeated. */
const LOOKS_A_MINUTE = 100
const LINKS_A_LOOK = 10_000

export const undoRoute = (
  app: FastifyInstance,
  { libraries, store, rateLimits, charge }: UndoRouteParts,
): void => {
  const command = commandLibrary(libraries)
  const looks = budget({ limit: LOOKS_A_MINUTE, windowMs: 60_000 })

  /** @throws Rejected act-not-found */
  const actOf = async (libraryId: string, { commandId, act }: UndoRequest): Promise<FoundAct> => {
    if (commandId === undefined) return findAct(store, libraryId, act ?? '')
    const recalled = await libraries.recall(libraryId, commandId)
    const [event] = recalled?.events ?? []
    if (recalled === undefined || event === undefined) throw new Rejected('act-not-found')
    return { event, revision: recalled.revision, commandId }
  }

  /** The command, with the links whose later changes were undone where the act has any later ones. */
  const undoing = async (request: FastifyRequest, reply: FastifyReply, act: FoundAct): Promise<UndoAct> => {
    const { libraryId, userId } = requireCaller(request)
    const { commandId: undone, ...known } = act
    const undo = { type: 'UndoAct', undone, known, now: now() } as const
    const left = await libraries.read(libraryId, library => leftBy(known, library).links)
    if (left.length === 0) return undo
    if (rateLimits) await looks.spend(userId, reply)
    const { later, links } = await readLater(store, libraryId, act.revision)
    if (rateLimits) await looks.spend(userId, reply, Math.floor(links / LINKS_A_LOOK))
    return { ...undo, known: { ...known, givenBack: linksGivenBack(undone, later) } }
  }

  const commandOf = async (request: FastifyRequest, reply: FastifyReply): Promise<UndoAct> => {
    const { libraryId } = requireCaller(request)
    return undoing(request, reply, await actOf(libraryId, readInput(UndoRequest, request.body)))
  }

  /** Takes an act of the caller's back. What a later act changed is left as it is. */
  app.post(
    '/api/undo',
    { onRequest: callerRateLimit(120, rateLimits) },
    async (request, reply): Promise<UndoAnswer> => {
      const { libraryId } = requireCaller(request)
      const undo = await commandOf(request, reply)
      await charge(request, reply, 2 * (effectOf(undo.known.event)?.linkIds.length ?? 0))
      const [undone] = await command(request, reply, undo)
      return answerUndo({ libraries, store }, libraryId, { command: undo, undone, atMost: NAMED_MAX })
    },
  )

  /** Answers what POST /api/undo would do now, and changes nothing. */
  app.post(
    '/api/undo/preview',
    { onRequest: callerRateLimit(120, rateLimits) },
    async (request, reply): Promise<UndoAnswer> => {
      const { libraryId } = requireCaller(request)
      const undo = await commandOf(request, reply)
      const [undone] = await libraries.read(libraryId, library => decide(undo, library))
      return answerUndo({ libraries, store }, libraryId, { command: undo, undone, atMost: PREVIEWED_MAX })
    },
  )
}
