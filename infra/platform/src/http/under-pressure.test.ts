import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { createHttpApp } from './http-app.ts'
import { refuseUnderPressure } from './under-pressure.ts'

test('a process whose event loop was blocked for a second refuses requests but answers health checks', async () => {
  const app = createHttpApp({ log: createLog('under-pressure-test', 'silent') })
  await refuseUnderPressure(app)
  app.get('/work', async () => 'done')
  app.get('/livez', { config: { ignoresLoad: true } }, async () => 'ok')
  expect((await app.inject('/work')).statusCode).toBe(200)

  const end = Date.now() + 1_500
  while (Date.now() < end);
  await nextTurn()
  await nextTurn()
  const refused = await app.inject('/work')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(refused.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
  expect((await app.inject('/livez')).statusCode).toBe(200)
  await app.close()
})
