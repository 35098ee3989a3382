import { stripeStream } from '@lectern/contracts/events/stripe.ts'
import { openSecrets } from '@lectern/stack/data-dir.ts'
import { stripeEnv } from '@lectern/stack/stripe-settings.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds } from '../measure/report.ts'
import { refuseFailures } from './failures.ts'

const PER_SECOND = 200
const SECONDS = 20
const P99_MAX_MS = 100
/** Events whose streams are read at the same time. */
const READ_TOGETHER = 50

/** Stripe's webhooks at a fixed rate: how soon they are accepted, and whether each one that was is stored. */
export const webhookLines = async ({ stack, store, generator }: BenchParts): Promise<Line[]> => {
  const secrets = openSecrets(stack.dataDir)
  const { STRIPE_WEBHOOK_SECRET: secret = '' } = stripeEnv({ env: {}, ports: { stripe: 0 }, secrets })
  const tag = `bench${Date.now()}`
  const load = { port: stack.port, seconds: SECONDS, warmUp: 1, arrivalsPerSecond: PER_SECOND, people: 1 }
  const result = await generator
    .run({ ...load, requests: { kind: 'webhook', secret, tag } })
    .then(refuseFailures)

  const sent = PER_SECOND * (SECONDS + load.warmUp)
  const isStored = async (n: number): Promise<boolean> => {
    for await (const _ of store.readStream(stripeStream(`evt_${tag}_0_${n}`), { maxCount: 1 })) return true
    return false
  }
  let stored = 0
  for (let from = 0; from < sent; from += READ_TOGETHER) {
    const some = Array.from({ length: Math.min(READ_TOGETHER, sent - from) }, (_, n) => isStored(from + n))
    stored += (await Promise.all(some)).filter(Boolean).length
  }
  return [
    {
      measure: `(r) ${PER_SECOND} webhooks/s for ${SECONDS} s, p99`,
      ours: milliseconds(result.p99),
      required: `under ${P99_MAX_MS} ms`,
      ok: result.p99 < P99_MAX_MS,
    },
    { measure: '    p50', ours: milliseconds(result.p50) },
    { measure: '    stored', ours: `${stored} of ${sent}`, required: 'all', ok: stored === sent },
  ]
}
