import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { stripeStream } from '@lectern/contracts/events/stripe.ts'
import type { EventStore, Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition } from '@lectern/platform/event-store/position.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { AT } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { StripePort } from '../payments/stripe.ts'
import { openTestLibrary, startCommandApi } from '../test-support/api.ts'
import { librariesOf, policiesOn, watchedSteps } from '../test-support/policies.ts'
import { writeCheckpoint } from './checkpoint.ts'
import type { PolicyParts } from './policies.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))
const { start, record, grant, deleteLink, passed, isHeldAt, skipToEnd } = policiesOn(api)

it('policies begin anew where the store was put back', async () => {
  await writeCheckpoint(api.pool, api.storeId, { commit: 999_999_999_999n, prepare: 999_999_999_999n })
  const { libraryId } = await openTestLibrary(api)
  let isPutBack = false
  const { store } = api
  const putBack: EventStore = {
    ...store,
    end: async () => (isPutBack ? { commit: 0n, prepare: 0n } : store.end()),
  }
  const asked: string[] = []
  start({ store: putBack, libraries: librariesOf(async id => void asked.push(id)) })
  const times = () => asked.filter(id => id === libraryId).length
  await grant(libraryId, 'pro')
  await expect.poll(times, { timeout: 10_000 }).toBe(1)
  isPutBack = true
  await expect.poll(times, { timeout: 10_000 }).toBeGreaterThan(1)
})

const earlier = async (loops: Record<string, Position>) => {
  await api.pool.query(`
    DROP SCHEMA IF EXISTS projections CASCADE; CREATE SCHEMA projections;
    CREATE TABLE projections.reactions_checkpoint (kind text PRIMARY KEY, store_id uuid, position text);
    DELETE FROM command.policies_checkpoint`)
  for (const [kind, position] of Object.entries(loops))
    await api.pool.query('INSERT INTO projections.reactions_checkpoint VALUES ($1, $2, $3)', [
      ...[kind, api.storeId, encodePosition(position)],
    ])
  onTestFinished(async () => void (await api.pool.query('DROP SCHEMA IF EXISTS projections CASCADE')))
}

it('an upgrade goes on with each step where the loop of the version before was', async () => {
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const returns = await grant(first, 'pro')
  const deletions = await deleteLink(second, 1)
  const allowances = await grant(third, 'pro')
  const end = await deleteLink(fourth, 1)

  await earlier({ allowances: returns, returns, deletions, payments: allowances, mails: returns })
  const { taken, parts: watched } = watchedSteps()
  const follow = vi.fn(api.store.follow)
  start({ ...watched, store: { ...api.store, follow } })
  await passed(end)
  expect(taken).toEqual([third, fourth])
  expect(follow).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ after: returns }))
})

it('an upgrade reads all events for a loop that had met none, and repeats no steps of the others', async () => {
  const { taken, parts: watched } = watchedSteps()
  const other = randomUUID()
  await grant(randomUUID(), 'pro')
  const allowances = await deleteLink(other, 1)
  await earlier({ allowances, returns: allowances, deletions: allowances, mails: allowances })
  const paid = { object: 'charge', id: 'ch_1', paymentIntentId: 'pi_1', amount: 1, currency: 'usd' }
  const told = { stripeEventId: 'evt_1', stripeType: 'charge.refunded', livemode: false, created: AT, at: AT }
  const data = { ...told, about: { ...paid, status: null } }
  const end = await record(stripeStream('evt_1'), { type: 'StripeEventReceived', data })
  const payment = vi.fn(async () => undefined)
  start({ ...watched, stripe: { payment } as unknown as StripePort })
  await passed(end)
  expect(payment).toHaveBeenCalledExactlyOnceWith('pi_1')
  expect(taken).toEqual([])
})

const reset = (userId: string) =>
  record(accountStream(userId), {
    type: 'PasswordResetRequested',
    data: { userId, requestId: randomUUID(), at: AT },
  })
/** What policies of the version before had done. They sent no mails. */
const policiesWere = (at: Position) =>
  api.pool.query(
    `INSERT INTO command.policies_checkpoint (store_id, position) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE SET position = excluded.position, has_mails = false`,
    [api.storeId, encodePosition(at)],
  )
const watchedMails = () => {
  const mailed: string[] = []
  const { taken, parts: watched } = watchedSteps()
  const addMail: PolicyParts['addMail'] = async ({ accountId }) => void mailed.push(accountId)
  return { mailed, taken, parts: { ...watched, addMail } }
}

it('an upgrade sends the mails that the projectors had not asked for, and repeats no steps', async () => {
  const [before, first, second] = [randomUUID(), randomUUID(), randomUUID()]
  const mails = await reset(before)
  await reset(first)
  const own = await grant(randomUUID(), 'pro')
  const end = await reset(second)
  await earlier({ mails, allowances: mails, deletions: mails, payments: mails, returns: mails })
  await policiesWere(own)
  const { mailed, taken, parts: watched } = watchedMails()
  start(watched)
  await passed(end)
  expect(mailed).toEqual([first, second])
  expect(taken).toEqual([])
})

it('an upgrade takes the steps that policies had not taken, and sends no mail of the projectors again', async () => {
  const [granted, second] = [randomUUID(), randomUUID()]
  const own = await reset(randomUUID())
  await grant(granted, 'pro')
  const mails = await reset(randomUUID())
  await earlier({ mails })
  await policiesWere(own)
  const { mailed, taken, parts: watched } = watchedMails()
  const stop = start(watched)
  await passed(mails)
  expect(taken).toEqual([granted])
  stop()
  start(watched)
  await passed(await reset(second))
  expect(mailed).toEqual([second])
})

it('an upgrade that is cut off before it reaches the mails of the projectors sends none of them again', async () => {
  const [before, stuck] = [randomUUID(), randomUUID()]
  const own = await reset(randomUUID())
  const between = await grant(randomUUID(), 'pro')
  await grant(stuck, 'pro')
  const mails = await reset(before)
  await earlier({ mails })
  await policiesWere(own)
  const { mailed, parts: watched } = watchedMails()
  let isUp = false
  const libraries = librariesOf(async id => {
    if (id === stuck && !isUp) throw new Error('Its events cannot be read')
  })
  const stop = start({ ...watched, libraries })
  // The checkpoint could move up to here.
  await isHeldAt(own)
  expect(comparePositions(between, own)).toBeGreaterThan(0)
  stop()
  isUp = true
  start({ ...watched, libraries })
  await passed(mails)
  expect(mailed).toEqual([])
})

it('an upgrade waits until the projectors of this version let the earlier checkpoints be read', async () => {
  const libraryId = randomUUID()
  const end = await skipToEnd()
  const position = await grant(libraryId, 'pro')
  await earlier({})
  await api.pool.query(
    `INSERT INTO projections.reactions_checkpoint
     SELECT kind, $1, $2 FROM unnest(ARRAY['allowances', 'deletions', 'payments', 'returns', 'mails']) AS kind`,
    [api.storeId, end && encodePosition(end)],
  )
  const url = parts.env('gateway').DATABASE_URL ?? ''
  const pool = connectPostgres({ url, name: 'command-api', max: 2 })
  onTestFinished(() => pool.end())
  const { taken, parts: watched } = watchedSteps()
  start({ ...watched, pool })
  await pause(500)
  expect(taken).toEqual([])
  await api.pool.query(
    'GRANT USAGE ON SCHEMA projections TO PUBLIC; GRANT SELECT ON projections.reactions_checkpoint TO PUBLIC',
  )
  await passed(position)
  expect(taken).toEqual([libraryId])
})
