import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { natsRoles } from './nats.ts'
import { ROOT } from './services.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('docker compose', () => {
  const users = [
    ...read('infra/docker/nats.conf').matchAll(
      /user: (\S+), password: \$(\S+), permissions: \{ publish: (\[.*?\]), subscribe: (\[.*?\]) \}/g,
    ),
  ].map(([, user = '', password, publish = '', subscribe = '']) => ({
    user: user as keyof typeof natsRoles,
    password,
    publish: JSON.parse(publish),
    subscribe: JSON.parse(subscribe),
  }))

  it('has a NATS user for each service, with its own password and rights', () => {
    expect(users.map(({ user }) => user)).toEqual(['gateway', 'projectors', 'workers'])
    for (const { user, password, publish, subscribe } of users) {
      expect(password).toBe(`${user.toUpperCase()}_PASSWORD`)
      expect(publish).toEqual(['_INBOX.>', ...natsRoles[user].publish])
      expect(subscribe).toEqual(['_INBOX.>', ...natsRoles[user].subscribe])
    }
  })

  it('gives workers no secret of others and no network to the event store', () => {
    const [, workers = ''] =
      /\n {2}workers:\n([\s\S]*?)\n {2}gateway:\n/.exec(read('docker-compose.yml')) ?? []
    const secrets = [...workers.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    expect(new Set(secrets)).toEqual(new Set(['WORKERS_PASSWORD']))
    expect(workers).not.toMatch(/eventstore|networks/)
  })
})
