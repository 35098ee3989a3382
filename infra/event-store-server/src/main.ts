import type { Server } from '@grpc/grpc-js'
import { serve } from './server.ts'
import { Store } from './storage/store.ts'

const DRAIN_MS = 1_500

const logError = (message: string, error: unknown) => {
  const line = {
    level: 'error',
    time: new Date().toISOString(),
    name: 'event-store',
    message,
    error: String(error),
  }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

const fail = (message: string): never => {
  logError(message, '')
  process.exit(1)
}

const { DATABASE_URL, EVENT_STORE_SECRET, EXIT_WITH_STDIN, INSECURE, PORT = '2113' } = process.env
const databaseUrl = DATABASE_URL ?? fail('DATABASE_URL is not set')
const isInsecure = INSECURE === 'true'
if (!isInsecure && !EVENT_STORE_SECRET) fail('EVENT_STORE_SECRET is not set, nor INSECURE=true')

const store = new Store(databaseUrl, logError)
let server: Server | undefined

async function stop() {
  setTimeout(() => process.exit(0), DRAIN_MS).unref()
  await store.close()
  server?.forceShutdown()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
if (EXIT_WITH_STDIN === 'true') process.stdin.on('end', stop).on('error', stop).resume()

try {
  await store.open()
  const served = await serve(store, {
    port: Number(PORT),
    secret: isInsecure ? undefined : EVENT_STORE_SECRET,
  })
  server = served.server
  process.stdout.write(`event store serves on 127.0.0.1:${served.port}\n`)
} catch (error) {
  logError('the event store could not start', error)
  process.exit(1)
}
