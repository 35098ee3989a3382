import type { Change } from '@lectern/contracts/api/changes.ts'
import { ApiError } from '../../lib/api.ts'
import { whenIdle } from '../../lib/idle.ts'
import type { Act } from '../acts/kinds.ts'
import type { Id } from '../id.ts'
import { noteKeys } from '../notes/keys.ts'
import { openLateStore } from '../outbox/late-store.ts'
import { type OutboxMessage, tabsOf } from '../outbox/messages.ts'
import { createOutbox, type OutboxParts } from '../outbox/outbox.ts'
import { refetchLacking, settle } from '../outbox/readings.ts'
import { sendAct } from '../outbox/send-act.ts'
import { EVERYTHING, followChanges } from '../push/follow-changes.ts'
import { recentChanges } from '../push/recent-changes.ts'
import { createRefetchQueue } from '../push/refetch-queue.ts'
import { createQueryClient } from '../query-client.ts'
import type { RememberedAnswers } from '../remembered/remembered.ts'
import type { SavedArticles } from '../saved-articles/saved-articles.ts'
import type { Session } from '../session/session.ts'
import { isOffline } from '../session/use-is-offline.ts'
import type { Undoing } from '../undo/undoing.ts'
import { joinTabs, type Tabs } from './tabs.ts'

/** The session is that of another user. The act waits. */
const OTHER_USER = 412
/** A sent act that no pushed change has shown after this time is read. */
const CONFIRM_MS = 5_000
const CONFIRM_MAX_MS = 60_000

/** The link as pushed changes name it; all of them where it is somebody else's. */
const inOwn = (id: Id) => (typeof id === 'number' ? { linkIds: [id] } : {})

type Message = OutboxMessage | { readonly push: Change } | { readonly isConnected: boolean } | 'hello'

export type ActListener = OutboxParts['onEvent']

