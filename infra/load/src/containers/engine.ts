import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Container = { readonly name: string; readonly service: string }

export type Engine = {
  /** The running containers of a compose project, but for those of the services left out. */
  containers(): Promise<Container[]>
  /** Kills the first process of a container, as a crash does, so that its restart policy applies. */
  kill(container: Container): Promise<void>
  /** Asks a container to end and starts it again. */
  restart(container: Container): Promise<void>
  /** Resolves once the health check of a container passes. @throws Error where it does not within two minutes */
  healthy(container: Container): Promise<void>
}

const run = promisify(execFile)
const PATIENCE_MS = 120_000
/** Restart policies act within this time, in ms. Podman 4.3's does not where a container needs one that has ended, such as `database`. */
const OWN_RESTART_MS = 5_000
const LOOK_MS = 250
/** Seconds that a container has to end, longer than the grace that any of them needs. */
const GRACE_S = '60'

/** Podman or Docker, by its command. Killing needs the rights to signal processes of containers. */
export const engineOf = (command: string, project: string): Engine => {
  const ask = async (...args: string[]) => (await run(command, args)).stdout.trim()
  const inspect = (name: string, what: string) => ask('inspect', '--format', `{{${what}}}`, name)
  const pidOf = async (name: string) => Number(await inspect(name, '.State.Pid'))

  const until = async (what: string, ms: number, holds: () => Promise<boolean>): Promise<void> => {
    for (const giveUpAt = performance.now() + ms; !(await holds().catch(() => false)); await wait(LOOK_MS))
      if (performance.now() > giveUpAt) throw new Error(`${what} took longer than ${ms / 1_000} s`)
  }

  return {
    containers: async () => {
      const label = `label=com.docker.compose.project=${project}`
      const rows = await ask('ps', '--filter', label, '--format', '{{.Names}}')
      const names = rows.split('\n').filter(name => name !== '')
      return Promise.all(
        names.map(async name => ({
          name,
          service: await inspect(name, 'index .Config.Labels "com.docker.compose.service"'),
        })),
      )
    },
    kill: async ({ name }) => {
      const pid = await pidOf(name)
      process.kill(pid, 'SIGKILL')
      const isAgain = async () => ![0, pid].includes(await pidOf(name))
      await until(name, OWN_RESTART_MS, isAgain).catch(() => ask('start', name))
    },
    restart: async ({ name }) => {
      await ask('stop', '--time', GRACE_S, name)
      await ask('start', name)
    },
    healthy: ({ name }) =>
      until(`The health of ${name}`, PATIENCE_MS, async () => {
        // Podman runs checks by timers of systemd, which a machine may not have.
        if (/podman/.test(command)) await ask('healthcheck', 'run', name)
        else if ((await inspect(name, '.State.Health.Status')) !== 'healthy') return false
        return true
      }),
  }
}
