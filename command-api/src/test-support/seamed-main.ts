import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { ensureStoreId } from '@lectern/platform/event-store/store-id.ts'
import { createHttpApp } from '@lectern/platform/http/http-app.ts'
import { connectNats } from '@lectern/platform/nats/connect.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { loadConfig } from '@lectern/platform/process/config.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { believeCallers } from '@lectern/platform/test-support/callers.ts'
import { connectStripe, type StripePort } from '../payments/stripe.ts'
import { createCommandApi, migrateCommandApi } from '../service.ts'

/** A command-api that stops at every seam of a payment or of a deletion, until its parent lets it go on: a test can kill it there. */

let count = 0
const waiting = new Map<number, () => void>()
process.on('message', (id: number) => waiting.get(id)?.())
process.on('disconnect', () => process.exit(0))

const seam = (name: string): Promise<void> =>
  new Promise(resolve => {
    count += 1
    waiting.set(count, resolve)
    process.send?.({ id: count, seam: name })
  })

/** Stops before and after the work. */
const between = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  await seam(`before ${name}`)
  const result = await work()
  await seam(`after ${name}`)
  return result
}

const config = loadConfig('gateway', process.env)
const log = createLog('command-api', config.logLevel)
const pool = connectPostgres({ url: config.databaseUrl, name: 'command-api', max: 5 })
await migrateCommandApi(pool)
const real = connectEventStore({ url: config.eventStoreUrl, connectionName: config.eventStoreSecret, log })
const store: EventStore = {
  append: (stream, expected, events) =>
    between(events[0]?.type ?? '', () => real.append(stream, expected, events)),
  readStream: (stream, options) => real.readStream(stream, options),
  follow: options => real.follow(options),
  end: () => real.end(),
  tombstone: stream => between(`tombstone of ${stream.split('-')[0]}`, () => real.tombstone(stream)),
  truncate: (stream, before) => between('truncation', () => real.truncate(stream, before)),
  version: () => real.version(),
  close: () => real.close(),
}
const storeId = await ensureStoreId(real)
const connected = connectStripe(config, storeId) as StripePort
const stripe: StripePort = {
  ...connected,
  payment: id => between('asking Stripe', () => connected.payment(id)),
  refund: id => between('refunding', () => connected.refund(id)),
}
const space = { isLow: () => false }
const { plugin, answerCommands } = createCommandApi({ config, pool, store, storeId, log, space, stripe })
answerCommands(await connectNats({ url: config.natsUrl, name: 'gateway', log }))
const app = createHttpApp({ log })
believeCallers(app)
await app.register(plugin)
await app.listen({ port: config.port, host: '127.0.0.1' })
process.send?.('serves')
