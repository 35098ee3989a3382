import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'

export type Generator = {
  run(load: Load): Promise<LoadResult>
  close(): void
}

/** The load generator. Ours and the limits share it, so its cost is equal for both. */
export const startGenerator = (): Generator => {
  const child = fork(fileURLToPath(new URL('generator-process.ts', import.meta.url)))
  return {
    run: async load => {
      child.send(load)
      const [result] = await once(child, 'message')
      return result
    },
    close: () => void (child.connected && child.disconnect()),
  }
}
