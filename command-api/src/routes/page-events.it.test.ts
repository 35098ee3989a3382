import { randomUUID } from 'node:crypto'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startCommandApi } from '../test-support/api.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

const say = async (body: object) => (await api.call('POST', '/api/page-events', { body })).status
const kept = async (transactionId: string | null) => {
  const { rows } = await api.pool.query(
    `SELECT kind, user_id, amount, transaction_id FROM identity.page_events
     WHERE transaction_id IS NOT DISTINCT FROM $1 ORDER BY id`,
    [transactionId],
  )
  return rows
}

it('keeps each kind once for a transaction, with the first amount', async () => {
  const transactionId = `tx_${randomUUID()}`
  for (const amount of [700, 4_900]) expect(await say({ kind: 'purchase', amount, transactionId })).toBe(200)
  expect(await say({ kind: 'conversion', transactionId })).toBe(200)
  expect(await kept(transactionId)).toEqual([
    { kind: 'purchase', user_id: null, amount: 700, transaction_id: transactionId },
    { kind: 'conversion', user_id: null, amount: null, transaction_id: transactionId },
  ])
})

it('keeps who was signed in', async () => {
  const name = `u${randomUUID().slice(0, 12)}`
  const account = { email: `${name}@example.com`, username: name, password: 'a good password' }
  expect((await api.call('POST', '/api/signup', { body: account })).status).toBe(201)
  const { rows } = await api.pool.query('SELECT id, library_id FROM identity.users WHERE username = $1', [
    name,
  ])
  const as = { userId: rows[0].id, libraryId: rows[0].library_id, sessionId: randomUUID() }
  await api.call('POST', '/api/page-events', { as, body: { kind: 'purchase', amount: 1_900 } })
  expect(await kept(null)).toEqual([
    { kind: 'purchase', user_id: as.userId, amount: 1_900, transaction_id: null },
  ])
})

it.each([
  [{}],
  [{ kind: 'refund' }],
  [{ kind: 'purchase', amount: -1 }],
  [{ kind: 'purchase', amount: 7.5 }],
  [{ kind: 'purchase', amount: 1e9 }],
  [{ kind: 'purchase', amount: '700' }],
  [{ kind: 'purchase', transactionId: '' }],
  [{ kind: 'purchase', transactionId: 'x'.repeat(201) }],
  [{ kind: 'purchase', transactionId: "';DROP TABLE" }],
])('refuses %j', async body => {
  expect(await say(body)).toBe(400)
})

it('limits what one address says in an hour', async () => {
  const limited = await startCommandApi(parts, { rateLimits: true })
  const from = '203.0.113.7'
  const body = { kind: 'conversion', transactionId: `tx_${randomUUID()}` }
  const status = async () => (await limited.call('POST', '/api/page-events', { from, body })).status
  for (let said = 0; said < 30; said += 1) expect(await status()).toBe(200)
  expect(await status()).toBe(429)
  await limited.stop()
})
