import { type FixtureHost, fixtureHost } from '@lectern/platform/safe-fetch/fixture-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobFor, startTestWorkers, type TestWorkers } from './test-workers.ts'

const page = `<title>A page</title><article>${'<p>The quick brown fox jumps over the lazy dog.</p>'.repeat(30)}</article>`

/** A host that answers nothing until it is let go. */
const holdingHost = async () => {
  let held: (() => void)[] = []
  let most = 0
  let isOpen = false
  const host = await fixtureHost(
    new Proxy({} as Record<string, never>, {
      get:
        () =>
        (_: unknown, response: { end: (body: string) => void; setHeader: (...h: string[]) => void }) => {
          const answer = () => {
            response.setHeader('content-type', 'text/html')
            response.end(page)
          }
          if (isOpen) return answer()
          held.push(answer)
          most = Math.max(most, held.length)
        },
    }),
  )
  return {
    ...host,
    /** Requests that wait for their answer. */
    holds: () => held.length,
    most: () => most,
    open() {
      isOpen = true
      for (const answer of held) answer()
      held = []
    },
  }
}
type HoldingHost = Awaited<ReturnType<typeof holdingHost>>

let hanging: HoldingHost[]
let slow: HoldingHost
let good: FixtureHost
let workers: TestWorkers

beforeAll(async () => {
  hanging = await Promise.all([1, 2, 3, 4, 5, 6].map(holdingHost))
  slow = await holdingHost()
  good = await fixtureHost({ '/page': page })
  workers = await startTestWorkers([...hanging, slow, good].map(({ host }) => host))
})
afterAll(async () => {
  await workers.stop()
  for (const host of [...hanging, slow, good]) await host[Symbol.asyncDispose]()
})

const holds = () => hanging.reduce((sum, host) => sum + host.holds(), 0)

test('a link is read while hundreds of another library hang, and each of those in its turn', async () => {
  const many = Array.from({ length: 240 }, (_, n) => {
    const host = hanging[n % hanging.length] as HoldingHost
    return jobFor(host.url(`/${n}`), `many-${n}`, 'many')
  })
  await Promise.all(many.map(job => workers.publish(job)))
  await expect.poll(holds).toBe(4)
  const slowOnes = Array.from({ length: 20 }, (_, n) => jobFor(slow.url(`/${n}`), `slow-${n}`, `slow-${n}`))
  await Promise.all(slowOnes.map(job => workers.publish(job)))
  await expect.poll(slow.holds).toBe(2)

  await workers.publish(jobFor(good.url('/page'), 'another', 'another'))
  const [read] = await workers.outcomeOf('another')
  expect(read?.outcome).toMatchObject({ kind: 'extracted', title: 'A page' })
  expect(workers.recorded).toHaveLength(1)
  expect(holds()).toBe(4)
  expect(slow.holds()).toBe(2)

  for (const host of [...hanging, slow]) host.open()
  await expect
    .poll(() => workers.recorded.length, { timeout: 60_000 })
    .toBe(1 + many.length + slowOnes.length)
  expect(workers.recorded.every(({ outcome }) => outcome.kind === 'extracted')).toBe(true)
  expect(Math.max(...hanging.map(host => host.most()), slow.most())).toBe(2)
})
