import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useAct, usePendingActs } from '../../data/library/use-library.tsx'
import { hasUndone, undoSentence } from '../../data/undo/sentence.ts'
import { readHistoryAgain, showUndone } from './api.ts'

/** What became of an undo that was asked for on this page. */
export type UndoState = { readonly status: 'waiting' | 'ended'; readonly text: string }

const WAITING: UndoState = { status: 'waiting', text: 'Undoing…' }

/** Whether to undo this act is to do another one again. */
export const isUndoing = ({ kind, undone }: HistoryAct): boolean =>
  kind === 'undone' && undone?.kind !== 'undone'

/**
 * Takes acts of the history back, through the outbox like every act. A toast says what was restored and what was left; the
 * same text stays beside the act.
 * @param library whose they are in; absent: one's own
 */
export const useUndo = (library?: string) => {
  const act = useAct()
  const client = useQueryClient()
  const pending = usePendingActs()
  const [ended, setEnded] = useState<ReadonlyMap<string, UndoState>>(() => new Map())

  const waiting = useMemo(() => {
    const targets = new Set<string>()
    for (const { act: each } of pending)
      if (each.name === 'undo' && each.params.act !== undefined && each.state === 'waiting')
        targets.add(each.params.act)
    return targets
  }, [pending])
  const stateOf = (of: HistoryAct): UndoState | undefined => (waiting.has(of.id) ? WAITING : ended.get(of.id))

  const undo = useCallback(
    async (undone: HistoryAct, options: { includeTouched?: boolean } = {}) => {
      const { id, commandId, links, linkCount } = undone
      const whose = library ?? undone.library
      const params = {
        undone: commandId,
        act: id,
        ...(whose !== undefined && { library: whose }),
        ...options,
        names: { all: true },
        restored: [],
        ...(linkCount === 1 && links[0] && { title: links[0].title }),
        isRedo: isUndoing(undone),
      }
      const outcome = await act('undo', params)
      const say = (text: string) => setEnded(before => new Map(before).set(id, { status: 'ended', text }))
      if (outcome.status === 'refused') say(`Not undone: ${outcome.error.message}`)
      if (outcome.status === 'sent') {
        const answer = UndoAnswer.safeParse(outcome.result).data
        const { title, description } = undoSentence(params, answer)
        say(description ? `${title}: ${description}` : title)
        if (answer && hasUndone(answer)) showUndone(client, id)
        await readHistoryAgain(client).catch(() => undefined)
      }
      return outcome
    },
    [act, client, library],
  )
  return { stateOf, undo }
}
