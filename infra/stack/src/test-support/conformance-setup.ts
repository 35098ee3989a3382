import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../ports.ts'
import { accepts, until } from '../probes.ts'
import { eventStoreUrl, main } from '../services.ts'
import { endTestRun, spawnInRun, startTestRun } from '../test-run.ts'

/** vitest's globalSetup for the conformance suite. EVENT_STORE_URL is the target; if unset, the embedded server is. */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.EVENT_STORE_URL) return undefined
  const run = await startTestRun()
  const port = await freePort()
  spawnInRun(run.folder, process.execPath, [main('event-store')], {
    cwd: mkdtempSync(join(run.folder, 'store-')),
    env: {
      ...process.env,
      DATABASE_URL: run.postgresUrl,
      PORT: String(port),
      INSECURE: 'true',
      EXIT_WITH_STDIN: 'true',
    },
  })
  await until('The event store', () => accepts(port))
  process.env.EVENT_STORE_URL = eventStoreUrl(port)
  return () => endTestRun(run.folder)
}
