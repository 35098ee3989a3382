import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { archiveOf } from './archive.ts'

/** Bytes of buffers that something holds. */
const heldBytes = async (): Promise<number> => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Streams that have ended let go of their buffers in later turns of the event loop.
  for (let turn = 0; turn < 3; turn += 1) {
    for (let n = 0; n < 10; n += 1) await new Promise(resolve => setImmediate(resolve))
    collect()
  }
  return process.memoryUsage().arrayBuffers
}

test('an archive holds none of the files that it was given', async () => {
  const at = new Date('2026-01-02')
  let [first, last] = [0, 0]
  const archive = archiveOf(async add => {
    for (let n = 0; n < 600; n += 1) {
      await add(`articles/${n}.html`, [Buffer.alloc(20_000, n), 'short'], { at })
      if (n === 99) first = await heldBytes()
    }
    last = await heldBytes()
  })
  for await (const _ of archive);
  expect(last - first).toBeLessThan(2_000_000)
})
