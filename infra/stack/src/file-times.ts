import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { ROOT } from './services.ts'

/** Limit of a test file in s. A test's own limit ends only what waits, not a loop that keeps the processor. */
const LIMIT = Number(process.env.FILE_LIMIT ?? 300)

export type FileTime = {
  readonly name: string
  /** With its imports and hooks. */
  readonly seconds: number
  readonly hangs?: boolean
}

/** A reporter of vitest that writes the FileTime of each file to FILE_TIMES, and ends a run with a file that hangs. */
export default class FileTimes implements Reporter {
  readonly #times: FileTime[] = []
  readonly #limits = new Map<string, NodeJS.Timeout>()

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#limits.set(
      moduleId,
      setTimeout(() => this.#end(moduleId), LIMIT * 1_000),
    )
  }

  onTestModuleEnd(module: TestModule): void {
    clearTimeout(this.#limits.get(module.moduleId))
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const seconds = (collectDuration + setupDuration + duration) / 1_000
    this.#add({ name: relative(ROOT, module.moduleId), seconds })
  }

  #add(time: FileTime): void {
    this.#times.push(time)
    if (process.env.FILE_TIMES) writeFileSync(process.env.FILE_TIMES, JSON.stringify(this.#times))
  }

  #end(moduleId: string): void {
    const name = relative(ROOT, moduleId)
    this.#add({ name, seconds: LIMIT, hangs: true })
    process.stderr.write(`\n${name} has run for ${LIMIT} s: the run ends\n`)
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL')
    process.exit(1)
  }
}

/** A worker in an endless loop does not see that its parent has ended. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)

const parentOf = (pid: string): number | undefined => {
  try {
    // The name of a program, in brackets, may have blanks.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}
