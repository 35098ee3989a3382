import exec from 'k6/execution'
import {
  addressOf,
  arrivals,
  ask,
  importCsv,
  optionsOf,
  pocketCsv,
  ready,
  saveLink,
  search,
  setting,
  signUp,
} from './lib.js'

const RATE = setting('MIXED_PER_SECOND', 100, [1, 500])
const SECONDS = setting('MIXED_SECONDS', 60, [5, 600])
const PEOPLE = 20
const LINKS = 400

/** @param seconds how long requests arrive */
export const mixedFor = (name, seconds) =>
  optionsOf(
    name,
    { [name]: arrivals(RATE, seconds) },
    {
      [`http_req_duration{scenario:${name}}`]: ['p(99)<60'],
      'http_req_duration{name:list}': ['p(99)<60'],
    },
  )

export const options = mixedFor('mixed', SECONDS)

export { teardown } from './lib.js'

export const setup = () => {
  const people = signUp('mixed', PEOPLE)
  const csv = pocketCsv(LINKS)
  for (const person of people) importCsv(person, csv)
  return ready(people)
}

/** Half of the requests list; a saved link is deleted again, so that libraries keep their size. */
export default ({ people }) => {
  const n = exec.scenario.iterationInTest
  const person = people[Math.floor(n / ACTS.length) % PEOPLE]
  // Steps of 207 in 400 links: each person comes to every link before one comes again.
  const round = Math.floor(n / (ACTS.length * PEOPLE))
  ACTS[n % ACTS.length](person, 1 + ((n + 7 * round) % LINKS), n)
}

const list = person => ask(person, 'list', 'GET', '/api/links?limit=50')
const find = (person, id) => search(person, `number ${id}`)
const counts = person => ask(person, 'counts', 'GET', '/api/counts')
const content = (person, id) => ask(person, 'content', 'GET', `/api/links/${id}/content`)
const favorite = (person, id) =>
  ask(person, 'favourite', 'PATCH', `/api/links/${id}/favorite`, { body: { isFavorite: true } })
const saveAndDelete = (person, _id, n) => {
  const { id } = saveLink(person, addressOf(n, 'saved'), `Saved as number ${n}`).json()
  ask(person, 'delete', 'DELETE', `/api/links/${id}`)
}
const ACTS = [list, find, list, counts, list, content, list, favorite, list, saveAndDelete]
