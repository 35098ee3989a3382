import { expect, test } from 'vitest'
import { seeded } from '../random.ts'
import { runCampaign } from './campaign.ts'

const said: string[] = []

// `make faults` is the long form: it kills and stops every process.
test('no acknowledged act is lost, doubled or done in part when processes are killed under load', {
  timeout: 180_000,
}, async () => {
  const violations = await runCampaign({
    random: seeded(1),
    kills: ['gateway', 'event-store', 'postgres', 'projectors', 'workers', 'nats'],
    commands: {},
    stopSeconds: 0,
    users: 3,
    between: 0.5,
    say: line => said.push(line),
  })
  expect(violations, said.join('\n')).toEqual([])
})
