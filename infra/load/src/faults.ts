import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runCampaign } from './faults/campaign.ts'
import { runImportFaults } from './faults/imports.ts'
import { seeded } from './random.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, stop: { type: 'string', default: '30' } },
})
const seed = Number(values.seed ?? randomInt(2 ** 31))
const { KILL_EVENT_STORE, KILL_NATS, KILL_POSTGRES } = process.env
const commands = {
  'event-store': KILL_EVENT_STORE || undefined,
  nats: KILL_NATS || undefined,
  postgres: KILL_POSTGRES || undefined,
}
const say = (line: string): void => {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`)
}

say(`Seed ${seed} (--seed ${seed} repeats the order of faults)`)
const violations = await runCampaign({
  random: seeded(seed),
  commands,
  stopSeconds: Number(values.stop),
  users: 4,
  between: 5,
  say,
})
say('an import of 50,000 rows with 2,000 highlights')
violations.push(
  ...(await runImportFaults({
    rows: 50_000,
    highlightEvery: 25,
    kills: ['workers', 'gateway', 'event-store', 'nats', 'postgres', 'projectors'],
    commands,
    say,
  })),
)
say(
  violations.length === 0
    ? 'Nothing was lost.'
    : `${violations.length} violations:\n${violations.join('\n')}`,
)
process.exitCode = violations.length === 0 ? 0 : 1
