import os from 'node:os'
import type { Answers, Target } from './attack.ts'
import { ATTACKS, type AttackName } from './attacks.ts'

// The attacker has a low priority, because a real attacker's computer uses no CPU of the server.
os.setPriority(10)

let stop = new AbortController()
process.on('message', async (order: { attack: AttackName; target: Target } | 'stop') => {
  if (order === 'stop') return stop.abort()
  stop = new AbortController()
  const answers: Answers = {}
  await ATTACKS[order.attack]({ ...order.target, answers }, stop.signal)
  process.send?.(answers)
})
process.on('disconnect', () => process.exit(0))
