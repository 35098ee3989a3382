import { unsetOfOperator } from '@lectern/platform/process/operator-settings.ts'
import { withSecretFiles } from '@lectern/platform/process/secret-files.ts'
import { checkSettings } from './check-settings.ts'
import { type Launcher, openLauncher } from './launcher.ts'
import { theStack } from './stack.ts'
import { complain } from './start-error.ts'

let launcher: Launcher | undefined
let stopped: Promise<void> | undefined

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const stop = (status: number): Promise<void> => {
  stopped ??= (async () => {
    await launcher?.down()
    process.exit(status)
  })()
  return stopped
}

const fail = (error: unknown): void => {
  if (stopped) return
  complain(error)
  void stop(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopped) say('Stopping.')
    void stop(0)
  })
}
process.on('uncaughtException', fail)
if (process.env.EXIT_WITH_STDIN === 'true') process.stdin.on('end', () => void stop(0)).resume()
// The terminal may close before the launcher ends.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

try {
  process.env = withSecretFiles(process.env)
  await checkSettings(process.env)
  const { SPLIT, COMMAND_API_URL, QUERY_API_URL } = process.env
  if (SPLIT === 'true' || COMMAND_API_URL || QUERY_API_URL)
    say(
      'SPLIT, COMMAND_API_URL and QUERY_API_URL have no effect any more: the gateway answers every request.',
    )
  launcher = await openLauncher({
    ...{ env: process.env, watch: process.argv.includes('--watch') },
    ...{ parts: theStack, serves: true, say, fail },
  })
  say(`Lectern serves ${await launcher.up()} (Ctrl-C stops it)`)
  const unset = unsetOfOperator(process.env)
  if (unset) say(unset)
} catch (error) {
  fail(error)
}
