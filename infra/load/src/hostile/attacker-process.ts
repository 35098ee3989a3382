import os from 'node:os'
import { ATTACKS, type AttackName, type Target } from './attacks.ts'

// The attacker has a low priority, because a real attacker's computer uses no CPU of the server.
os.setPriority(10)

let stop = new AbortController()
process.on('message', async (order: { attack: AttackName; target: Target } | 'stop') => {
  if (order === 'stop') return stop.abort()
  stop = new AbortController()
  await ATTACKS[order.attack](order.target, stop.signal)
  process.send?.('ended')
})
process.on('disconnect', () => process.exit(0))
