import { statfs } from 'node:fs/promises'

const LOOK_MS = 1_000

export type FreeSpace = {
  /** Whether writes must be refused. */
  readonly isLow: () => boolean
  /** Bytes free in the fullest folder; undefined where no folder can be asked. */
  readonly bytes: () => number | undefined
}

/**
 * Watches the free space of the data folders, once a second. Postgres stops on a full disk, which ends reads too, so
 * writes are refused earlier. A folder that cannot be asked is skipped.
 * @param onChange called when space becomes low and when there is enough again
 */
export const watchFreeSpace = async ({
  folders,
  minBytes,
  signal,
  onChange = () => {},
}: {
  folders: readonly string[]
  minBytes: number
  signal: AbortSignal
  onChange?: (isLow: boolean, bytes: number) => void
}): Promise<FreeSpace> => {
  let bytes: number | undefined
  let isLow = false

  const look = async (): Promise<void> => {
    const found = await Promise.all(folders.map(freeIn))
    bytes = found.filter(free => free !== undefined).toSorted((a, b) => a - b)[0]
    const wasLow = isLow
    isLow = bytes !== undefined && bytes < minBytes
    if (isLow !== wasLow) onChange(isLow, bytes ?? 0)
  }
  const watch = async (): Promise<void> => {
    await look()
    if (signal.aborted) return
    setTimeout(() => void watch(), LOOK_MS).unref()
  }
  await watch()
  return { isLow: () => isLow, bytes: () => bytes }
}

const freeIn = async (folder: string): Promise<number | undefined> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
