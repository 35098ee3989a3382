import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsOf, variable } from '@lectern/platform/process/service-settings.ts'
import { describe, expect, it } from 'vitest'
import { heardBy, natsRoles } from './nats.ts'
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
      expect(subscribe).toEqual(heardBy(user))
    }
  })

  const compose = read('docker-compose.yml')
  /** The lines of one service. */
  const serviceOf = (name: string) =>
    new RegExp(`\\n {2}${name}:\\n([\\s\\S]*?)(?=\\n {0,2}\\w)`).exec(compose)?.[1] ?? ''
  const variablesIn = (text: string) => [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)

  it('gives workers no secret of others and no network to the event store', () => {
    const workers = serviceOf('workers')
    const settings = ['FETCH_ALLOW_HOSTS', 'IMAGE_STORE_MAX', 'LOG_LEVEL']
    expect(new Set(variablesIn(workers))).toEqual(new Set(['WORKERS_PASSWORD', ...settings]))
    expect(workers).not.toMatch(/eventstore|networks|EVENT_STORE/)
  })

  it('gives each service the flags that make start gives it', () => {
    const names = ['gateway', 'projectors', 'workers']
    for (const name of names)
      expect(serviceOf(name)).toContain(`command: [infra/stack/src/run-service.ts, ${name}]`)
    expect([...compose.matchAll(/src\/main\.ts/g)]).toEqual([])
  })

  /** Settings of parts that this installation has not, or that it decides itself. */
  const ITS_OWN = new Set([
    ...['HOST', 'DATA_DIR', 'DATABASE_URL', 'NATS_URL', 'EVENT_STORE_URL', 'EVENT_STORE_SECRET'],
    ...['EXPORTER_DATABASE_URL', 'EXPORTER_EVENT_STORE_URL', 'EXPORTER_EVENT_STORE_SECRET', 'INTERNAL_PORT'],
    ...['DATABASE_PASSWORD', 'NATS_PASSWORD', 'EXPORTER_DATABASE_PASSWORD', 'INTERNAL_HOST'],
  ])
  const examples = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)

  it('passes on every setting of .env.example', () => {
    expect(examples.length).toBeGreaterThan(20)
    const passed = new Set(variablesIn(compose))
    expect(examples.filter(name => !passed.has(name) && !ITS_OWN.has(name))).toEqual([])
  })

  it.each(['gateway', 'projectors', 'workers'] as const)(
    'gives %s every setting of .env.example that it reads',
    name => {
      const given = new Set([...serviceOf(name).matchAll(/^ +([A-Z_]+):/gm)].map(([, variable]) => variable))
      const read = settingsOf[name].map(variable)
      const missing = read.filter(each => examples.includes(each) && !ITS_OWN.has(each) && !given.has(each))
      expect(missing.filter(each => each !== 'PORT' || name === 'gateway')).toEqual([])
    },
  )
})
