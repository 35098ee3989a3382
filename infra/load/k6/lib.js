import { check, fail, sleep } from 'k6'
import http from 'k6/http'
import { Gauge } from 'k6/metrics'

const loopback = address => {
  if (/^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(address)) return address
  throw new Error(`Load tests talk to loopback only: BASE_URL is ${address}.`)
}

const BASE_URL = loopback(__ENV.BASE_URL || 'http://127.0.0.1:8080')

/** Links point to pages of this host: 100 of them, which the stack reads if its FETCH_ALLOW_HOSTS names the host. */
const SITE = loopback(__ENV.SITE || 'http://127.0.0.1:8099')
const PAGES = 100
export const addressOf = (n, what) => `${SITE}/articles/${n % PAGES}#!/${what}-${n}`

/** Links that a free account can hold. */
export const LINKS_MAX = 500
const ENDS_WITHIN_S = 120

/** A number from the environment, between bounds so that every test ends. */
export const setting = (name, usual, [min, max]) => {
  const value = Number(__ENV[name] || usual)
  if (value >= min && value <= max) return value
  throw new Error(`${name} is ${__ENV[name]}: it must be a number from ${min} to ${max}.`)
}

/** Iterations that arrive at a fixed rate, whether or not earlier ones have ended. */
export const arrivals = (rate, seconds, more) => ({
  executor: 'constant-arrival-rate',
  rate,
  timeUnit: '1s',
  duration: `${seconds}s`,
  preAllocatedVUs: 100,
  maxVUs: 100,
  gracefulStop: '30s',
  ...more,
})

/** Options of a test whose requests are in the scenario `name`. A metric without a condition is only reported. */
export const optionsOf = (name, scenarios, thresholds) => ({
  scenarios,
  setupTimeout: '5m',
  summaryTrendStats: ['min', 'med', 'p(99)', 'max'],
  thresholds: {
    http_req_failed: ['rate==0'],
    checks: ['rate==1'],
    dropped_iterations: ['count==0'],
    [`http_reqs{scenario:${name}}`]: [],
    [`http_req_duration{scenario:${name}}`]: [],
    ...thresholds,
  },
})

/** Sends a request as this person and checks its status. `name` stands for requests of one kind. */
export const ask = (person, name, method, path, { body, headers, status = 200 } = {}) => {
  const isFile = body !== undefined && body.file !== undefined
  const sent = body === undefined || isFile ? body : JSON.stringify(body)
  const response = http.request(method, BASE_URL + path, sent || null, {
    headers: {
      ...(sent && !isFile && { 'content-type': 'application/json' }),
      ...(person && { cookie: person.cookie }),
      ...headers,
    },
    jar: new http.CookieJar(),
    tags: { name },
    responseCallback: http.expectedStatuses(status),
    timeout: '60s',
  })
  check(response, { [`${name} answers ${status}`]: ({ status: actual }) => actual === status })
  return response
}

/** Signs new people up, one after the other because each needs a password hash. */
export const signUp = (prefix, count) => {
  const run = Date.now().toString(36)
  return Array.from({ length: count }, (_, n) => {
    const username = `${prefix}-${run}-${n}`
    const body = { email: `${username}@load.example`, username, password: 'a long passphrase for load tests' }
    const response = ask(undefined, 'sign up', 'POST', '/api/signup', { body, status: 201 })
    if (response.status === 429) fail('Signups are limited: start Lectern with RATE_LIMITS=off.')
    if (response.status !== 201) fail(`A signup was answered ${response.status}: ${response.body}`)
    const cookies = Object.entries(response.cookies).map(([name, [{ value }]]) => `${name}=${value}`)
    return { cookie: cookies.join('; ') }
  })
}

const measuredSeconds = new Gauge('measured_seconds')

/** What setup gives to each iteration. Rates are counted from here: k6 counts them from the beginning of setup. */
export const ready = people => ({ people, began: Date.now() })
export const teardown = ({ began }) => measuredSeconds.add((Date.now() - began) / 1_000)

export const saveLink = (person, url, title) =>
  ask(person, 'save', 'POST', '/api/links', { body: { url, title, tags: ['load'] }, status: 201 })

export const search = (person, words) =>
  ask(person, 'search', 'GET', `/api/links?archived=all&limit=50&q=${encodeURIComponent(words)}`)

/** Whether a link with these words is found within 10 s. */
export const isFoundSoon = (person, words) => {
  const until = Date.now() + 10_000
  while (Date.now() < until) {
    if (search(person, words).json('total') > 0) return true
    sleep(0.05)
  }
  return false
}

/** A Pocket export. */
export const pocketCsv = rows => {
  const lines = Array.from({ length: rows }, (_, n) => {
    const status = n % 4 ? 'unread' : 'archive'
    return `Article number ${n} about things,${addressOf(n, 'imported')},${1_400_000_000 + n * 600},tag${n % 40}|other${n % 7},${status}`
  })
  return `title,url,time_added,tags,status\n${lines.join('\n')}\n`
}

/** Uploads a Pocket export and waits until its import has ended, as the screen does. Gives the import. */
export const importCsv = (person, csv) => {
  const body = { file: http.file(csv, 'part_000000.csv', 'text/csv') }
  const headers = { prefer: 'respond-async' }
  const started = ask(person, 'import', 'POST', '/api/import/pocket', { body, headers, status: 202 })
  if (started.status !== 202) return {}
  const path = `/api/imports/${started.json('importId')}?kind=failed`
  const until = Date.now() + ENDS_WITHIN_S * 1_000
  while (Date.now() < until) {
    const found = ask(person, 'progress', 'GET', path).json('import')
    if (found && (found.status === 'completed' || found.status === 'failed')) return found
    sleep(0.5)
  }
  return {}
}
