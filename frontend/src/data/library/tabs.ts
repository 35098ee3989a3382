/** Messages between one user's tabs, and which tab leads: it sends the acts and holds the connection for pushed changes. */
export type Tabs<Message> = {
  readonly post: (message: Message) => void
  readonly leave: () => void
}

type Handlers<Message> = {
  onMessage: (message: Message) => void
  /** This tab leads from now on; `wasFollowing` says whether another one led before. */
  onLead: (wasFollowing: boolean) => void
}

/**
 * Joins the tabs that share a name. The browser passes the lead on when the leading tab closes. Without Web Locks (plain
 * http away from localhost) every tab leads, and the idempotency keys keep acts that two tabs send to one effect.
 */
export const joinTabs = <Message>(name: string, { onMessage, onLead }: Handlers<Message>): Tabs<Message> => {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data))
  const leaving = new AbortController()
  const { signal } = leaving
  const leadUntilLeaving = (wasFollowing: boolean) => {
    if (!signal.aborted) onLead(wasFollowing)
    return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  const follow = async (locks: LockManager) => {
    const led = await locks.request(name, { ifAvailable: true }, async lock => {
      if (lock) await leadUntilLeaving(false)
      return lock !== null
    })
    if (!led) await locks.request(name, { signal }, () => leadUntilLeaving(true))
  }
  // A tab that leaves while it waits for the lead gets an AbortError.
  if (navigator.locks) follow(navigator.locks).catch(() => undefined)
  else queueMicrotask(() => leadUntilLeaving(false))
  return {
    post: message => channel.postMessage(message),
    leave: () => {
      leaving.abort()
      channel.close()
    },
  }
}
