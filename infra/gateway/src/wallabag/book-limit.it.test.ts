import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import { devicesOf } from '../test-support/devices.ts'
import { startGateway } from '../test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts, { rateLimits: true }))
const { signUp, connect } = devicesOf(gateway)

test('a person gets 120 books a minute, with all devices together', async () => {
  const account = await signUp()
  const [one, other] = [await connect(account), await connect(account)]
  for (let n = 0; n < 60; n += 1)
    for (const { download } of [one, other]) expect((await download(1)).statusCode).toBe(404)
  const refused = await one.download(1)
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  expect((await other.download(1)).statusCode).toBe(429)
  expect((await one.ask('GET', '/api/entries.json')).status).toBe(200)
})
