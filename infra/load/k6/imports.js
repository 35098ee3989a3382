import { check } from 'k6'
import exec from 'k6/execution'
import { Gauge, Trend } from 'k6/metrics'
import {
  addressOf,
  arrivals,
  ask,
  importCsv,
  isFoundSoon,
  teardown as measure,
  optionsOf,
  pocketCsv,
  ready,
  saveLink,
  setting,
  signUp,
} from './lib.js'

const IMPORTERS = setting('IMPORTERS', 100, [40, 200])
/** What a free account has room for. */
const ROWS = 450
const OTHERS = 20
const OTHERS_SECONDS = setting('OTHERS_SECONDS', 30, [5, 120])

const saved = new Trend('others_saved', true)
const found = new Trend('others_found', true)
const took = new Trend('import_took', true)
const slowest = new Gauge('slowest_import_to_median')

export const options = optionsOf(
  'imports',
  {
    imports: { executor: 'per-vu-iterations', vus: IMPORTERS, iterations: 1, maxDuration: '3m' },
    others: arrivals(20, OTHERS_SECONDS, { preAllocatedVUs: OTHERS, maxVUs: OTHERS, exec: 'others' }),
  },
  {
    others_saved: ['min>0', 'p(99)<100'],
    others_found: ['p(99)<1000'],
    slowest_import_to_median: ['value<=3'],
  },
)

export const setup = () => {
  const importers = signUp('importer', IMPORTERS)
  const savers = signUp('other', OTHERS)
  return ready({ importers, savers })
}

const csv = pocketCsv(ROWS)

/** Each person imports a file; all begin at once. */
export default ({ people: { importers } }) => {
  const { status, imported } = importCsv(importers[exec.scenario.iterationInTest], csv)
  check(status, { 'the import completes': end => end === 'completed' })
  check(imported, { 'the import takes all rows': count => count === ROWS })
}

/** Other people save while imports run: they do where more iterations are active than this scenario can have. */
export const others = ({ people: { savers } }) => {
  if (exec.instance.vusActive <= OTHERS) return
  const n = exec.scenario.iterationInTest
  const person = savers[n % OTHERS]
  const word = `meanwhile${n}`
  saved.add(saveLink(person, addressOf(n, 'meanwhile'), word).timings.duration)
  const at = Date.now()
  check(isFoundSoon(person, word), { 'a search finds the save': is => is })
  found.add(Date.now() - at)
}

/** Durations are from the common start to the end that the ledger names. */
export const teardown = ({ people, began }) => {
  measure({ began })
  const durations = people.importers
    .map(person => ask(person, 'imports', 'GET', '/api/imports').json('imports.0.endedAt'))
    .filter(endedAt => endedAt)
    .map(endedAt => Date.parse(endedAt) - began)
    .sort((a, b) => a - b)
  for (const duration of durations) took.add(duration)
  const median = durations[Math.floor(durations.length / 2)]
  if (median !== undefined) slowest.add(durations[durations.length - 1] / median)
}
