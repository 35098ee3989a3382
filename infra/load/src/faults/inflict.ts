import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '@lectern/stack/probes.ts'
import { type ProcessId, sendSignal } from '@lectern/stack/process-id.ts'
import type { Stack } from '../world/stack.ts'
import { saveLink, succeed, type User } from '../world/users.ts'

const RECOVERY_MS = 30_000

export type Recovery = { readonly seconds: number; readonly violations: readonly string[] }

/** Shell commands that kill servers outside the stack, by the name of the part that they replace. */
export type KillCommands = Readonly<Record<string, string | undefined>>

/** The names of those that can be killed: processes of the stack, and servers outside it that have a command. */
export const whatCanBeKilled = (
  names: readonly string[],
  { stack, commands, say }: { stack: Stack; commands: KillCommands; say: (line: string) => void },
): string[] => {
  const ours = stack.processes()
  return names.filter(name => {
    const can = ours[name] !== undefined || commands[name] !== undefined
    if (!can) say(`kill of ${name}: left out, because it is not ours and no command that kills it was given`)
    return can
  })
}

/**
 * Kills one part and waits until everything serves again. A process of the stack gets SIGKILL; a server outside is killed by its
 * command, and the command or a supervisor of the operator starts it again. Recovery must need no other help, take at most 30 s
 * (I7) and leave every other process running.
 */
export const kill = async (
  stack: Stack,
  name: string,
  { commands, probe }: { commands: KillCommands; probe: () => Promise<void> },
): Promise<Recovery> => {
  const before = stack.processes()
  const isOurs = before[name] !== undefined
  if (isOurs) sendSignal(pidOf(before, name), 'SIGKILL')
  else await runCommand(name, commands)
  const recovery = await recover(stack, probe)
  const replaced = !isOurs || stack.processes()[name]?.pid !== before[name]?.pid
  const violations = replaced ? [] : [`${name} was killed and no new process replaced it`]
  return {
    ...recovery,
    violations: [...recovery.violations, ...violations, ...othersEnded(stack, before, name)],
  }
}

/** A server that the command starts may keep its output, so only the command's exit is waited for. */
const runCommand = async (name: string, commands: KillCommands): Promise<void> => {
  const command = commands[name]
  if (command === undefined) throw new Error(`There is no process ${name} and no command that kills it`)
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`The command that kills ${name} ended with ${status}`)
}

/** Stops one process and its children with SIGSTOP for some seconds. `during` runs while it is stopped. */
export const freeze = async (
  stack: Stack,
  name: string,
  {
    seconds,
    during,
    probe,
  }: { seconds: number; during: () => Promise<string[]>; probe: () => Promise<void> },
): Promise<Recovery> => {
  const before = stack.processes()
  const pids = withChildren(pidOf(before, name))
  for (const pid of pids) sendSignal(pid, 'SIGSTOP')
  let seen: string[]
  try {
    const [violations] = await Promise.all([during(), wait(seconds * 1_000)])
    seen = violations
  } finally {
    for (const pid of pids) sendSignal(pid, 'SIGCONT')
  }
  const recovery = await recover(stack, probe)
  return {
    ...recovery,
    violations: [...seen, ...recovery.violations, ...othersEnded(stack, before, undefined)],
  }
}

/** Kills the launcher with SIGKILL, which ends all processes, and starts the stack again on its data. */
export const killLauncher = async (stack: Stack, probe: () => Promise<void>): Promise<Recovery> => {
  sendSignal(pidOf(stack.processes(), 'launcher'), 'SIGKILL')
  const began = performance.now()
  await stack.startAgain()
  const { violations } = await recover(stack, probe)
  return { seconds: (performance.now() - began) / 1_000, violations }
}

/** @returns a probe that saves a link and reads it */
export const probeWith = (user: User, site: string) => {
  let probes = 0
  return async (): Promise<void> => {
    const { id } = await saveLink(user, `${site}/probe/${Date.now()}-${probes++}`)
    await succeed(user.api, { method: 'GET', path: `/api/links/${id}` })
  }
}

const recover = async (stack: Stack, probe: () => Promise<void>): Promise<Recovery> => {
  const began = performance.now()
  const works = async () =>
    (await stack.ready()) &&
    (await probe().then(
      () => true,
      () => false,
    ))
  const violations = await until('Recovery', works, RECOVERY_MS).then(
    () => [],
    error => [String(error)],
  )
  return { seconds: (performance.now() - began) / 1_000, violations }
}

const othersEnded = (
  stack: Stack,
  before: Readonly<Record<string, ProcessId>>,
  victim: string | undefined,
): string[] => {
  const after = stack.processes()
  return Object.keys(before)
    .filter(name => name !== victim && after[name]?.pid !== before[name]?.pid)
    .map(name => `${name} ended although it was not killed`)
}

const pidOf = (processes: Readonly<Record<string, ProcessId>>, name: string): number => {
  const id = processes[name]
  if (id === undefined) throw new Error(`There is no process ${name}`)
  return id.pid
}

const withChildren = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}
