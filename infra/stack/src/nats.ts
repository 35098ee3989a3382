import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { can } from './os-user.ts'
import { StartError } from './start-error.ts'

type Permissions = {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/** What waits in JetStream since versions before is taken over (infra/platform/src/nats/take-messages.ts). */
const earlierWork = [
  '$JS.API.STREAM.MSG.GET.*',
  '$JS.API.STREAM.MSG.DELETE.*',
  '$JS.API.CONSUMER.DELETE.JOBS.*',
] as const

/**
 * A role that may publish `command.>` could act as any user. So each role has only the rights that its part needs.
 * Replies go to inboxes.
 */
export const natsRoles = {
  gateway: {
    publish: ['work.preview', 'work.analyze', 'work.article-opened', 'erase.>', ...earlierWork],
    subscribe: ['command.>'],
  },
  projectors: { publish: earlierWork, subscribe: [] },
  workers: {
    publish: [
      'command.record-article',
      'command.start-import',
      'command.import-rows',
      'command.import-notes',
      'command.end-import',
    ],
    subscribe: ['work.>', 'erase.content'],
  },
} as const satisfies Record<string, Permissions>

export type NatsRole = keyof typeof natsRoles

/** The subjects that a role may hear: answers to itself alone. */
export const heardBy = (role: NatsRole): string[] => [`_INBOX.${role}.>`, ...natsRoles[role].subscribe]

/** Passwords of all roles. */
export type NatsPasswords = (role: NatsRole) => string

export const natsUrl = (role: NatsRole, passwords: NatsPasswords, port: number): string =>
  `nats://${role}:${passwords(role)}@127.0.0.1:${port}`

/** @throws StartError if no nats-server is installed */
export const natsServer = (): string => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  // Debian installs it into /usr/sbin, which is not in the PATH of ordinary users.
  for (const folder of [...folders, '/usr/sbin', '/usr/local/bin']) {
    const file = join(folder, 'nats-server')
    if (can(undefined, 'test', ['-x', file])) return file
  }
  throw new StartError(
    'nats-server is missing: install it (Debian: apt-get install nats-server) or set NATS_URL.',
  )
}

/** Writes the server's configuration into `folder` and returns its path. The server keeps its streams in `folder` too. */
export const writeNatsConfig = (folder: string, port: number, passwords: NatsPasswords): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const users = (Object.keys(natsRoles) as NatsRole[]).map(role => ({
    user: role,
    password: passwords(role),
    permissions: {
      publish: { allow: ['_INBOX.>', ...natsRoles[role].publish] },
      subscribe: { allow: heardBy(role) },
    },
  }))
  const config = {
    server_name: 'lectern',
    listen: `127.0.0.1:${port}`,
    max_payload: 1_048_576,
    jetstream: { store_dir: folder, max_memory_store: 67_108_864, max_file_store: 4_294_967_296 },
    authorization: { users },
  }
  const file = join(folder, 'nats.conf')
  // The configuration language accepts JSON.
  writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 })
  return file
}

/** Lame duck mode would wait for clients to leave. Our clients reconnect by themselves. */
export const STOP_NATS = [
  ['SIGTERM', 2_000],
  ['SIGKILL', 1_000],
] as const
