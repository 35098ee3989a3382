import { isPosition } from '../storage/pages.ts'
import type { Session } from '../storage/session.ts'
import { unknownPosition } from '../wire/errors.ts'
import type { From } from '../wire/read-request.ts'

/** @throws CallError for a position inside the log where no event is */
export async function checkPosition({ pool, tail }: Session, from: From): Promise<void> {
  if (typeof from !== 'number' || from >= tail.end) return
  const isHere = tail.after(from - 1)?.[0]?.position === from || (await isPosition(pool, from))
  if (!isHere) throw unknownPosition()
}
