import { type ProcessTools, runProcess } from '@lectern/platform/process/process.ts'
import { connectParts } from './connect.ts'
import { rebuild, rollBack } from './rebuild.ts'

/** The switch waits for lanes that serve, which may be at an act on many links. */
const QUERY_TIMEOUT_MS = 120_000

/** `make rebuild`, and `make rollback` with the argument `back`. */
const rebuildOnce = async (tools: ProcessTools<'projectors'>) => {
  const parts = await connectParts(tools, { queryTimeout: QUERY_TIMEOUT_MS })
  const acceptDifferences = process.env.ACCEPT_DIFFERENCES === 'true'
  const said =
    process.argv[2] === 'back'
      ? `The earlier read models have caught up and serve again from ${await rollBack(parts)}.`
      : `The read models were made anew and serve from ${await rebuild(parts, { acceptDifferences })}.`
  process.stdout.write(`${said}\n`)
  process.emit('SIGTERM')
  return { ready: async () => true }
}

await runProcess('projectors', rebuildOnce, 'rebuild')
