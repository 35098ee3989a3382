import exec from 'k6/execution'
import { addressOf, arrivals, LINKS_MAX, optionsOf, ready, saveLink, setting, signUp } from './lib.js'

const RATE = setting('SAVES_PER_SECOND', 100, [1, 500])
const SECONDS = setting('SAVES_SECONDS', 30, [5, 120])
/** A tenth of each library stays empty. */
const PEOPLE = Math.max(20, Math.ceil((RATE * SECONDS) / (LINKS_MAX * 0.9)))

export const options = optionsOf(
  'saves',
  { saves: arrivals(RATE, SECONDS) },
  { 'http_req_duration{scenario:saves}': ['p(99)<100'] },
)

export { teardown } from './lib.js'
export const setup = () => ready(signUp('saves', PEOPLE))

/** Many people save links. */
export default ({ people }) => {
  const n = exec.scenario.iterationInTest
  saveLink(people[n % PEOPLE], addressOf(n, 'saved'), `Saved as number ${n}`)
}
