import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { createMetrics } from '@lectern/platform/process/metrics.ts'
import { expect, it } from 'vitest'
import { measureRequests } from './request-metrics.ts'

it('counts requests by method and status, but for streams and checks of health, and shows no address', async () => {
  const metrics = createMetrics('test')
  const app = createHttpApp({ log: createLog('request-metrics-test', 'silent') })
  measureRequests(app, metrics)
  app.get('/api/links/:id', async () => 'a link')
  app.post('/api/fail', async () => Promise.reject(new Error('a fault')))
  app.get('/livez', { config: { ignoresLoad: true } }, async () => 'ok')
  const asked = [
    ['GET', '/api/links/17'],
    ['GET', '/api/links/18'],
    ['POST', '/api/fail'],
    ['GET', '/no-such-page'],
    ['GET', '/livez'],
  ] as const
  for (const [method, url] of asked) await app.inject({ method, url })
  const shown = await metrics.metrics()
  const counts = [...shown.matchAll(/^lectern_request_duration_seconds_count\{(.*)\} (\d+)$/gm)]
  expect(counts.map(([, labels, count]) => `${labels} ${count}`).toSorted()).toEqual([
    'process="test",method="GET",status="200" 2',
    'process="test",method="GET",status="404" 1',
    'process="test",method="POST",status="500" 1',
  ])
  expect(shown).not.toMatch(/links|no-such-page/)
  await app.close()
})
