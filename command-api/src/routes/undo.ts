import { Rejected } from '@lectern/contracts/api/errors.ts'
import { UndoRequest } from '@lectern/contracts/api/link-requests.ts'
import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { placeOf } from '@lectern/platform/http/shared-library.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { eventId } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { changesOf } from '../domain/library/effect.ts'
import type { UndoAct } from '../domain/library/undo.ts'
import type { UndoImport } from '../domain/library/undo-import.ts'
import { decide } from '../domain/library.ts'
import type { ShownTitles } from '../reading/shown-titles.ts'
import type { SavedNoteParts } from '../saved-note.ts'
import type { People } from '../sharing/people.ts'
import { answerUndo } from '../undoing/answer.ts'
import { type FoundAct, findAct } from '../undoing/find-act.ts'
import { answerImportUndoing } from '../undoing/import-answer.ts'
import { readImportFacts } from '../undoing/import-facts.ts'
import { commandIdOf, commandLibrary, now } from './commands.ts'
import type { RowBudget } from './row-budget.ts'

export type UndoRouteParts = Pick<Aggregates, 'libraries'> &
  SavedNoteParts & {
    readonly shownTitles: ShownTitles
    readonly limits: Limits
    readonly charge: RowBudget
    readonly people: Pick<People, 'settle'>
  }
type Undo = UndoAct | UndoImport
type Place = ReturnType<typeof placeOf>

/** Links, notes and collections that an answer names, of each. */
const NAMED_MAX = 5
/** Those that a preview names. */
const PREVIEWED_MAX = 20

/** Undos a minute of imports, which read what they brought, and of acts on many links, each counted by these, also where it is repeated. */
const LOOKS_A_MINUTE = 100
const LINKS_A_LOOK = 10_000

export const undoRoute = (
  app: FastifyInstance,
  { limits, charge, people, ...parts }: UndoRouteParts,
): void => {
  const { libraries, store } = parts
  const command = commandLibrary(libraries)
  const looks = limits.budget('looks-for-undo', { limit: LOOKS_A_MINUTE, windowMs: 60_000 })

  const look = async (request: FastifyRequest, reply: FastifyReply, count: number): Promise<void> => {
    if (count > 0) await looks.spend(requireCaller(request).userId, reply, count)
  }

  /** A member names own acts alone. @throws Rejected act-not-found */
  const actOf = async ({ libraryId, by }: Place, { commandId: key, act }: UndoRequest): Promise<FoundAct> => {
    if (key === undefined) {
      // How much its owner notes is not told either.
      if (by !== undefined && act?.startsWith('n')) throw new Rejected('act-not-found')
      const found = await findAct(store, libraryId, act ?? '')
      if (by !== undefined && found.actorId !== by) throw new Rejected('act-not-found')
      return found
    }
    const commandId = by === undefined ? key : commandIdOf(by, key)
    const recalled = await libraries.recall(libraryId, commandId)
    const [event] = recalled?.events ?? []
    if (recalled !== undefined && event !== undefined)
      return { event, revision: recalled.revision, commandId, actorId: by ?? '' }
    if (by !== undefined) throw new Rejected('act-not-found')
    // The key of an import's call gave the import its id.
    const imported = await libraries.read(libraryId, ({ imports }) =>
      imports.get(eventId(libraryId, commandId, 0)),
    )
    if (imported === undefined) throw new Rejected('act-not-found')
    return findAct(store, libraryId, `l${imported.revision}`)
  }

  const undoOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Undo> => {
    const place = placeOf(request)
    const { libraryId } = place
    const body = readInput(UndoRequest, request.body)
    const act = await actOf(place, body)
    if (act.event.type !== 'ImportRequested') {
      await look(request, reply, Math.floor(linksOf(act.event) / LINKS_A_LOOK))
      return { type: 'UndoAct', undone: act.commandId, known: act, now: now() }
    }
    const { importId } = act.event.data
    await look(request, reply, 1)
    const known = await readImportFacts(parts, { libraryId, importId, revision: act.revision })
    await look(request, reply, Math.floor(known.linkIds.length / LINKS_A_LOOK))
    const { includeTouched = false, chosen: { links = [], notes = [], collections = [] } = {} } = body
    const chosen = { links, notes, collections }
    return { type: 'UndoImport', importId, includeTouched, chosen, known, now: now() }
  }

  const answer = ({ libraryId, by }: Place, undo: Undo, undone: LibraryEvent | undefined, atMost: number) =>
    undo.type === 'UndoAct'
      ? answerUndo(parts, { libraryId, by }, { command: undo, undone, atMost })
      : answerImportUndoing(parts, libraryId, { command: undo, undone, atMost })

  /** Takes an act of the caller's back. What a later act changed is left as it is. */
  app.post('/api/undo', { onRequest: limits.ofCaller(120) }, async (request, reply): Promise<UndoAnswer> => {
    const undo = await undoOf(request, reply)
    await charge(request, reply, rowsOf(undo))
    const [undone] = await command(request, reply, undo)
    // Collections of the import are gone from the next request on for those who shared them, too.
    if (undone?.type === 'ImportUndone') await people.settle(placeOf(request).libraryId)
    return answer(placeOf(request), undo, undone, NAMED_MAX)
  })

  /** Answers what POST /api/undo would do now, and changes nothing. */
  app.post(
    '/api/undo/preview',
    { onRequest: limits.ofCaller(120) },
    async (request, reply): Promise<UndoAnswer> => {
      const place = placeOf(request)
      const undo = await undoOf(request, reply)
      const [undone] = await libraries.read(place.libraryId, library =>
        decide({ ...undo, by: place.by }, library),
      )
      return answer(place, undo, undone, PREVIEWED_MAX)
    },
  )
}

const rowsOf = (undo: Undo): number =>
  undo.type === 'UndoImport' ? undo.known.linkIds.length : 2 * linksOf(undo.known.event)

const linksOf = (act: LibraryEvent): number =>
  (changesOf(act) ?? []).reduce((sum, { linkIds }) => sum + linkIds.length, 0)
