import { connect, Events, type NatsConnection } from 'nats'
import type { Log } from '../process/log.ts'
import { requireVersion } from '../process/versions.ts'

export type Nats = NatsConnection

/**
 * Connects, and reconnects for ever. Resolves at the first connection. Notices a silent server within 3 s; requests made
 * while the server is away time out.
 * @throws Halt where the server is too old
 * @param url nats://user:password@host:port, several separated by commas
 */
export async function connectNats({
  url,
  name,
  log,
}: {
  url: string
  name: string
  log?: Log
}): Promise<Nats> {
  const servers = url.split(',').map(server => new URL(server.trim()))
  const { username, password } = servers[0] ?? {}
  const nats = await connect({
    servers: servers.map(server => server.host),
    name,
    // NATS lets each user hear answers under its own name alone.
    inboxPrefix: `_INBOX.${username || name}`,
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password ?? '') } : {}),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    ignoreAuthErrorAbort: true,
    pingInterval: 1_000,
    maxPingOut: 2,
  })
  try {
    requireVersion('NATS', nats.info?.version ?? '')
  } catch (error) {
    await nats.close()
    throw error
  }
  if (log) void logStatus(nats, log)
  return nats
}

async function logStatus(nats: Nats, log: Log) {
  for await (const { type, data } of nats.status()) {
    if (type === Events.Disconnect || type === Events.Reconnect) log.warn({ server: data }, `nats: ${type}`)
    else if (type === Events.Error) log.error({ data }, 'nats: error')
  }
}
