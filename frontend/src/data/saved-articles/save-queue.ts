import type { Id } from '../id.ts'
import { NotSaved } from './save-article.ts'

/** Articles read from the server at once. */
const AT_ONCE = 2
/** The pause between two beginnings: 80 articles a minute, of the 120 that the server allows. */
const PACE_MS = 750

/** Articles that the person asked to save, from the first one until none waits. */
export type Run = {
  readonly total: number
  readonly saved: number
  readonly failures: readonly { readonly id: Id; readonly error: NotSaved }[]
  /** Why the others were not tried: the storage is full, the connection was lost, the person is signed out. */
  readonly stopped: NotSaved | 'cancelled' | null
  readonly isOver: boolean
}

const NEW: Run = { total: 0, saved: 0, failures: [], stopped: null, isOver: false }
const NONE: Run = { ...NEW, isOver: true }

type Parts = {
  /** Saves one article. Rejects with NotSaved, or with anything when the signal aborts. */
  readonly save: (id: Id, signal: AbortSignal) => Promise<unknown>
  /** The run or the articles being saved have changed. */
  readonly onChange: () => void
}

/** Saves articles in their order, two at once. Those that are asked for meanwhile join the run. */
export const createSaveQueue = ({ save, onChange }: Parts) => {
  let run = NONE
  let waiting: Id[] = []
  const underWay = new Set<Id>()
  let isResting = false
  let ending = new AbortController()
  let end: (run: Run) => void = () => undefined
  let over = Promise.resolve(NONE)

  const change = (to: Partial<Run>) => {
    run = { ...run, ...to }
    onChange()
  }
  const stop = (stopped: NotSaved | 'cancelled') => {
    if (run.isOver || run.stopped) return
    waiting = []
    ending.abort(new DOMException('The saving was stopped.', 'AbortError'))
    change({ stopped })
    next()
  }

  const saveOne = async (id: Id): Promise<void> => {
    const { signal } = ending
    try {
      await save(id, signal)
      change({ saved: run.saved + 1 })
    } catch (error) {
      if (signal.aborted) return
      const failed =
        error instanceof NotSaved ? error : new NotSaved('Failed to save article', String(error), false)
      if (failed.isForAll) stop(failed)
      else change({ failures: [...run.failures, { id, error: failed }] })
    }
  }

  /** Begins with the next article where it may, and ends the run after the last one. */
  const next = (): void => {
    if (run.isOver) return
    if (waiting.length === 0 && underWay.size === 0) {
      change({ isOver: true })
      end(run)
      return
    }
    const id = isResting || underWay.size >= AT_ONCE ? undefined : waiting.shift()
    if (id === undefined) return
    underWay.add(id)
    void saveOne(id).then(() => {
      underWay.delete(id)
      onChange()
      next()
    })
    isResting = true
    setTimeout(() => {
      isResting = false
      next()
    }, PACE_MS)
  }

  const add = async (ids: readonly Id[]): Promise<Run> => {
    // A run that was stopped ends before the next one begins.
    if (run.stopped && !run.isOver) await over
    if (run.isOver) {
      ending = new AbortController()
      over = new Promise(resolve => {
        end = resolve
      })
      run = NEW
    }
    const ended = over
    const asked = ids.filter(id => !underWay.has(id) && !waiting.includes(id))
    waiting.push(...asked)
    change({ total: run.total + asked.length })
    next()
    return ended
  }

  return {
    run: (): Run => run,
    /** The articles that are saved or wait for it. */
    saving: (): ReadonlySet<Id> => new Set([...underWay, ...waiting]),
    /** Saves these articles. @returns the run that has them, when it is over */
    add,
    cancel: (): void => stop('cancelled'),
    /** Forgets the run that is over, with its failures. */
    dismiss: (): void => {
      if (run.isOver) change(NONE)
    },
  }
}
