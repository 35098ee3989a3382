import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Pause before it reconnects. */
const PAUSE_MS = 500

export type Notification = { readonly channel: string; readonly payload: string }

/**
 * Yields the notifications of some channels until the signal aborts. Yields `gap` first, and after each reconnection:
 * notifications may have been missed, so the caller must look at the tables.
 */
export async function* listen(options: {
  url: string
  name: string
  channels: readonly string[]
  signal: AbortSignal
}): AsyncGenerator<Notification | 'gap'> {
  const { url, name, channels, signal } = options
  while (!signal.aborted) {
    const queue: (Notification | 'gap')[] = []
    let wake = () => {}
    let lost = false
    const lose = () => {
      lost = true
      wake()
    }
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ channel, payload = '' }) => {
      queue.push({ channel, payload })
      wake()
    })
    signal.addEventListener('abort', lose, { once: true })
    try {
      await client.connect()
      await client.query(channels.map(channel => `LISTEN ${pg.escapeIdentifier(channel)}`).join(';'))
      queue.unshift('gap')
      while (!lost) {
        yield* queue.splice(0)
        if (queue.length === 0 && !lost)
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    } catch {
      // Postgres is away; the loop tries again.
    } finally {
      signal.removeEventListener('abort', lose)
      client.end().catch(() => {})
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
  }
}
