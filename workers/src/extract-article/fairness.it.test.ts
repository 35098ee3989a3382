import type { ServerResponse } from 'node:http'
import { type FixtureHost, fixtureHost, type Handler } from '@lectern/platform/test-support/fixture-host.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobFor, startTestWorkers, type TestWorkers } from '../test-support/workers.ts'

const page = `<title>A page</title><article>${'<p>The quick brown fox jumps over the lazy dog.</p>'.repeat(30)}</article>`

/** Hosts that hold every request until open() is called. */
const holdingHosts = async (count: number) => {
  const held = new Map<ServerResponse, string>()
  let isOpen = false
  let most = 0
  let mostOfHost = 0
  const answer = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  const handle: Handler = ({ headers }, response) => {
    if (isOpen) return answer(response)
    const { host = '' } = headers
    held.set(response, host)
    response.on('close', () => held.delete(response))
    most = Math.max(most, held.size)
    mostOfHost = Math.max(mostOfHost, [...held.values()].filter(each => each === host).length)
  }
  const hosts = await Promise.all(Array.from({ length: count }, () => fixtureHost({ '/': handle })))
  return {
    hosts,
    /** An address; n chooses the host in turn. */
    url: (n: number) => hosts[n % count]?.url(`/?${n}`) ?? '',
    /** Held requests now, at most at once, and at most at once on one host. */
    counts: () => ({ now: held.size, most, mostOfHost }),
    open() {
      isOpen = true
      for (const response of held.keys()) answer(response)
    },
  }
}
type HoldingHosts = Awaited<ReturnType<typeof holdingHosts>>

let hanging: HoldingHosts
let slow: HoldingHosts
let good: FixtureHost
let workers: TestWorkers

beforeAll(async () => {
  hanging = await holdingHosts(6)
  slow = await holdingHosts(1)
  good = await fixtureHost({ '/page': page })
  workers = await startTestWorkers([...hanging.hosts, ...slow.hosts, good].map(({ host }) => host))
})
afterAll(async () => {
  await workers.stop()
  for (const host of [...hanging.hosts, ...slow.hosts, good]) await host[Symbol.asyncDispose]()
})

test('a link is read while 240 links of another library hang, which are read later', async () => {
  const many = Array.from({ length: 240 }, (_, n) => jobFor(hanging.url(n), `many-${n}`, 'many'))
  await Promise.all(many.map(job => workers.save(job)))
  await expect.poll(() => hanging.counts().now).toBe(4)
  const slowOnes = Array.from({ length: 20 }, (_, n) => jobFor(slow.url(n), `slow-${n}`, `slow-${n}`))
  await Promise.all(slowOnes.map(job => workers.save(job)))
  await expect.poll(() => slow.counts().now).toBe(2)

  await workers.save(jobFor(good.url('/page'), 'another', 'another'))
  const [read] = await workers.outcomeOf('another')
  expect(read?.outcome).toMatchObject({ kind: 'extracted', title: 'A page' })

  for (const hosts of [hanging, slow]) hosts.open()
  for (const n of [0, 19]) await workers.outcomeOf(`slow-${n}`)
  for (const n of [0, 10, 20]) await workers.outcomeOf(`many-${n}`)
  expect(hanging.counts().most).toBe(4)
  expect(slow.counts().most).toBe(2)
  expect(hanging.counts().mostOfHost).toBeLessThanOrEqual(2)
})
