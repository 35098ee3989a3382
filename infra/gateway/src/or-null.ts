import { withTimeout } from '@lectern/platform/process/with-timeout.ts'

const ANSWER_MS = 2_000

/** null where the part that knows is away or silent. */
export const orNull = <T>(asking: Promise<T>): Promise<T | null> =>
  withTimeout(asking, ANSWER_MS).catch(() => null)
