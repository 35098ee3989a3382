import type { Load } from './load.ts'
import { runLoad } from './run-load.ts'

// A process of its own, so that neither the stack nor the bench itself waits for the generator or it for them.
process.on('message', async (load: Load) => {
  process.send?.(await runLoad(load))
})
process.on('disconnect', () => process.exit(0))
