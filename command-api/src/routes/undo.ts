import { Rejected } from '@lectern/contracts/api/errors.ts'
import { UndoRequest } from '@lectern/contracts/api/link-requests.ts'
import type { UndoAnswer } from '@lectern/contracts/api/links.ts'
import { countIds, idsIn } from '@lectern/contracts/id-ranges.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { budget, callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Aggregates } from '../aggregates.ts'
import { linksGivenBack } from '../domain/library/chain.ts'
import { effectOf } from '../domain/library/effect.ts'
import { type Act, leftBy } from '../domain/library/undo.ts'
import { readLater } from '../later-acts.ts'
import { readShownLink } from '../saved-link.ts'
import { commandLibrary, now } from './commands.ts'
import type { RowBudget } from './row-budget.ts'

export type UndoRouteParts = Pick<Aggregates, 'libraries'> & {
  readonly store: EventStore
  readonly rateLimits: boolean
  readonly charge: RowBudget
}

/** Links that an answer names. */
const NAMED_MAX = 5

/** Undos a minute that look at later acts. One that looks at many links counts for more, also where it is repeated. */
const LOOKS_A_MINUTE = 100
const LINKS_A_LOOK = 10_000

export const undoRoute = (
  app: FastifyInstance,
  { libraries, store, rateLimits, charge }: UndoRouteParts,
): void => {
  const command = commandLibrary(libraries)
  const looks = budget({ limit: LOOKS_A_MINUTE, windowMs: 60_000 })

  const name = async (libraryId: string, linkIds: readonly number[]): Promise<UndoAnswer['left']> => {
    const found = await libraries.read(libraryId, ({ links }) =>
      linkIds.flatMap(linkId => {
        const link = links.get(linkId)
        return link ? [{ linkId, savedAt: link.savedAt, textsAt: link.textsAt }] : []
      }),
    )
    return Promise.all(
      found.slice(0, NAMED_MAX).map(async link => {
        const { title } = await readShownLink(store, libraryId, link)
        return { id: link.linkId, title }
      }),
    )
  }

  /** The act with the links whose later changes were undone, where it has any later ones. */
  const withLater = async (
    request: FastifyRequest,
    reply: FastifyReply,
    commandId: string,
    act: Act,
  ): Promise<Act> => {
    const { libraryId, userId } = requireCaller(request)
    const left = await libraries.read(libraryId, library => leftBy(act, library))
    if (left.length === 0) return act
    if (rateLimits) await looks.spend(userId, reply)
    const { later, links } = await readLater(store, libraryId, act.revision)
    if (rateLimits) await looks.spend(userId, reply, Math.floor(links / LINKS_A_LOOK))
    return { ...act, givenBack: linksGivenBack(commandId, later) }
  }

  /** Takes an act of the caller's back. Links that a later act changed are left as they are. */
  app.post(
    '/api/undo',
    { onRequest: callerRateLimit(120, rateLimits) },
    async (request, reply): Promise<UndoAnswer> => {
      const { libraryId } = requireCaller(request)
      const { commandId } = readInput(UndoRequest, request.body)
      const recalled = await libraries.recall(libraryId, commandId)
      const [event] = recalled?.events ?? []
      if (recalled === undefined || event === undefined) throw new Rejected('act-not-found')
      await charge(request, reply, 2 * (effectOf(event)?.linkIds.length ?? 0))
      const known = await withLater(request, reply, commandId, { event, revision: recalled.revision })
      const undo = { type: 'UndoAct', undone: commandId, known, now: now() } as const
      const [undone] = await command(request, reply, undo)
      if (undone?.type === 'ActUndone') {
        const { links, left } = undone.data
        const named = await name(libraryId, [...idsIn(left)].slice(0, 10 * NAMED_MAX))
        return { restoredCount: countIds(links), leftCount: countIds(left), left: named }
      }
      const left = await libraries.read(libraryId, library => leftBy(known, library))
      const named = await name(libraryId, left.slice(0, 10 * NAMED_MAX))
      return { restoredCount: 0, leftCount: left.length, left: named }
    },
  )
}
