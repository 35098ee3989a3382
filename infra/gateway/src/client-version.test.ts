import { CLIENT_VERSION_HEADER, LEAST_CLIENT_VERSION } from '@lectern/contracts/client-version.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { expect, test } from 'vitest'
import { refuseOldClients } from './client-version.ts'

const app = createHttpApp({ log: createLog('gateway-test', 'silent') })
refuseOldClients(app)
app.post('/api/links', async () => 'done')
app.get('/dashboard', async () => 'the screen')

const post = (version?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/links',
    headers: version === undefined ? {} : { [CLIENT_VERSION_HEADER]: version },
  })

test('an older client is refused with 426, and told why', async () => {
  const { statusCode, body } = await post(String(LEAST_CLIENT_VERSION - 1))
  expect([statusCode, JSON.parse(body).message]).toEqual([426, expect.stringContaining('too old')])
})

test.each([String(LEAST_CLIENT_VERSION), String(LEAST_CLIENT_VERSION + 1), undefined, 'no number'])(
  'a request with the version %s is answered',
  async version => expect((await post(version)).body).toBe('done'),
)

test('an older client still gets its screens', async () => {
  const headers = { [CLIENT_VERSION_HEADER]: '0' }
  expect((await app.inject({ url: '/dashboard', headers })).body).toBe('the screen')
})
