import { type Launch, openLauncher } from '../launcher.ts'
import type { StackOptions } from '../stack.ts'
import { StartError } from '../start-error.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Starts parts of a stack on DATA_DIR for as long as some work lasts, and stops them. @throws StartError, and what the work throws
 */
export const runParts = async (
  launch: Pick<Launch, 'env' | 'parts' | 'say'>,
  work: (options: StackOptions) => Promise<void> = async () => {},
): Promise<void> => {
  const failed = Promise.withResolvers<never>()
  let working = async () => {}
  const parts = (options: StackOptions) => {
    working = () => work(options)
    return launch.parts(options)
  }
  const launcher = await openLauncher({ ...launch, parts, serves: false, fail: failed.reject })
  const stop = () => failed.reject(new StartError('It was stopped.'))
  for (const signal of SIGNALS) process.once(signal, stop)
  try {
    await Promise.race([failed.promise, launcher.up().then(() => working())])
  } finally {
    await launcher.down()
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