/** One signed-in user's library in this tab: the loaded data, the acts under way and the pushed changes. */
export const openLibrary = (userId: string, session: Session) => {
  const epoch = session.state().user?.epoch
  const isCurrent = () => session.isCurrent(userId, epoch)
  /** What the server answered before, for reads without an answer. Loads after the first screen. */
  let remembered: RememberedAnswers | undefined
  const client = createQueryClient(
    error => {
      if (error instanceof ApiError && error.status === 401) session.expire()
    },
    async (error, query) => {
      // Without its code, there is nothing in place of an answer.
      await loadRemembered().catch(() => undefined)
      if (!remembered) throw error
      return remembered.instead(error, query)
    },
  )
  const listeners = new Set<ActListener>()
  /** For undoing, until its code is loaded. */
  const earlier: OutboxMessage[] = []
  let undoing: Undoing | undefined
  let savedArticles: SavedArticles | undefined
  let tabs: Tabs<Message> | undefined
  let isConnected = false
  /** What the leading tab told the others, for a tab that listens too late. */
  const recent = recentChanges()
  /** Ends the connection for pushed changes, which only the leading tab has. */
  let stopFollowing: (() => void) | undefined
  let confirming: ReturnType<typeof setTimeout> | undefined

  /** Its code loads after the first screen. */
  const settleDrafts = (...acts: readonly Act[]) =>
    void import('./settle-drafts.ts').then(
      ({ settleDrafts }) => {
        for (const act of acts) settleDrafts(userId, act)
      },
      () => undefined,
    )
  const outbox = createOutbox({
    userId,
    epoch,
    store: openLateStore(userId),
    send: async (act, hasWaited) => {
      try {
        if (!isCurrent()) throw new ApiError(OTHER_USER, 'Somebody else may be signed in.')
        return await sendAct(act, hasWaited, () => import('../outbox/conflicting-copy.ts'))
      } catch (error) {
        const isOther = error instanceof ApiError && error.status === OTHER_USER
        // Unless a tab is signing in, the device does not know who is signed in.
        if (isOther && !session.isChanging()) void session.check()
        throw error
      }
    },
    changedBy: patch => undoing?.changedBy(patch) ?? [],
    post: message => tabs?.post(message),
    onEvent: (event, from) => {
      if (undoing) undoing.onEvent(event)
      else earlier.push(event)
      if (event.outbox === 'sent') {
        settleDrafts(event.act)
        confirm(isConnected ? CONFIRM_MS : 0)
      }
      // The note was changed or deleted elsewhere, and the panel shows it beside the draft.
      if (event.outbox === 'refused' && event.act.name === 'reviseNote')
        void client.invalidateQueries({ queryKey: noteKeys.ofLink(event.act.params.linkId) })
      if (event.outbox === 'refused' && event.act.name === 'archive')
        queue.add({ what: ['links'], ...inOwn(event.act.params.linkId) })
      for (const listener of listeners) listener(event, from)
    },
    onSignedOut: session.expire,
  })
  /** The part that takes acts back, which loads after the first screen. Rejects without a connection. */
  const loadUndoing = async (): Promise<Undoing> => {
    const { createUndoing } = await import('../undo/undoing.ts')
    undoing ??= createUndoing(client, outbox, earlier)
    return undoing
  }
  /** The articles kept for reading offline, whose part loads after the first screen, too. */
  const loadSavedArticles = async (): Promise<SavedArticles> => {
    await loadRemembered()
    const { openSavedArticles } = await import('../saved-articles/saved-articles.ts')
    if (!tabs) throw new Error('The library is closed.')
    savedArticles ??= openSavedArticles({
      userId,
      client,
      isCurrent,
      isLeading: () => stopFollowing !== undefined,
      onAct,
      onSignedOut: session.expire,
    })
    return savedArticles
  }
  const onAct = (listener: ActListener): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const checkSession = () => void session.check(true)
  const loadRemembered = async () => {
    const { openRememberedAnswers } = await import('../remembered/remembered.ts')
    // A tab of the store before a restore would delete the copies of the new one.
    if (isCurrent()) await (await import('../session/renew-copies.ts')).renewCopies(userId, epoch)
    if (tabs)
      remembered ??= openRememberedAnswers({
        ...{ client, userId, outbox },
        plan: () => session.state().user?.plan ?? 'free',
        isAway: () => isOffline(session.state()),
        askServer: () => session.check(true),
        isCurrent,
      })
  }
  const queue = createRefetchQueue(client, outbox, checkSession)

  /** Reads what should show the sent acts until it does, because a pushed change may be lost. */
  const confirm = (wait: number) => {
    clearTimeout(confirming)
    confirming = setTimeout(async () => {
      if ((await refetchLacking(client, outbox)) && tabs)
        confirm(Math.min(Math.max(wait, CONFIRM_MS) * 2, CONFIRM_MAX_MS))
    }, wait)
  }
  const setConnected = (now: boolean) => {
    isConnected = now
    if (now) outbox.resume()
  }
  const receive = (message: Message) => {
    if (message === 'hello') {
      if (!stopFollowing) return
      tabs?.post({ isConnected })
      for (const push of recent.all()) tabs?.post({ push })
    } else if ('push' in message) queue.add(message.push)
    else if ('isConnected' in message) setConnected(message.isConnected)
    else outbox.receive(message)
  }

  /** Starts sending and listening. @returns a function that ends both */
  const start = (): (() => void) => {
    const loading = outbox.load()
    tabs = joinTabs<Message>(tabsOf(userId), {
      onMessage: receive,
      onLead: wasFollowing => {
        void outbox.lead()
        stopFollowing = followChanges(
          {
            onChange: change => {
              queue.add(change)
              recent.add(change)
              tabs?.post({ push: change })
            },
            onConnection: now => {
              setConnected(now)
              tabs?.post({ isConnected: now })
            },
            onRefused: checkSession,
          },
          wasFollowing,
        )
      },
    })
    tabs.post('hello')
    void loading.then(() => {
      // A service worker may have sent them, which does not know the drafts.
      settleDrafts(...outbox.pending().flatMap(({ act }) => (act.state === 'sent' ? [act] : [])))
      settle(client, outbox)
    })
    loadUndoing().catch(() => undefined)
    queue.load().catch(() => undefined)
    loadRemembered().catch(() => undefined)
    whenIdle(() => loadSavedArticles().catch(() => undefined))
    const stopSettling = client.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'success') settle(client, outbox)
    })
    const isIn = () => {
      const state = session.state()
      return state.status === 'in' && !state.isExpired
    }
    let wasIn = isIn()
    const stopSession = session.subscribe(() => {
      if (isIn() && !wasIn) resume()
      wasIn = isIn()
    })
    const resume = () => {
      outbox.resume()
      queue.add(EVERYTHING)
    }
    addEventListener('online', outbox.resume)
    return () => {
      clearTimeout(confirming)
      removeEventListener('online', outbox.resume)
      stopSession()
      stopSettling()
      stopFollowing?.()
      savedArticles?.stop()
      savedArticles = undefined
      tabs?.leave()
      tabs = undefined
      queue.stop()
      remembered?.stop()
      remembered = undefined
      outbox.stop()
      client.clear()
    }
  }

  return {
    client,
    outbox,
    start,
    undoing: loadUndoing,
    savedArticles: loadSavedArticles,
    onAct,
  }
}

export type Library = ReturnType<typeof openLibrary>
