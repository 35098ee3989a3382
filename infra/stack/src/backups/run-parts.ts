import { type Launch, openLauncher } from '../launcher.ts'
import { StartError } from '../start-error.ts'

/**
 * Starts parts of a stack on DATA_DIR for as long as some work lasts, and stops them. @throws StartError, and what the work throws
 */
export const runParts = async (
  launch: Pick<Launch, 'env' | 'parts' | 'say'>,
  work: () => Promise<void> = async () => {},
): Promise<void> => {
  const failed = Promise.withResolvers<never>()
  const launcher = await openLauncher({ ...launch, serves: false, fail: failed.reject })
  const stop = () => failed.reject(new StartError('It was stopped.'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  try {
    await Promise.race([failed.promise, launcher.up().then(work)])
  } finally {
    await launcher.down()
  }
}
