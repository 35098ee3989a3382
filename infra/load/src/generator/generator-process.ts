import type { Load } from './load.ts'
import { runLoad } from './run-load.ts'

// The generator runs in its own process, so that it and the stack or the bench never block each other.
process.on('message', async (load: Load) => {
  process.send?.(await runLoad(load))
})
process.on('disconnect', () => process.exit(0))
