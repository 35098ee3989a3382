import { type ProcessTools, runProcess } from '@lectern/platform/process/process.ts'
import { connectParts } from './connect.ts'
import { rebuild } from './rebuild.ts'

/** The switch waits for lanes that serve, which may be at an act on many links. */
const QUERY_TIMEOUT_MS = 120_000

const rebuildOnce = async (tools: ProcessTools<'projectors'>) => {
  const parts = await connectParts(tools, { queryTimeout: QUERY_TIMEOUT_MS })
  const acceptDifferences = process.env.ACCEPT_DIFFERENCES === 'true'
  const schema = await rebuild(parts, { acceptDifferences })
  process.stdout.write(`The read models were made anew and serve from ${schema}.\n`)
  process.emit('SIGTERM')
  return { ready: async () => true }
}

await runProcess('projectors', rebuildOnce, 'rebuild')
