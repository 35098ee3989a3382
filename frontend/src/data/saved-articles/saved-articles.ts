import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { namesOf } from '../acts/kinds.ts'
import type { Id } from '../id.ts'
import { keys } from '../links/keys.ts'
import type { OutboxParts } from '../outbox/outbox.ts'
import { savedDatabase } from './database.ts'
import { keepNewest, leaveOut, readNewest, writeNewest } from './newest.ts'
import { renewWhenRead } from './renewal.ts'
import { askToPersist } from './room.ts'
import { isGone, NotSaved, renewArticle, type SaveParts, saveArticle } from './save-article.ts'
import { createSaveQueue, type Run } from './save-queue.ts'
import { listSaved, removeExpired, removeSaved } from './store.ts'

/** The newest articles are looked at so often, and this long after the library or the connection has changed. */
const LOOK_EVERY_MS = 10 * 60_000
const LOOK_AFTER_MS = 10_000

export type SavedState = {
  /** The links whose articles are saved and valid. */
  readonly ids: ReadonlySet<Id>
  /** The links whose articles are saved now or wait for it. */
  readonly saving: ReadonlySet<Id>
  readonly run: Run
}

type Parts = SaveParts & {
  readonly client: QueryClient
  /** Whether this tab works for the others, too. */
  readonly isLeading: () => boolean
  readonly onAct: (listener: OutboxParts['onEvent']) => () => void
  readonly onSignedOut: () => void
}

/** The articles of one user that this device keeps for reading offline. Begins by removing those that have expired. */
export const openSavedArticles = (parts: Parts) => {
  const { userId, client } = parts
  const listeners = new Set<() => void>()
  const ending = new AbortController()
  const channel = new BroadcastChannel(savedDatabase(userId))
  let ids: ReadonlySet<Id> = new Set()
  let reads = 0
  /** Ends the look at the newest articles that is under way. */
  let keeping: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Rejects with what saving an article rejects with. */
  const save = async (id: Id, isByHand: boolean, signal: AbortSignal) => {
    try {
      await saveArticle(parts, id, isByHand, signal)
      await changed()
    } catch (error) {
      if (error instanceof NotSaved && error.cause instanceof ApiError && error.cause.status === 401)
        parts.onSignedOut()
      throw error
    }
  }
  const queue = createSaveQueue({ save: (id, signal) => save(id, true, signal), onChange: () => show() })

  let state: SavedState = { ids, saving: queue.saving(), run: queue.run() }
  const show = () => {
    state = { ids, saving: queue.saving(), run: queue.run() }
    for (const listener of listeners) listener()
  }
  const read = async () => {
    const mine = ++reads
    // A browser that forbids storage keeps nothing.
    const articles = await listSaved(userId).catch(() => [])
    if (mine !== reads) return
    ids = new Set(articles.map(({ id }) => id))
    show()
  }
  /** Tells this and the other tabs that other articles are kept. */
  const changed = async () => {
    if (!ending.signal.aborted) channel.postMessage('changed')
    await read()
  }

  const renew = async (id: Id) => {
    if (!ids.has(id)) return
    try {
      await renewArticle(parts, id, ending.signal)
      await changed()
    } catch (error) {
      // The copy before stays. That of a deleted article goes.
      if (error instanceof NotSaved && isGone(error.cause)) await remove([id])
    }
  }

  const keep = async () => {
    if (keeping) return
    if (!parts.isLeading() || !navigator.onLine) return look(LOOK_EVERY_MS)
    keeping = new AbortController()
    const signal = AbortSignal.any([keeping.signal, ending.signal])
    try {
      await keepNewest(
        {
          userId,
          save: id => save(id, false, signal),
          renew: id => renewArticle(parts, id, signal),
          onChange: () => void changed(),
        },
        signal,
      )
    } catch {
      // The server or the storage does not answer, or the setting has changed.
    }
    look(keeping.signal.aborted ? 0 : LOOK_EVERY_MS)
    keeping = undefined
  }
  const look = (wait: number) => {
    clearTimeout(timer)
    if (!ending.signal.aborted) timer = setTimeout(() => void keep(), wait)
  }
  const lookSoon = () => look(LOOK_AFTER_MS)
  const lookAgain = () => {
    if (keeping) keeping.abort(new DOMException('The setting has changed.', 'AbortError'))
    else look(0)
  }

  const remove = async (removed: readonly Id[]) => {
    if (removed.length === 0) return
    await removeSaved(userId, removed)
    leaveOut(userId, removed)
    await changed()
  }

  channel.addEventListener('message', ({ data }: MessageEvent<'changed' | 'setting'>) => {
    if (data === 'setting') lookAgain()
    else void read()
  })
  const stopRenewing = renewWhenRead(client, id => void renew(id).catch(() => undefined))
  const stopLooking = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === keys.counts[0]) lookSoon()
  })
  const stopActs = parts.onAct(({ outbox, act }) => {
    if (outbox === 'sent' && (act.name === 'deleteLink' || act.name === 'deleteLinks'))
      void remove(namesOf(act).links ?? []).catch(() => undefined)
  })
  addEventListener('online', lookSoon)
  lookSoon()
  removeExpired(userId).then(read, read)

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Saves these articles for reading offline. @returns how it went, when it is over */
    save: (wanted: readonly Id[]): Promise<Run> => {
      void askToPersist()
      return queue.add(wanted)
    },
    cancel: queue.cancel,
    dismiss: queue.dismiss,
    /** Removes saved articles. They do not come back by themselves. */
    remove,
    /** @returns how many had expired */
    removeExpired: async (): Promise<number> => {
      const expired = await removeExpired(userId)
      await changed()
      return expired.length
    },
    newest: () => readNewest(userId),
    /** Keeps so many of the newest unread articles by itself from now on; 0 for none. */
    setNewest: (count: number): void => {
      writeNewest(userId, count)
      void askToPersist()
      // Another tab may lead.
      channel.postMessage('setting')
      lookAgain()
    },
    stop: (): void => {
      ending.abort(new DOMException('The library was closed.', 'AbortError'))
      queue.cancel()
      clearTimeout(timer)
      stopRenewing()
      stopLooking()
      stopActs()
      removeEventListener('online', lookSoon)
      channel.close()
    },
  }
}

export type SavedArticles = ReturnType<typeof openSavedArticles>
