import { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import type { QueryClient } from '@tanstack/react-query'
import { RECENTLY_DELETED } from '../../lib/recently-deleted.ts'
import type { Patch, Sentence } from '../acts/act.ts'
import { type Act, isUndoable, kindOf, namesOf } from '../acts/kinds.ts'
import type { Link } from '../answers.ts'
import { editQueue } from '../outbox/edit-queue.ts'
import type { OutboxMessage } from '../outbox/messages.ts'
import { isUndoing } from '../outbox/names.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { changedOnPage } from './changed-on-page.ts'
import { createHistory } from './history.ts'
import { hasUndone, undoSentence } from './sentence.ts'
import { undoOf } from './undo-of.ts'
import { unsave } from './unsave.ts'

/** A toast's texts, and what it offers. */
type Told = Sentence & {
  readonly action?: { readonly label: string; readonly onAction: () => void }
  /** Nothing was done. */
  readonly tone?: 'note'
  /** The screen that it opens. */
  readonly opens?: string
}

/** Takes acts of this device back. Loads after the first screen. `earlier` are the events until then. */
export const createUndoing = (client: QueryClient, outbox: Outbox, earlier: readonly OutboxMessage[]) => {
  const history = createHistory(outbox.idOf)
  for (const event of earlier) {
    history.onEvent(event)
    editQueue(outbox, event)
  }

  const doAgain = ({ name, params, links }: Act) => void outbox.act(name, params as never, { links })
  /** @returns what to say where that is not possible */
  const undo = (act: Act): Told | undefined => {
    // The library may have had the address of this one, and not of those that were saved with it.
    if (act.name === 'saveLink') {
      const saves = history.savedWith(act)
      return saves.length > 0 ? unsave(client, outbox, saves) : undefined
    }
    // A toast may still offer it after `z`.
    if (!history.stands(act)) return
    if (act.name === 'takeNote') {
      const { linkId } = act.params
      history.withoutLast(
        () => void outbox.act('deleteNote', { noteId: outbox.idOf(-act.seq), linkId: outbox.idOf(linkId) }),
      )
      return
    }
    const again = history.takeCancelled(act)
    const { params, links } = undoOf(act)
    if (again) doAgain(again)
    else void outbox.act('undo', params, { links })
  }

  /**
   * Takes an undo out of the queue together with its act, which the outbox does where that was not sent, unless a later
   * act is on one of its links.
   */
  const cancel = (undo: Act): void => {
    const acts = outbox.pending().map(({ act }) => act)
    const undone = acts.find(act => act.state === 'waiting' && isUndoing(undo, act))
    if (!undone) return
    const { links } = namesOf(undone)
    const ids = new Set(links)
    const later = acts.filter(({ seq }) => seq > undone.seq && seq !== undo.seq)
    // An act that names no links may be on any.
    const areApart = later.every(act => links && namesOf(act).links?.every(id => !ids.has(id)))
    if (areApart) outbox.cancel(undo, undone)
  }

  return {
    onEvent: (event: OutboxMessage): void => {
      history.onEvent(event)
      editQueue(outbox, event)
      // After the outbox has kept the act and told the other tabs.
      if (event.outbox === 'act' || event.outbox === 'held') queueMicrotask(() => cancel(event.act))
    },
    undo,
    /** Takes back what was done last. @returns like undo */
    undoLast: (): Told | undefined => {
      const last = history.last()
      if (!last)
        return {
          tone: 'note',
          title: 'Nothing to undo',
          description: 'Undo goes back to when this page was opened. Earlier changes are in your history.',
        }
      if (isUndoable(last.act)) return undo(last.act)
      const description = last.hasMore ? 'Undo again for the change before it.' : undefined
      const said = { tone: 'note' as const, ...(description && { description }) }
      return kindOf(last.act.name).isDeletion
        ? { ...said, title: 'A deletion is not undone: bring the link back here', opens: RECENTLY_DELETED }
        : { ...said, title: 'The last change cannot be undone' }
    },
    /** The toast for what happened to an undo of this tab. */
    told: (event: OutboxMessage): Told | undefined => {
      const { outbox: what, act } = event
      if (act.name !== 'undo' || what === 'act' || what === 'refused') return undefined
      const answer = UndoAnswer.safeParse(act.result).data
      const sentence = undoSentence(act.params, answer)
      // The undoing of a save or of an import is final, and what is deleted again is brought back anew.
      if (act.params.saves || (answer && (answer.import || answer.isDeletion || !hasUndone(answer))))
        return sentence
      const again = what === 'cancelled' ? event.cancelled : undefined
      const onAction = () => (again ? doAgain(again) : undo(act))
      return { ...sentence, action: { label: act.params.isRedo ? 'Undo' : 'Redo', onAction } }
    },
    changedBy: (patch: Patch): readonly Link[] => changedOnPage(client, outbox.pending(), patch),
  }
}

export type Undoing = ReturnType<typeof createUndoing>
