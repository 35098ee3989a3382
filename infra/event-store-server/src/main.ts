import type { Server } from '@grpc/grpc-js'
import { serve } from './server.ts'
import { NewerFormat } from './storage/schema.ts'
import { Store } from './storage/store.ts'

const DRAIN_MS = 1_500
/** EX_CONFIG of sysexits.h: the launcher does not start it again. */
const HOPELESS = 78

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

const { DATABASE_URL, EVENT_STORE_SECRET, EVENT_STORE_READ_SECRET, EXIT_WITH_STDIN, INSECURE } = process.env
const { PORT = '2113' } = process.env
const databaseUrl = DATABASE_URL ?? fail('DATABASE_URL is not set')
const secrets =
  INSECURE === 'true'
    ? undefined
    : {
        secret: EVENT_STORE_SECRET || fail('EVENT_STORE_SECRET is not set, nor INSECURE=true'),
        readSecret: EVENT_STORE_READ_SECRET || undefined,
      }

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
  const served = await serve(store, { port: Number(PORT), secrets })
  server = served.server
  process.stdout.write(`event store serves on 127.0.0.1:${served.port}\n`)
} catch (error) {
  if (error instanceof NewerFormat) process.stderr.write(`event-store: ${error.message}\n`)
  else logError('the event store could not start', error)
  process.exit(error instanceof NewerFormat ? HOPELESS : 1)
}
