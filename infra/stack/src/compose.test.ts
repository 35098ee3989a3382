import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsOf, variable } from '@lectern/platform/process/service-settings.ts'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { heardBy, natsRoles } from './nats.ts'
import { ROOT } from './services.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

type Service = Readonly<{
  command?: readonly string[]
  environment?: Record<string, string>
  secrets?: readonly string[]
  networks?: readonly string[]
  ports?: readonly string[]
  volumes?: readonly string[]
  healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
}> &
  Record<string, unknown>
type Compose = {
  readonly services: Record<string, Service>
  readonly secrets?: Record<string, { readonly file: string }>
  readonly networks?: Record<string, { readonly internal?: boolean } | null>
}

const compose = (file: string): Compose => parse(read(file), { merge: true })
const base = compose('docker-compose.yml')
const cluster = compose('docker-compose.cluster.yml')
const single = compose('docker-compose.single.yml')

const merged = (one: unknown, more: unknown): unknown => {
  if (Array.isArray(one) && Array.isArray(more)) return [...new Set([...one, ...more])]
  const areMaps = [one, more].every(each => typeof each === 'object' && each !== null)
  if (!areMaps) return more ?? one
  const [a, b] = [one, more] as Record<string, unknown>[]
  const names = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])
  return Object.fromEntries([...names].map(name => [name, merged(a?.[name], b?.[name])]))
}
/** As compose reads both files, but for commands, which it replaces. */
const both = merged(base, cluster) as Compose
const installations = {
  'docker-compose.yml': base,
  'docker-compose.cluster.yml': both,
  'docker-compose.single.yml': single,
}

const servicesOf = Object.entries(installations).flatMap(([file, { services }]) =>
  Object.entries(services).map(([name, service]) => ({ file, name, service })),
)
const variablesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/\$\{(\w+)/g)].map(([, name]) => name)

/** Whether it answers somebody: making the database ends, and nobody waits for backups. */
const isAsked = (name: string) => !['database', 'backups'].includes(name)

