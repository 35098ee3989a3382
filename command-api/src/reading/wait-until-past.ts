import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'
import type { ReadRow } from '../read-row.ts'

/** A person may act on what they did a moment ago. */
const WAIT_MS = 2_000
const LOOK_AGAIN_MS = 50

/** Waits until the read model of a library has the person's own last write. */
export const waitUntilPastIn = (readRow: ReadRow) => {
  const isPast = async (libraryId: string, position: Position): Promise<boolean> => {
    const found = await readRow<{ position: string }>(
      schema => `SELECT position FROM ${schema}.checkpoints WHERE lane = $1`,
      [laneOf(libraryId)],
    )
    const reached = parsePosition(found?.position)
    return reached !== undefined && comparePositions(reached, position) >= 0
  }

  /** @throws Rejected unavailable where the read model is further behind */
  return async (libraryId: string, position: Position | undefined): Promise<void> => {
    const until = Date.now() + WAIT_MS
    while (position !== undefined && !(await isPast(libraryId, position))) {
      if (Date.now() > until) throw new Rejected('unavailable')
      await pause(LOOK_AGAIN_MS)
    }
  }
}
export type WaitUntilPast = ReturnType<typeof waitUntilPastIn>
