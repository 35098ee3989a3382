import { join } from 'node:path'
import { type StandIn, startStandIn } from '@lectern/stripe-stand-in/server.ts'
import type { Resource } from './resource.ts'
import type { Connections } from './settings.ts'
import { stripeEnv, webhookUrl } from './stripe-settings.ts'

/** The stand-in, in the launcher itself: it is small and mostly idle. */
export const stripeStandIn = (connections: Connections): Resource => {
  const { settings, ports } = connections
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = stripeEnv(connections)
  let running: StandIn | undefined
  return {
    name: 'stripe',
    healthy: async () => running !== undefined,
    up: async () => {
      running = await startStandIn({
        port: ports.stripe,
        secretKey: STRIPE_SECRET_KEY,
        webhookUrl: webhookUrl(settings),
        webhookSecret: STRIPE_WEBHOOK_SECRET,
        file: join(settings.dataDir, 'stripe-stand-in.json'),
      })
    },
    down: async () => {
      await running?.stop()
      running = undefined
    },
  }
}
