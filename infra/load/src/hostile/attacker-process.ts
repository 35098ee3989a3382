import os from 'node:os'
import { ATTACKS, type AttackName, type Target } from './attacks.ts'

// An attacker's own computer takes no processor from the server.
os.setPriority(10)

let stop = new AbortController()
process.on('message', async (order: { attack: AttackName; target: Target } | 'stop') => {
  if (order === 'stop') return stop.abort()
  stop = new AbortController()
  await ATTACKS[order.attack](order.target, stop.signal)
  process.send?.('ended')
})
process.on('disconnect', () => process.exit(0))
