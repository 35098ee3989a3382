import { expect, it } from 'vitest'
import { inBackground } from './background.ts'

it('runs once at a time, and once more for all that asked meanwhile', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const work = inBackground(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  await work.isDone()
  for (let n = 0; n < 3; n++) work.ask()
  expect(runs.length).toBe(1)
  runs[0]?.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await work.isDone()
  work.ask()
  expect(runs.length).toBe(3)
})
