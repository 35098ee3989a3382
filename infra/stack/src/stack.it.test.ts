import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readState } from './data-dir.ts'
import { holder } from './lock.ts'
import { until } from './probes.ts'
import { identify, isAlive, type ProcessId, sendSignal } from './process-id.ts'
import { KILLED } from './server-logs.ts'
import { ROOT } from './services.ts'
import {
  makeDataDir,
  type RunningStack,
  removeDataDir,
  type StartStackOptions,
  startStack,
} from './start-stack.ts'

/** For a first start on a busy machine. */
const PATIENCE_MS = 120_000

const kept: string[] = []
const keptDataDir = () => {
  const folder = makeDataDir()
  kept.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of kept) removeDataDir(folder)
})

const processes = (stack: RunningStack): ProcessId[] =>
  Object.values(stack.pids()).map(pid => identify(pid) ?? { pid, startedAt: 'ended' })

/** @throws Error if no such part runs. A signal to pid undefined would reach this process. */
const pidOf = (stack: RunningStack, name: string): number => {
  const pid = stack.pids()[name]
  if (pid === undefined) throw new Error(`No ${name} runs`)
  return pid
}

const refusal = async (options: StartStackOptions): Promise<string> => {
  const stack = await startStack(options).catch((error: Error) => error)
  if (stack instanceof Error) return stack.message
  await stack.stop()
  return ''
}

describe('a running stack', () => {
  it('a stack serves, keeps its secrets private, restarts every killed part, and leaves no process behind', async () => {
    const dataDir = keptDataDir()
    const stack = await startStack({ dataDir, provokes: KILLED })
    expect((await fetch(`${stack.url}/readyz`)).status).toBe(200)
    const ours = ['event-store', 'gateway', 'projectors', 'workers']
    expect(Object.keys(stack.pids()).sort()).toEqual([...ours, 'launcher', 'nats', 'postgres'].sort())
    for (const file of ['secrets.json', 'stack.json', 'nats/nats.conf']) {
      expect(statSync(join(dataDir, file)).mode & 0o077, file).toBe(0)
    }

    for (const name of Object.keys(stack.pids()).filter(name => name !== 'launcher')) {
      const pid = pidOf(stack, name)
      sendSignal(pid, 'SIGKILL')
      await until(`${name} started again`, () => stack.pids()[name] !== pid)
      await stack.untilServing()
      expect(stack.output.join('\n')).toContain(`${name} ended (SIGKILL)`)
    }

    const before = processes(stack)
    const began = performance.now()
    expect(await stack.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(before.filter(isAlive)).toEqual([])
  })

  it('a running stack is replaced, with all data, after its launcher was killed', async () => {
    const dataDir = join(keptDataDir(), 'with spaces and ünïcödé 書')
    kept.unshift(dataDir)
    const first = await startStack({ dataDir })
    const secret = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    expect(await refusal({ dataDir })).toContain('runs already')
    const left = processes(first)
    sendSignal(pidOf(first, 'launcher'), 'SIGKILL')
    const second = await startStack({
      dataDir,
      env: { PORT: String(first.port), SPLIT: 'true' },
      provokes: KILLED,
    })
    expect(left.filter(isAlive)).toEqual([])
    expect(second.output.filter(line => line.startsWith('SPLIT, '))).toHaveLength(1)
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secret)

    const beside = await startStack({
      env: {
        DATABASE_URL: (await import('./test-support/parts.ts').then(parts =>
          parts.createDatabase(),
        )) as string,
      },
    })
    expect(Object.keys(beside.pids())).not.toContain('postgres')
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
    await Promise.all([second.stop(), beside.stop()])
  })
})

const isRoot = process.getuid?.() === 0
/** Another user cannot run a checkout in a closed folder, such as mktemp's. */
const can = (command: string, ...args: string[]) =>
  spawnSync(command, args, { uid: 65_534, gid: 65_534 }).status === 0
const othersReachUs = isRoot && can('test', '-r', ROOT) && can(process.execPath, '-e', '')

describe('a start that is stopped', () => {
  it.each(['postgres', 'event-store', 'gateway'])(
    'a start that is stopped when %s has just begun leaves nothing running',
    async part => {
      const dataDir = keptDataDir()
      const started = startStack({ dataDir }).catch((error: Error) => error)
      await until(`The ${part}`, () => readState(dataDir).processes[part] !== undefined, PATIENCE_MS)
      const launcher = holder(dataDir)
      if (!launcher) throw new Error('No launcher runs')
      sendSignal(launcher.pid, 'SIGINT')
      await until('The end of the launcher', () => !isAlive(launcher), PATIENCE_MS)
      expect(Object.values(readState(dataDir).processes).filter(isAlive)).toEqual([])
      expect(await started).toBeInstanceOf(Error)
    },
  )
})

describe('an impossible start', () => {
  it('a start says in one line that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await refusal({ env: { PORT: String(port) } })).toBe(
      `Port ${port} is taken: stop what listens there or set PORT to another.`,
    )
    server.close()
  })

  it('a start with an invalid setting starts nothing', async () => {
    const dataDir = keptDataDir()
    expect(await refusal({ dataDir, env: { HOST: '0.0.0.0' } })).toBe(
      'Configuration: PUBLIC_URL: is needed when HOST is not a loopback address',
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.runIf(isRoot && othersReachUs)(
    'a start by another user says in one line whose the data directory is',
    async () => {
      const dataDir = keptDataDir()
      expect(await refusal({ dataDir, uid: 65_534, gid: 65_534 })).toMatch(
        /^DATA_DIR .* belongs to user 0: .*$/,
      )
    },
  )
})

describe.runIf(isRoot)('starts by root', () => {
  it.each([
    ['root in a folder that is closed to others', 0],
    ['root in a folder of an ordinary user', 65_534],
  ])('a stack runs as the owner of its data directory after a start by %s', async (_, owner) => {
    const dataDir = keptDataDir()
    chmodSync(dataDir, 0o700)
    chownSync(dataDir, owner, owner)
    if (owner !== 0 && !othersReachUs) {
      expect(await refusal({ dataDir })).toMatch(/^DATA_DIR .* belongs to user \d+, who cannot reach .*$/)
      return
    }
    const stack = await startStack({ dataDir })
    expect((await fetch(`${stack.url}/readyz`)).status).toBe(200)
    expect(statSync(join(dataDir, 'secrets.json')).uid).toBe(owner)
    expect(await stack.stop()).toBe(0)
  })
})
