import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { undoSentence } from '../../data/undo/sentence.ts'
import { useAct, usePendingActs } from '../../data/use-library.tsx'
import { showUndone } from './api.ts'

/** What became of an undo that was asked for on this page. */
export type UndoState = { readonly status: 'waiting' | 'ended'; readonly text: string }

const WAITING: UndoState = { status: 'waiting', text: 'Undoing…' }

/**
 * Takes acts of the history back, through the outbox like every act. A toast says what was restored and what was left; the
 * same text stays beside the act, by its id.
 */
export const useUndo = () => {
  const act = useAct()
  const client = useQueryClient()
  const pending = usePendingActs()
  const [ended, setEnded] = useState<ReadonlyMap<string, UndoState>>(() => new Map())

  const states = useMemo(() => {
    const all = new Map(ended)
    for (const { act: each } of pending)
      if (each.name === 'undo' && each.params.act !== undefined && each.state === 'waiting')
        all.set(each.params.act, WAITING)
    return all
  }, [ended, pending])

  const undo = useCallback(
    async (undone: HistoryAct, options: { includeTouched?: boolean } = {}) => {
      const { id, commandId, kind, links, linkCount } = undone
      const params = {
        undone: commandId,
        act: id,
        ...options,
        names: { all: true },
        restored: [],
        ...(linkCount === 1 && links[0] && { title: links[0].title }),
        isRedo: kind === 'undone',
      }
      const outcome = await act('undo', params)
      const say = (text: string) => setEnded(before => new Map(before).set(id, { status: 'ended', text }))
      if (outcome.status === 'refused') say(`Not undone: ${outcome.error.message}`)
      if (outcome.status === 'sent') {
        const { title, description } = undoSentence(params, UndoAnswer.safeParse(outcome.result).data)
        say(description ? `${title}: ${description}` : title)
        await showUndone(client, id).catch(() => undefined)
      }
      return outcome
    },
    [act, client],
  )
  return { states, undo }
}
