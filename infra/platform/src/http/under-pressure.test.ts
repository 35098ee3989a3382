import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { createHttpApp } from './http-app.ts'
import { refuseUnderPressure } from './under-pressure.ts'

const start = async () => {
  const app = createHttpApp({ log: createLog('under-pressure-test', 'silent') })
  await refuseUnderPressure(app, url => url.startsWith('/files/'))
  app.get('/work', async () => 'done')
  app.get('/files/a.js', async () => 'done')
  app.get('/livez', { config: { ignoresLoad: true } }, async () => 'ok')
  return app
}

/** Blocks the event loop until the next sample is due, and lets it be taken. */
const block = async () => {
  const end = Date.now() + 1_500
  while (Date.now() < end);
  await nextTurn()
  await nextTurn()
}

test('a process whose event loop was blocked for a second refuses requests, but no health check and no file that is spared', async () => {
  const app = await start()
  await app.listen({ port: 0, host: '127.0.0.1' })
  await wait(2_100)
  // Another process may have blocked this one.
  const calm = async () => (await app.inject('/work')).statusCode
  await expect.poll(calm, { timeout: 20_000, interval: 500 }).toBe(200)
  while (!app.isUnderPressure()) await block()
  const refused = await app.inject('/work')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(refused.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
  for (const path of ['/livez', '/files/a.js']) expect((await app.inject(path)).statusCode).toBe(200)
  await app.close()
})

test('a process that was busy while it started serves as soon as it listens', async () => {
  const app = await start()
  while (!app.isUnderPressure()) await block()
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect((await app.inject('/work')).statusCode).toBe(200)
  await app.close()
})
