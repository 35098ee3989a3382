import { type ProcessTools, runProcess } from '@lectern/platform/process/process.ts'
import { connectBoth } from './connect.ts'
import { createProjectionMetrics } from './engine/metrics.ts'
import { rebuild } from './rebuild.ts'

/** The lanes that serve may be in an act on many links, for which the switch has to wait. */
const QUERY_TIMEOUT_MS = 120_000

const makeAnew = async (tools: ProcessTools<'projectors'>) => {
  const { log, metrics, signal } = tools
  const connected = await connectBoth(tools, { queryTimeout: QUERY_TIMEOUT_MS })
  const acceptDifferences = process.env.ACCEPT_DIFFERENCES === 'true'
  const schema = await rebuild({
    ...connected,
    log,
    metrics: createProjectionMetrics(metrics),
    signal,
    acceptDifferences,
  })
  process.stdout.write(`The read models were made anew and serve from ${schema}.\n`)
  process.emit('SIGTERM')
  return { ready: async () => true }
}

await runProcess('projectors', makeAnew, 'rebuild')
