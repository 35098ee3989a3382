import { connectNats } from '@lectern/platform/nats/connect.ts'
import { runProcess } from '@lectern/platform/process/process.ts'
import { connectBoth } from './connect.ts'
import { createProjectionMetrics } from './engine/metrics.ts'
import { keepReadModels } from './projectors.ts'
import { runReactions } from './reactions/reactions.ts'

await runProcess('projectors', async tools => {
  const { config, log, metrics: registry, signal, onStop } = tools
  const connected = await connectBoth(tools)
  const metrics = createProjectionMetrics(registry)
  const serving = Promise.withResolvers<void>()
  let isServing = false

  // A failure of either that another try cannot mend is an unhandled rejection, which ends the process with its message.
  const projecting = keepReadModels({ ...connected, log, metrics, signal, acceptDifferences: false }, () => {
    isServing = true
    serving.resolve()
  })
  // How it failed has been said by then.
  onStop(() => projecting.catch(() => {}))

  const react = async () => {
    // Reactions look at articles, and never run while the first read models are being filled.
    await serving.promise
    const nats = await connectNats({ url: config.natsUrl, name: 'projectors', log })
    const reactionParts = { ...connected, nats, log, signal }
    const reacting = Promise.all([
      runReactions({ ...reactionParts, kind: 'jobs' }),
      runReactions({ ...reactionParts, kind: 'allowances' }),
    ])
    onStop(async () => {
      await nats.close()
      await reacting
    })
    await reacting
  }
  void react()
  return { ready: async () => isServing }
})
