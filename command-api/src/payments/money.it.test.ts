import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { priceOf, type Tier } from '@lectern/contracts/plans.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { kills } from '@lectern/stack/test-support/whole.ts'
import { type StandIn, startStandIn } from '@lectern/stripe-stand-in/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCommandApi } from '../test-support/api.ts'
import { card } from '../test-support/stripe.ts'

/**
 * Money and plans agree after a kill at any step: who is charged has the plan, and nobody else. The command-api under test
 * stops at each step (test-support/seamed-main.ts); there it, the event store or both end by SIGKILL and start again. The stand-in
 * is Stripe and lives on. No projectors run: nothing of a payment needs them.
 */

const parts = duringTests(startOwnParts)
/** Signs up, and reads what the others stored. */
const api = duringTests(() => startCommandApi(parts))

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const keys = { secretKey: 'sk_test_money', webhookSecret: 'whsec_money' }
let standIn: StandIn
let env: Record<string, string>

/** Called at every seam that the command-api reaches; it waits for the promise. */
let atSeam: (seam: string) => Promise<void> | undefined = () => undefined

let child: ChildProcess
const start = async () => {
  const started = fork(file('../test-support/seamed-main.ts'), { env: { ...process.env, ...env } })
  child = started
  const { promise, resolve } = Promise.withResolvers<void>()
  started.on('message', async (message: 'serves' | { id: number; seam: string }) => {
    if (message === 'serves') return resolve()
    await atSeam(message.seam)
    if (started.connected) started.send(message.id)
  })
  await promise
}
const kill = async () => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
const victims = {
  'command-api': async () => {
    await kill()
    await start()
  },
  'the event store': () => parts.crashEventStore(),
  /** Postgres serves other tests as well, so it lives on. */
  'every line to Postgres': async () => {
    const others = 'datname = current_database() AND pid <> pg_backend_pid()'
    await api.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`)
  },
  everything: async () => {
    await kill()
    await parts.crashEventStore()
    await start()
  },
} as const
type Victim = keyof typeof victims

beforeAll(async () => {
  const port = await freePort()
  standIn = await startStandIn({
    ...{ port: 0, ...keys, webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook` },
    ...{ copies: 2, shuffleMs: 20 },
  })
  env = {
    ...parts.env('gateway'),
    ...{ PORT: String(port), STRIPE_SECRET_KEY: keys.secretKey, STRIPE_PUBLISHABLE_KEY: 'pk_test_money' },
    ...{ STRIPE_WEBHOOK_SECRET: keys.webhookSecret, STRIPE_API_BASE: standIn.origin },
  }
  await start()
})
afterAll(async () => {
  await Promise.all([kill(), standIn?.stop()])
})

const signUp = async () => {
  const name = `m${randomUUID().slice(0, 12)}`
  const body = { email: `${name}@example.com`, username: name, password: 'a good password' }
  expect((await api.call('POST', '/api/signup', { body })).status).toBe(201)
  const { rows } = await api.pool.query('SELECT id, library_id FROM identity.users WHERE username = $1', [
    name,
  ])
  return { userId: rows[0].id as string, libraryId: rows[0].library_id as string }
}
type Person = Awaited<ReturnType<typeof signUp>>

const pay = ({ userId }: Person, tier: Tier): string => {
  const metadata = { lectern_store: api.storeId, user_id: userId, tier }
  const { id } = standIn.payments.create({ amount: priceOf(tier), currency: 'usd', metadata })
  standIn.payments.confirm(id, { card: card() })
  return id
}

/** Payments that Stripe has taken and not given back. */
const charged = ({ userId }: Person): Tier[] =>
  Object.values(standIn.state.charges)
    .filter(({ metadata, paid, refunded }) => metadata.user_id === userId && paid && !refunded)
    .map(({ metadata }) => metadata.tier as Tier)

