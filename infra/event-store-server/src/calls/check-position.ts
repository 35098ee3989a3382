import { isPosition } from '../storage/pages.ts'
import type { Session } from '../storage/session.ts'
import { unknownPosition } from '../wire/errors.ts'
import type { From } from '../wire/read-request.ts'

/** @throws CallError for a position inside the log that is no event's */
export async function checkPosition({ pool, tail }: Session, from: From): Promise<void> {
  if (typeof from !== 'number' || from >= tail.end) return
  if (!(await isPosition(pool, from))) throw unknownPosition()
}
