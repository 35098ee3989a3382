import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fixtureHost } from '@lectern/platform/test-support/fixture-host.ts'
import { afterAll, expect, it } from 'vitest'
import { readState } from './data-dir.ts'
import { until } from './probes.ts'
import { eventStoreUrl, ROOT } from './services.ts'
import { makeDataDir, type RunningStack, removeDataDir, startStack } from './start-stack.ts'
import { clientOf } from './test-support/client.ts'

const run = promisify(execFile)
const dataDir = makeDataDir()
let stack: RunningStack
afterAll(async () => {
  await stack?.stop()
  removeDataDir(dataDir)
})
const MINE = { email: 'mina@lectern.example', username: 'mina', password: 'a passphrase that is long' }
/** The operator's secrets, which workers must not get. */
const SECRETS = {
  ...{ SMTP_URL: 'smtp://user:secret@mail.example', AWS_SECRET: 'key' },
  ...{
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  },
  STRIPE_API_BASE: 'http://127.0.0.1:9',
}

/** A person's requests. Each must succeed. */
const person = () => {
  const ask = clientOf(stack.url)
  return async <Body>(path: string, body?: object): Promise<Body> => {
    const { status, text } = await ask(body ? 'POST' : 'GET', path, body)
    expect(status, text).toBeLessThan(300)
    return JSON.parse(text)
  }
}

const prose = `<p>${'The quick brown fox jumps over the lazy dog, again and again. '.repeat(12)}</p>`
const page = `<html><head><title>A page</title></head><body><article><h1>A page</h1>${prose}</article></body></html>`
const site = await fixtureHost({ '/first': page, '/second': page })
afterAll(() => site[Symbol.asyncDispose]())

type List = { links: { id: number; title: string; extraction: string }[] }

/** Saves a link, reads it, and finds it in a list and by a search. */
const useAll = async (ask: ReturnType<typeof person>, title: string) => {
  await ask('/api/links', { url: site.url(`/${title}`), title })
  const first = async (path: string) => (await ask<List>(path)).links[0]
  await until('The article', async () => (await first('/api/links'))?.extraction === 'ready', 60_000)
  expect(await first(`/api/links?search=${title}`)).toMatchObject({ title })
  const { id } = (await first('/api/links')) ?? {}
  expect(JSON.stringify(await ask(`/api/links/${id}/content`))).toContain('The quick brown fox')
  expect(await ask('/api/user')).toMatchObject({ email: MINE.email })
}

/** Runs a script like `make grant` and `make rebuild`. */
const beside = async (service: string, script: string, env: NodeJS.ProcessEnv = {}) => {
  const { stdout } = await run(
    process.execPath,
    [join(ROOT, 'infra/stack/src/with-stack-env.ts'), service, script],
    { cwd: ROOT, env: { ...process.env, ...env, DATA_DIR: dataDir, LOG_LEVEL: 'error' } },
  )
  return stdout
}

/** Flags and environment of a running process. */
const processWith = (pid: number | undefined) => {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').slice(0, -1)
  const [, ...args] = read('cmdline')
  return {
    flags: args.slice(0, -1),
    env: Object.fromEntries(read('environ').map(line => line.split(/=(.*)/s, 2))),
  }
}

const processOf = (name: string) => processWith(stack.pids()[name])
const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

it.runIf(process.platform === 'linux')(
  'each service has the rights it needs, and an intruder in workers has no others',
  async () => {
    stack = await startStack({
      dataDir,
      env: { ...SECRETS, FETCH_ALLOW_HOSTS: site.host },
      provokes: /permission denied|Violation/,
    })
    const ask = person()
    await ask('/api/signup', MINE)
    await useAll(ask, 'first')
    expect(await beside('gateway', 'command-api/src/grant.ts', { EMAIL: MINE.email, PLAN: 'pro' })).toContain(
      'now has the plan pro',
    )
    expect(await beside('projectors', 'projectors/src/rebuild-main.ts')).toContain('made anew')
    await useAll(ask, 'second')
    const PORT = String(stack.port)
    expect(await beside('gateway', 'infra/stack/src/doctor/running.ts', { PORT })).toMatch(
      /^Everything runs\.$/m,
    )
    expect(
      await beside('gateway', 'infra/gateway/src/operate/find-operator.ts', { EMAIL: MINE.email }),
    ).toMatch(/^OPERATORS=[0-9a-f-]{36}$/m)

    const namesOf = (name: string) => Object.keys(processOf(name).env)
    for (const name of ['event-store', 'projectors', 'workers', 'gateway']) {
      expect(namesOf(name)).not.toContain('AWS_SECRET')
      expect(namesOf(name).includes('SMTP_URL'), name).toBe(name === 'gateway')
      expect(namesOf(name).includes('STRIPE_SECRET_KEY'), name).toBe(name === 'gateway')
      expect(namesOf(name).includes('INTERNAL_SECRET'), name).toBe(name === 'gateway')
    }
    expect(namesOf('workers')).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/SECRET|EVENT_STORE/)]),
    )
    const { gateway } = stack.pids()
    expect(childrenOf(gateway)).toEqual([])
    for (const format of ['zip', 'audit']) {
      const { id } = await ask<{ id: string }>('/api/exports', { format })
      await until(
        'The export',
        async () => (await ask<{ status: string }>(`/api/exports/${id}`)).status === 'done',
        60_000,
      )
    }
    const [child, ...others] = childrenOf(gateway)
    expect(others).toEqual([])
    const exporter = processWith(child)
    expect(Object.keys(exporter.env)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/(?<!EVENT_STORE)_SECRET|READ_SECRET|EXPORTER|NATS|STRIPE|SMTP|AWS/),
      ]),
    )
    expect(exporter.flags).toContain('--permission')
    expect(exporter.env.DATABASE_URL).toContain('lectern_exporter')
    const { EVENT_STORE_SECRET: readSecret } = exporter.env
    expect(readSecret).toBe(processOf('event-store').env.EVENT_STORE_READ_SECRET)
    expect(readSecret).not.toBe(processOf('projectors').env.EVENT_STORE_SECRET)

    const { flags, env } = processOf('workers')
    const storeUrl = eventStoreUrl(readState(dataDir).ports['event-store'] ?? 0)
    const { stdout } = await run(
      process.execPath,
      [
        ...flags,
        join(ROOT, 'infra/stack/src/test-support/intruder.ts'),
        storeUrl,
        join(dataDir, 'secrets.json'),
      ],
      { cwd: ROOT, env },
    )
    expect(JSON.parse(stdout)).toEqual({
      'read password hashes': '42501',
      'read sessions': '42501',
      'end sessions': '42501',
      'read events': '42501',
      'write events': '42501',
      'write snapshots': '42501',
      'write read models': '42501',
      'become another user': '42501',
      'append over gRPC': 'AppendDenied',
      'have articles erased': 'PERMISSIONS_VIOLATION',
      'read which mails wait': '42501',
      'read the mails that were written to files': 'ERR_ACCESS_DENIED',
      'hear commands': 'PERMISSIONS_VIOLATION',
      'read the secrets of DATA_DIR': 'ERR_ACCESS_DENIED',
      'leave a granted folder': 'ERR_ACCESS_DENIED',
    })
  },
)