describe('each service of the compose files', () => {
  it.each(servicesOf)('$name of $file is confined, limited and watched', ({ name, service }) => {
    expect(service).toMatchObject({
      restart: name === 'database' ? 'on-failure' : 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
      networks: expect.any(Array),
    })
    expect(service).not.toHaveProperty('cap_add')
    if (!isAsked(name)) expect(service.healthcheck).toEqual({ disable: true })
    else expect(service.healthcheck?.test?.length).toBeGreaterThan(1)
  })

  it.each(servicesOf)(
    '$name of $file gets only secrets that it names, and none in its variables',
    ({ file, service }) => {
      const { secrets = {} } = installations[file as keyof typeof installations]
      const named = Object.values(service.environment ?? {}).flatMap(
        value => /^\/run\/secrets\/(.*)/.exec(value)?.[1] ?? [],
      )
      for (const secret of service.secrets ?? []) expect(secrets[secret]?.file).toBe(`./secrets/${secret}`)
      for (const secret of named) expect(service.secrets).toContain(secret)
      for (const each of variablesIn(service)) expect(each).not.toMatch(/PASSWORD/)
    },
  )

  it.each(servicesOf)('$name of $file has memory left beside the heap of its processes', ({ service }) => {
    const [, size = '', unit] = /^(\d+)([mg])$/.exec(String(service.mem_limit)) ?? []
    const mb = Number(size) * (unit === 'g' ? 1024 : 1)
    const least = { gateway: 384 + 128 + 200, workers: 128 + 200, projectors: 160 + 150 }
    const name = service.command?.[1]
    if (name && name in least) expect(mb).toBeGreaterThan(least[name as keyof typeof least])
  })

  it('only the balancer has a port, and on loopback', () => {
    const open = servicesOf.filter(({ service }) => service.ports).map(({ file, name }) => `${file} ${name}`)
    expect(open).toEqual([
      'docker-compose.yml balancer',
      'docker-compose.cluster.yml balancer',
      'docker-compose.single.yml lectern',
    ])
    for (const { service } of servicesOf)
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

describe('the secrets', () => {
  it('are made by make-secrets.sh', () => {
    const [, list = ''] = /for name in ([\s\S]*?); do/.exec(read('infra/docker/make-secrets.sh')) ?? []
    expect(list.split(/[\s\\]+/).toSorted()).toEqual(Object.keys(both.secrets ?? {}).toSorted())
  })

  it('come neither into the repository nor into the image', () => {
    for (const file of ['.gitignore', '.dockerignore']) expect(read(file)).toMatch(/^secrets\/?$/m)
  })
})

describe('docker-compose.yml', () => {
  const { services, networks } = base

  it('asks Postgres by TCP', () => {
    expect(services.postgres?.healthcheck?.test?.slice(0, 3)).toEqual(['CMD', 'pg_isready', '-h'])
  })

  it('gives workers no secret of others and no network to the event store', () => {
    const { workers } = services
    expect(workers?.secrets).toEqual(['workers_password'])
    expect(new Set(variablesIn(workers?.environment))).toEqual(
      new Set([
        'FETCH_ALLOW_HOSTS',
        'IMAGE_STORE_MAX',
        'LOG_LEVEL',
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'OTEL_EXPORTER_OTLP_HEADERS',
        'POSTGRES_HOST',
      ]),
    )
    for (const service of Object.values(both.services)) {
      if (service.command?.[1] === 'workers') expect(service.networks).toEqual(['data', 'web'])
      if (String(service.image).includes('kurrentdb')) expect(service.networks).toEqual(['log'])
    }
    expect([networks?.data, networks?.log]).toEqual([{ internal: true }, { internal: true }])
  })

  it('trusts the addresses of the network that the balancer is in', () => {
    const [, subnet] = /subnet: (\S+?) /.exec(read('docker-compose.yml')) ?? []
    expect(services.gateway?.environment?.TRUST_PROXY).toContain(`:-${subnet}}`)
  })

  it('has a gateway that may take longer to end than the balancer to notice', () => {
    expect(services.gateway?.stop_grace_period).toBe('20s')
  })
})

/** Settings that an installation has not, or that it decides itself. */
const LEFT_OUT = {
  'docker-compose.yml': [
    'EVENT_STORE_SECRET',
    'EXPORTER_EVENT_STORE_URL',
    'EXPORTER_EVENT_STORE_SECRET',
    'STRIPE_STAND_IN',
    'EXIT_WITH_STDIN',
  ],
  // The launcher gives its services what embedded parts need, and the image says HOST and DATA_DIR.
  'docker-compose.single.yml': [
    ...[
      'DATABASE_URL',
      'NATS_URL',
      'EVENT_STORE_URL',
      'EVENT_STORE_SECRET',
      'EXIT_WITH_STDIN',
      'STRIPE_STAND_IN',
      'HOST',
    ],
    ...['EXPORTER_DATABASE_URL', 'EXPORTER_EVENT_STORE_URL', 'EXPORTER_EVENT_STORE_SECRET'],
    ...['INTERNAL_PORT', 'INTERNAL_HOST', 'STORAGE_DIRS', 'OUTBOX_DIR'],
  ],
} as const

describe('the settings', () => {
  const roles = ['gateway', 'projectors', 'workers', 'backup'] as const
  const serviceOf = (role: (typeof roles)[number]) => (role === 'backup' ? 'backups' : role)
  const given = (service: Service | undefined) =>
    Object.keys(service?.environment ?? {}).map(name => name.replace(/_FILE$/, ''))

  it.each(roles)('%s has its own command and gets each of its settings, and no others', name => {
    const service = base.services[serviceOf(name)]
    const command = name === 'backup' ? ['backups/keeper-main.ts'] : ['run-service.ts', name]
    expect(service?.command).toEqual([`infra/stack/src/${command[0]}`, ...command.slice(1)])
    const left: readonly string[] = LEFT_OUT['docker-compose.yml']
    const wanted: string[] = settingsOf[name].map(variable).filter(each => !left.includes(each))
    const passwords = [
      'DATABASE_PASSWORD',
      ...(name === 'backup' ? [] : ['NATS_PASSWORD']),
      ...(name === 'gateway' ? ['EXPORTER_DATABASE_PASSWORD'] : []),
    ]
    expect(given(service).toSorted()).toEqual([...new Set([...wanted, ...passwords])].toSorted())
  })

  it('the one container gets those of all services', () => {
    const left: readonly string[] = LEFT_OUT['docker-compose.single.yml']
    const wanted = roles.flatMap(name => settingsOf[name].map(variable)).filter(each => !left.includes(each))
    expect(given(single.services.lectern).toSorted()).toEqual([...new Set(wanted)].toSorted())
  })

  it('.env.example explains every variable that the files take', () => {
    const examples = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    const taken = new Set(Object.values(installations).flatMap(variablesIn))
    expect([...taken].filter(name => !examples.includes(name))).toEqual([])
  })
})

describe('the cluster', () => {
  it('has three event stores that find one another, and services that know all', () => {
    const stores = ['eventstore', 'eventstore2', 'eventstore3']
    for (const name of stores)
      expect(both.services[name]?.environment).toMatchObject({
        KURRENTDB_CLUSTER_SIZE: '3',
        KURRENTDB_NODE_HOST_ADVERTISE_AS: name,
        KURRENTDB_GOSSIP_SEED: stores
          .filter(other => other !== name)
          .map(other => `${other}:2113`)
          .join(),
        KURRENTDB__SECONDARY_INDEXING__ENABLED: 'false',
      })
    for (const name of ['gateway', 'projectors'])
      for (const store of stores)
        expect(both.services[name]?.environment?.EVENT_STORE_URL).toContain(`${store}:2113`)
  })

  it('has three servers of NATS with the password of routes, and services that know all', () => {
    const servers = ['nats', 'nats2', 'nats3']
    for (const name of servers) {
      expect(both.services[name]?.environment?.NATS_NAME).toBe(name)
      expect(both.services[name]?.secrets).toContain('routes_password')
      expect(read('infra/docker/nats.sh')).toContain(`@${name}:6222`)
    }
    for (const name of ['gateway', 'projectors', 'workers'])
      expect(both.services[name]?.environment?.NATS_URL).toBe(
        servers.map(server => `nats://${name}@${server}:4222`).join(),
      )
  })

  it('has two of each service', () => {
    for (const name of ['gateway', 'projectors', 'workers'])
      expect(both.services[name]?.deploy).toEqual({ mode: 'replicated', replicas: 2 })
  })
})

describe('nats.conf', () => {
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

  it('has a user for each service, with its own password and rights', () => {
    expect(users.map(({ user }) => user)).toEqual(['gateway', 'projectors', 'workers'])
    for (const { user, password, publish, subscribe } of users) {
      expect(password).toBe(`${user.toUpperCase()}_PASSWORD`)
      expect(publish).toEqual(['_INBOX.>', ...natsRoles[user].publish])
      expect(subscribe).toEqual(heardBy(user))
    }
  })
})

describe('the image', () => {
  const dockerfile = read('infra/docker/Dockerfile')
  const { version, workspaces }: { version: string; workspaces: string[] } = JSON.parse(read('package.json'))

  it('has the version of package.json, and a base that its digest names', () => {
    expect(dockerfile).toContain(`ARG VERSION=${version}\n`)
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=\S+@sha256:[0-9a-f]{64}$/m)
  })

  it('installs packages before it copies sources', () => {
    const [packages = ''] = dockerfile.split('RUN --mount')
    for (const folder of workspaces) expect(packages).toContain(`COPY ${folder}/package.json ${folder}/\n`)
    expect(packages).not.toContain('COPY . .')
  })

  it('has all that services import, and nothing of the client, of tests and of benchmarks', () => {
    const [, list = ''] = /--omit=dev --ignore-scripts([\s\S]*?)&&/.exec(dockerfile) ?? []
    const installed = [...list.matchAll(/-w (\S+)/g)].map(([, folder]) => folder)
    const without = ['frontend', 'infra/e2e', 'infra/load']
    expect(installed.toSorted()).toEqual(workspaces.filter(folder => !without.includes(folder)).toSorted())
  })
})
