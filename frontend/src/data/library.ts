import type { Change } from '@lectern/contracts/api/changes.ts'
import { ApiError, sendOk } from '../lib/api.ts'
import { type Act, kindOf } from './acts/kinds.ts'
import { forgetDrafts } from './drafts.ts'
import { settleEdit } from './links/drafts.ts'
import { settleDraft } from './notes/drafts.ts'
import { noteKeys } from './notes/keys.ts'
import { createOutbox, type OutboxMessage, type OutboxParts } from './outbox/outbox.ts'
import { refetchLacking, settle } from './outbox/readings.ts'
import { deleteActStore, openActStore } from './outbox/store.ts'
import { EVERYTHING, followChanges } from './push/follow-changes.ts'
import { createRefetchQueue } from './push/refetch-queue.ts'
import { createQueryClient } from './query-client.ts'
import type { Session } from './session/session.ts'
import { joinTabs, type Tabs } from './tabs.ts'
import type { Undoing } from './undo/undoing.ts'

/** An act without an answer is sent again after this time. */
const ACT_TIMEOUT_MS = 30_000
/** A sent act that no pushed change has shown after this time is read. */
const CONFIRM_MS = 5_000
const CONFIRM_MAX_MS = 60_000

type Message = OutboxMessage | { readonly push: Change } | { readonly isConnected: boolean } | 'hello'

export type ActListener = OutboxParts['onEvent']

const sendAct = async (act: Act): Promise<unknown> => {
  const kind = kindOf(act.name)
  const response = await sendOk(kind.request(act.params), act.key, undefined, ACT_TIMEOUT_MS)
  const text = await response.text()
  // A page that is not JSON comes from a proxy or a captive portal: the server has not answered.
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  try {
    return kind.result.parse(body)
  } catch {
    // The server has done it. An answer in another form is no reason to do it again.
    return undefined
  }
}

/** One signed-in user's library in this tab: the loaded data, the acts under way and the pushed changes. */
export const openLibrary = (userId: string, session: Session) => {
  const client = createQueryClient(error => {
    if (error instanceof ApiError && error.status === 401) session.expire()
  })
  const listeners = new Set<ActListener>()
  /** For undoing, until its code is loaded. */
  const earlier: OutboxMessage[] = []
  let undoing: Undoing | undefined
  let tabs: Tabs<Message> | undefined
  let isConnected = false
  /** Ends the connection for pushed changes, which only the leading tab has. */
  let stopFollowing: (() => void) | undefined
  let confirming: ReturnType<typeof setTimeout> | undefined

  const outbox = createOutbox({
    userId,
    store: openActStore(userId),
    send: async act => {
      if (session.isCurrent(userId)) return sendAct(act)
      // Unless a tab is signing in, the device has forgotten who is signed in.
      if (!session.isChanging()) void session.check()
      throw new Error('Another user may be signed in in this browser.')
    },
    changedBy: patch => undoing?.changedBy(patch) ?? [],
    post: message => tabs?.post(message),
    onEvent: (event, from) => {
      if (undoing) undoing.onEvent(event)
      else earlier.push(event)
      if (event.outbox === 'sent') {
        settleDraft(userId, event.act)
        settleEdit(userId, event.act)
        confirm(isConnected ? CONFIRM_MS : 0)
      }
      // The note was changed or deleted elsewhere, and the panel shows it beside the draft.
      if (event.outbox === 'refused' && event.act.name === 'reviseNote')
        void client.invalidateQueries({ queryKey: noteKeys.ofLink(event.act.params.linkId) })
      for (const listener of listeners) listener(event, from)
    },
    onSignedOut: session.expire,
  })
  /** The part that takes acts back, which loads after the first screen. Rejects without a connection. */
  const loadUndoing = async (): Promise<Undoing> => {
    const { createUndoing } = await import('./undo/undoing.ts')
    undoing ??= createUndoing(client, outbox, earlier)
    return undoing
  }
  const checkSession = () => void session.check(true)
  const queue = createRefetchQueue(client, checkSession)

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
      if (stopFollowing) tabs?.post({ isConnected })
    } else if ('push' in message) queue.add(message.push)
    else if ('isConnected' in message) setConnected(message.isConnected)
    else outbox.receive(message)
  }

  /** Starts sending and listening. @returns a function that ends both */
  const start = (): (() => void) => {
    const loading = outbox.load()
    tabs = joinTabs<Message>(`lectern-${userId}`, {
      onMessage: receive,
      onLead: wasFollowing => {
        void outbox.lead()
        stopFollowing = followChanges(
          {
            onChange: change => {
              queue.add(change)
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
    void loading.then(() => settle(client, outbox))
    loadUndoing().catch(() => undefined)
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
      tabs?.leave()
      tabs = undefined
      queue.stop()
      outbox.stop()
      client.clear()
    }
  }

  return {
    client,
    outbox,
    start,
    undoing: loadUndoing,
    /** Deletes what this device keeps of the user. */
    forget: () => {
      forgetDrafts(userId)
      return deleteActStore(userId)
    },
    onAct: (listener: ActListener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Library = ReturnType<typeof openLibrary>
