import { Change } from '@lectern/contracts/api/changes.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

/** Names everything. Sent after a reconnect, when changes may have been missed. */
export const EVERYTHING: Change = {
  what: ['links', 'collections', 'extraction', 'account', 'search', 'imports', 'notes'],
  history: true,
  exports: true,
  sharing: true,
}

type Handlers = {
  onChange: (change: Change) => void
  onConnection: (isConnected: boolean) => void
  /** The server answered with an error. The session may have ended. */
  onRefused: () => void
}

/** Follows GET /api/changes, and reports EVERYTHING after a reconnect. @returns a function that stops it */
export const followChanges = (
  { onChange, onConnection, onRefused }: Handlers,
  wasFollowed: boolean,
): (() => void) => {
  let source: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS
  let hasMissed = wasFollowed

  const connect = () => {
    source = new EventSource('/api/changes')
    source.addEventListener('open', () => {
      onConnection(true)
      if (hasMissed) onChange(EVERYTHING)
      hasMissed = true
      wait = FIRST_RETRY_MS
    })
    source.addEventListener('change', event => {
      const change = Change.safeParse(JSON.parse((event as MessageEvent<string>).data))
      if (change.success) onChange(change.data)
    })
    source.addEventListener('error', () => {
      onConnection(false)
      hasMissed = true
      // The browser reconnects by itself unless the server answered with an error.
      if (source.readyState !== EventSource.CLOSED) return
      onRefused()
      retry = setTimeout(connect, wait)
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    })
  }

  connect()
  return () => {
    clearTimeout(retry)
    source.close()
  }
}
