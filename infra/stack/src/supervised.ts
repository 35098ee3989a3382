import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logs } from './logs.ts'
import type { OsUser } from './os-user.ts'
import { identify, type ProcessId, type Step, sendSignal } from './process-id.ts'
import type { Resource } from './resource.ts'
import { StartError } from './start-error.ts'

export type Command = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  readonly user?: OsUser | undefined
}

export type Program = {
  readonly name: string
  /** Called before every start. Removes remains of an earlier run. */
  readonly command: () => Promise<Command> | Command
  readonly healthy: () => Promise<boolean>
  readonly stop: readonly Step[]
}

/** The launcher's side of a supervised program. */
export type Supervisor = {
  readonly logs: Logs
  /** Prints one line to the console. */
  readonly say: (line: string) => void
  /** Stores the process of a part, so that the next launcher finds it if it outlives this launcher. */
  readonly record: (name: string, id: ProcessId) => void
  /** Called when a part has ended that no restart can repair. */
  readonly fail: (error: StartError) => void
}

const FIRST_BACKOFF_MS = 200
const LAST_BACKOFF_MS = 5_000
const STEADY_AFTER_MS = 30_000
const HEALTH_EVERY_MS = 50
const EARLY_ENDS = 3
const SLOW_START_MS = 15_000
/** Exit status of our services if the same start would fail again: EX_CONFIG of sysexits.h. */
const HOPELESS = 78

/** A program that is restarted whenever it ends, until `down`. */
export const supervised = (program: Program, { logs, say, record, fail }: Supervisor): Resource => {
  const { name } = program
  let child: ChildProcess | undefined
  let stopping = new AbortController()
  let backoff = FIRST_BACKOFF_MS
  let loop: Promise<void> | undefined

  const start = async (): Promise<ChildProcess> => {
    const { file, args, cwd, env, user } = await program.command()
    stopping.signal.throwIfAborted()
    const log = logs.open(name)
    try {
      // In a separate session the program gets no Ctrl-C of the terminal. The launcher stops all parts in order.
      const spawned = spawn(file, args, { cwd, env, ...user, detached: true, stdio: ['pipe', log, log] })
      if (spawned.pid === undefined) await once(spawned, 'spawn')
      child = spawned
    } finally {
      closeSync(log)
    }
    const id = identify(child.pid as number)
    if (id) record(name, id)
    return child
  }

  /** Resolves with true once the program serves, with false if it ended first. */
  const serves = async (current: ChildProcess): Promise<boolean> => {
    const began = performance.now()
    let told = false
    for (;;) {
      stopping.signal.throwIfAborted()
      if (hasEnded(current)) return false
      if (await program.healthy()) return true
      if (!told && performance.now() - began > SLOW_START_MS) {
        told = true
        say(`${name} takes its time to start: ${logs.file(name)}`)
      }
      await wait(HEALTH_EVERY_MS)
    }
  }

  const tell = (ended: ChildProcess): string =>
    `${name} ended (${ended.signalCode ?? `status ${ended.exitCode}`}): ${logs.lastLine(name)}`

  const watch = async (current: ChildProcess): Promise<void> => {
    let running: ChildProcess | undefined = current
    for (;;) {
      const began = performance.now()
      if (running) {
        await untilEnded(running)
        if (stopping.signal.aborted) return
        if (running.exitCode === HOPELESS) return fail(new StartError(logs.lastLine(name) || tell(running)))
        say(`${tell(running)}. Starting it again.`)
      }
      if (performance.now() - began > STEADY_AFTER_MS) backoff = FIRST_BACKOFF_MS
      await wait(backoff)
      backoff = Math.min(backoff * 2, LAST_BACKOFF_MS)
      try {
        running = await start()
        if (await serves(running)) say(`${name} serves again.`)
      } catch (error) {
        if (stopping.signal.aborted) return
        running = undefined
        say(`${name} cannot start yet: ${(error as Error).message}`)
      }
    }
  }

  return {
    name,
    healthy: program.healthy,
    up: async () => {
      stopping = new AbortController()
      for (let ends = 0; ; ) {
        const current = await start()
        if (await serves(current)) {
          loop = watch(current)
          return
        }
        ends += 1
        if (current.exitCode === HOPELESS) throw new StartError(logs.lastLine(name) || tell(current))
        if (ends === EARLY_ENDS) throw new StartError(`${tell(current)} (more in ${logs.file(name)})`)
        await wait(FIRST_BACKOFF_MS)
      }
    },
    down: async () => {
      stopping.abort()
      if (child) await stop(child, program.stop)
      await loop
    },
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const untilEnded = async (child: ChildProcess): Promise<void> => {
  if (!hasEnded(child)) await once(child, 'exit')
}

/** Sends the signals one after another until the child has ended. */
export const stop = async (child: ChildProcess, steps: readonly Step[]): Promise<void> => {
  const ended = untilEnded(child)
  for (const [signal, patience] of steps) {
    if (hasEnded(child)) return
    sendSignal(child.pid as number, signal)
    const impatience = new AbortController()
    await Promise.race([ended, wait(patience, undefined, { signal: impatience.signal }).catch(() => {})])
    impatience.abort()
  }
}
