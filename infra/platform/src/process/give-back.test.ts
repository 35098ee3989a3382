import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const GIVE_BACK = fileURLToPath(new URL('./give-back.ts', import.meta.url))

/** Makes garbage for a while, as much as its heap may hold, then does nothing but say what it holds, in bytes. */
const PROGRAM = `
  import { giveBackWhenQuiet } from ${JSON.stringify(GIVE_BACK)}
  giveBackWhenQuiet({ lookEvery: 100, quiet: 300, busy: 200 })
  const work = () => {
    const until = performance.now() + 600
    for (let kept = []; performance.now() < until; ) {
      kept.push(Array.from({ length: 1_000 }, (_, n) => ({ n })))
      if (kept.length > 1_000) kept = []
    }
    console.log(process.memoryUsage.rss())
    setInterval(() => console.log(process.memoryUsage.rss()), 50)
  }
  // After the quiet spell that follows its start.
  setTimeout(work, 1_000)
`

test('a process that was busy gives its memory back once it is quiet', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })
  const said: number[] = []
  createInterface(child.stdout).on('line', line => said.push(Number(line)))
  await expect.poll(() => said.length).toBeGreaterThan(0)
  const [busy = 0] = said
  expect(busy).toBeGreaterThan(100_000_000)
  await expect.poll(() => said.at(-1)).toBeLessThan(busy * 0.7)
})
