import { User } from '@lectern/contracts/api/account.ts'
import { ApiError, getJson } from '../../lib/api.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { ANSWER_WAIT_MS } from '../reading.ts'
import { LEAVING_KEY } from './leaving.ts'

/**
 * Who uses the client. `unreachable`: the server gave no answer, so the last known user keeps what this device has.
 * `isExpired`: the server asks to sign in again while the user is at work.
 */
export type SessionState =
  | { readonly status: 'loading' | 'out'; readonly user: null }
  | { readonly status: 'in' | 'unreachable'; readonly user: User; readonly isExpired: boolean }

const CHANNEL = 'lectern-session'
/** The storage key of the last known user, as JSON. */
const USER_KEY = 'user'
/** The storage key of when a sign-in began that is under way, ms since 1970. */
const CHANGING_KEY = 'signing-in'
/** A sign-in that began longer ago was cut off with its tab. */
const CHANGING_MAX_MS = 60_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
/** Many open tabs may exceed the server's limit on concurrent reads (429). */
const BUSY_RETRIES_MAX = 5
const BUSY_PAUSE_MS = 1_000

type Message = 'changed' | 'expired'

const readUser = (): User | null => {
  const stored = readStored(USER_KEY)
  if (stored === null) return null
  try {
    return User.parse(JSON.parse(stored))
  } catch {
    return null
  }
}

/** Whether a tab is signing in, so that the browser's cookie may already be another user's. */
const isChanging = (): boolean =>
  Math.abs(Date.now() - Number(readStored(CHANGING_KEY) ?? 0)) < CHANGING_MAX_MS

/** Tells the service worker whose library it may use. The code loads after that of the first screen. */
const tellWorker = (user: User | null): Promise<void> =>
  import('../../lib/present-user.ts').then(
    ({ writePresentUser }) => writePresentUser(user),
    () => undefined,
  )

const fetchUser = async (retries = BUSY_RETRIES_MAX): Promise<User> => {
  try {
    return await getJson('/api/user', User, { cache: 'no-store' })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 429) || retries === 0) throw error
    await new Promise(resolve => setTimeout(resolve, BUSY_PAUSE_MS))
    return fetchUser(retries - 1)
  }
}

/**
 * Whether a failed check means that nobody is signed in. A server in trouble, one that is too new for this client, or a
 * proxy's page says nothing about it (docs/decisions/0043, 0060).
 */
const isNobody = (error: unknown): boolean =>
  error instanceof ApiError && !error.isPage && error.status < 500 && ![426, 429].includes(error.status)

/** Holds who is signed in. Tabs tell each other when that changes or the session has ended. */
export const createSession = () => {
  let state: SessionState = { status: 'loading', user: null }
  const listeners = new Set<() => void>()
  let channel: BroadcastChannel | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let retryWait = FIRST_RETRY_MS
  let checks = 0
  /** Whether the server has said in this tab that the user is signed in. */
  let wasIn = false

  const show = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const post = (message: Message) => channel?.postMessage(message)
  const enter = (user: User) => {
    // A check that is under way is older than this.
    checks++
    wasIn = true
    retryWait = FIRST_RETRY_MS
    writeStored(USER_KEY, JSON.stringify(user))
    void tellWorker(user)
    show({ status: 'in', user, isExpired: false })
  }
  const leave = () => {
    const left = readUser()
    checks++
    wasIn = false
    removeStored(USER_KEY)
    if (left) import('./forget.ts').then(({ forgetCopies }) => forgetCopies(left.id)).catch(() => undefined)
    void tellWorker(null)
    show({ status: 'out', user: null })
  }

  const showExpired = () => {
    if (state.user && !state.isExpired) show({ status: 'in', user: state.user, isExpired: true })
  }

  /** A request at work was refused with 401. The user stays and is asked in every tab to sign in again. */
  const expire = () => {
    showExpired()
    post('expired')
  }

  /**
   * Asks the server who is signed in. A refusal means nobody; no answer keeps the last known user.
   * @param isAtWork the user is asked to sign in again where the session has ended
   */
  const check = async (isAtWork = false): Promise<void> => {
    const mine = ++checks
    clearTimeout(retry)
    const unanswered = setTimeout(() => {
      const user = state.user ?? readUser()
      const isAsked = state.user !== null && state.isExpired
      if (mine === checks && user && !isAsked) show({ status: 'unreachable', user, isExpired: false })
    }, ANSWER_WAIT_MS)
    try {
      const user = await fetchUser()
      if (mine === checks) enter(user)
    } catch (error) {
      if (mine !== checks) return
      // biome-ignore lint/suspicious/noConsole: a failed check is logged, since nothing on the screen tells it
      console.info('The session check failed.', error)
      const user = isNobody(error) ? null : (state.user ?? readUser())
      if (!user) {
        if (isAtWork) expire()
        else leave()
      } else {
        show({ status: 'unreachable', user, isExpired: false })
        retry = setTimeout(checkAgain, retryWait)
        retryWait = Math.min(retryWait * 2, LONGEST_RETRY_MS)
      }
    } finally {
      clearTimeout(unanswered)
    }
  }

  /** Asks again after there was no answer. A user at work stays, unless another tab has signed out meanwhile. */
  const checkAgain = () => void check(wasIn && readUser()?.id === state.user?.id)

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    check,

    expire,

    /**
     * Runs a request that changes who is signed in. Meanwhile no tab sends acts (isCurrent), since the browser's cookie may
     * already be another user's. The request returns the user, or null to ask the server.
     */
    change: async (request: () => Promise<User | null>): Promise<void> => {
      writeStored(CHANGING_KEY, String(Date.now()))
      await tellWorker(null)
      try {
        const answered = await request()
        // Until the server has said who it is, nobody is known.
        if (!answered) removeStored(USER_KEY)
        const user = answered ?? (await fetchUser())
        // The user is stored before the mark goes, so that no tab takes the old one for the present one.
        writeStored(USER_KEY, JSON.stringify(user))
        removeStored(CHANGING_KEY)
        enter(user)
      } finally {
        removeStored(CHANGING_KEY)
        void tellWorker(readUser())
        post('changed')
      }
    },

    /** The session was ended on the server. */
    signedOut: () => {
      leave()
      post('changed')
    },

    /**
     * Whether the browser's session is this user's, as far as any tab knows, and the store is that of this epoch. Another tab may have
     * signed in as another user, or to a restored store.
     */
    isCurrent: (userId: string, epoch?: string): boolean => {
      const user = isChanging() ? null : readUser()
      return user?.id === userId && user.epoch === epoch
    },
    isChanging,

    start: () => {
      channel = new BroadcastChannel(CHANNEL)
      channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        if (data === 'expired') showExpired()
        else void check()
      })
      const onOnline = () => {
        if (state.status === 'unreachable') checkAgain()
      }
      addEventListener('online', onOnline)
      void check()
      if (readStored(LEAVING_KEY) !== null)
        import('./forget.ts')
          .then(({ goOnForgetting }) => goOnForgetting(readUser()?.id))
          .catch(() => undefined)
      return () => {
        clearTimeout(retry)
        channel?.close()
        removeEventListener('online', onOnline)
      }
    },
  }
}

export type Session = ReturnType<typeof createSession>