const planOf = ({ libraryId }: Person) =>
  api.aggregates.libraries.read(libraryId, ({ allowance }) => allowance.plan)

const typesOf = async (stream: string): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of api.store.readStream(stream)) types.push(type)
  return types
}
const told = async (person: Person) => (await typesOf(accountStream(person.userId))).slice(1)
const allowances = async (person: Person) =>
  (await typesOf(libraryStream(person.libraryId))).filter(type => type === 'AllowanceChanged').length - 1

/** Kills the victim when the seam is reached for the first time, then lets everything go on. */
const killAt = (wanted: string, victim: Victim): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  atSeam = seam => {
    if (seam !== wanted) return undefined
    atSeam = () => undefined
    const crashed = victims[victim]()
    crashed.then(resolve, reject)
    return crashed
  }
  return promise
}

/** Longest wait in ms, for a machine that does much else. */
const SETTLED = { timeout: 150_000 }

const STORED = [
  'before StripeEventReceived',
  'after StripeEventReceived',
  'before asking Stripe',
  'after asking Stripe',
]
const FOLLOWED = ['before AllowanceChanged', 'after AllowanceChanged']
/** Steps around which one policy hands over to another. */
const handedOver = (event: string) => ['before asking Stripe', `after ${event}`, ...FOLLOWED]
const stepsTo = (event: string) => [`before ${event}`, `after ${event}`]

const purchase = [...STORED, ...stepsTo('PlanPurchased'), ...FOLLOWED]
const refund = [...STORED, ...stepsTo('PlanRefunded'), ...FOLLOWED]
const secondPayment = [
  ...stepsTo('PaymentUnwanted'),
  'before refunding',
  'after refunding',
  ...stepsTo('PaymentReturned'),
]
const rows = (steps: readonly string[], ...killed: Victim[]) =>
  killed.flatMap(victim => steps.map(step => [victim, step] as const))

describe('the plan of a charged person', () => {
  it.each(
    kills([
      ...rows(purchase, 'everything', 'command-api'),
      ...rows(handedOver('PlanPurchased'), 'every line to Postgres'),
    ]),
  )('a purchase gives the plan once if %s ends %s', async (victim, step) => {
    const person = await signUp()
    const killed = killAt(step, victim)
    pay(person, 'pro')
    await killed
    await expect.poll(() => planOf(person), SETTLED).toBe('pro')
    expect(charged(person)).toEqual(['pro'])
    expect(await told(person)).toEqual(['PlanPurchased'])
    expect(await allowances(person)).toBe(1)
  })

  it.each(
    kills([
      ...rows(refund, 'everything'),
      ...rows([...stepsTo('StripeEventReceived'), ...stepsTo('PlanRefunded')], 'the event store'),
    ]),
  )('a refund takes the plan once if %s ends %s', async (victim, step) => {
    const person = await signUp()
    const id = pay(person, 'pro')
    await expect.poll(() => planOf(person), SETTLED).toBe('pro')
    const killed = killAt(step, victim)
    standIn.payments.refund({ payment_intent: id })
    await killed
    await expect.poll(() => planOf(person), SETTLED).toBe('free')
    expect(charged(person)).toEqual([])
    expect(await told(person)).toEqual(['PlanPurchased', 'PlanRefunded'])
    expect(await allowances(person)).toBe(2)
  })

  it.each(kills(rows(secondPayment, 'everything')))(
    'a second payment is returned once if %s ends %s',
    async (victim, step) => {
      const person = await signUp()
      pay(person, 'pro')
      await expect.poll(() => planOf(person), SETTLED).toBe('pro')
      const killed = killAt(step, victim)
      pay(person, 'pro')
      await killed
      await expect
        .poll(() => told(person), SETTLED)
        .toEqual(['PlanPurchased', 'PaymentUnwanted', 'PaymentReturned'])
      expect(charged(person)).toEqual(['pro'])
      expect(await planOf(person)).toBe('pro')
    },
  )
})
