import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailServer } from '@lectern/command-api/test-support/mail-server.ts'
import { fixtureHost } from '@lectern/platform/test-support/fixture-host.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from './ports.ts'
import { until } from './probes.ts'
import { makeDataDir, type RunningStack, removeDataDir, startStack } from './start-stack.ts'
import { browserAt, ok } from './test-support/browser.ts'
import { type CollectedSpan, startCollector } from './test-support/collector.ts'

/** A day of use: its spans, and what the logs of all parts say of it. */

const word = () => `w${randomBytes(8).toString('hex')}`
const [name, friend, password, host, path, image, broken, token] = Array.from({ length: 8 }, word)
const email = `${name}@example.org`
const article = `<!doctype html><html><head><title>A page</title></head><body><article><h1>A page</h1>
<img src="/${image}.png" width="400" height="300">
${'<p>A sentence that is long enough to count as a part of an article that somebody reads.</p>'.repeat(12)}
</article></body></html>`

const dataDir = makeDataDir()
const trace = randomUUID().replaceAll('-', '')
/** What the logs must not say. */
const secrets = new Set([name, friend, password, host, path, image, broken, token] as string[])
let lines: { file: string; text: string }[] = []
let spans: CollectedSpan[] = []

beforeAll(async () => {
  const collector = await startCollector(['api-key', 'of a collector'])
  const mails = await mailServer({ toRecipient: () => answers.shift() ?? 'accept' })
  // The first mail is refused for good, the second waits.
  const refused = (status: number) => ({ status, says: `<${email}>: Recipient address rejected` })
  const answers: (ReturnType<typeof refused> | 'accept')[] = [refused(550), refused(451)]
  const site = await fixtureHost({
    [`/${path}`]: article,
    [`/${broken}`]: (_request, response) => response.destroy(),
    [`/${token}`]: (_request, response) =>
      response.writeHead(302, { location: `http://${host}.invalid/` }).end(),
  })
  const nobody = `127.0.0.1:${await freePort()}`
  const stack = await startStack({
    dataDir,
    env: {
      FETCH_ALLOW_HOSTS: [site.host, nobody].join(),
      LOG_LEVEL: 'trace',
      DEFAULT_PLAN: 'ultra',
      RATE_LIMITS: 'off',
      SMTP_URL: mails.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20a%20collector',
    },
  })
  try {
    await aDay(stack, { site, nobody, mails })
  } finally {
    // Each process sends its last spans.
    await stack.stop()
    await Promise.all([collector.stop(), mails.stop(), site[Symbol.asyncDispose]()])
  }
  spans = collector.spans
  const logs = join(dataDir, 'logs')
  lines = readdirSync(logs).flatMap(file =>
    readFileSync(join(logs, file), 'utf8')
      .split('\n')
      .flatMap(text => (text === '' ? [] : [{ file, text }])),
  )
})
afterAll(() => removeDataDir(dataDir))

type Around = {
  readonly site: Awaited<ReturnType<typeof fixtureHost>>
  /** A host that nobody answers at. */
  readonly nobody: string
  readonly mails: Awaited<ReturnType<typeof mailServer>>
}

const aDay = async (stack: RunningStack, { site, nobody, mails }: Around) => {
  const ask = browserAt(() => stack.url)
  const stranger = browserAt(() => stack.url)
  const isEnded = (id: number) =>
    until(`Page ${id}`, async () =>
      /ready|fail/.test((await ask('GET', `/api/links/${id}/content`)).body?.status),
    )

  await ok(ask('POST', '/api/signup', { email, username: name, password }))
  await stranger('POST', '/api/signup', { email, username: friend, password })
  await stranger('POST', '/api/login', { email, password: `not ${password}` })
  await stranger('POST', `/api/${path}`, { email, password })
  await stranger('GET', '/api/links', undefined, { authorization: `Bearer lectern_${token}` })
  expect((await ask('POST', '/api/links', { url: `not ${host} a url` })).status).toBe(400)

  // One click, with an open tab.
  const tab = await fetch(`${stack.url}/api/changes`, {
    headers: { cookie: [...ask.cookies.values()].join('; ') },
  })
  const traceparent = `00-${trace}-${trace.slice(16)}-01`
  const pushed = heard(tab, '"extraction"')
  await ok(ask('POST', '/api/links', { url: site.url(`/${path}`), title: 'A page' }, { traceparent }))
  await isEnded(1)
  await pushed

  const failing = [
    site.url(`/${broken}`),
    site.url(`/${token}`),
    `http://${nobody}/${path}`,
    `http://${host}.invalid/${path}?token=${token}`,
    `http://10.0.0.7/${path}`,
  ]
  for (const url of failing) await ok(ask('POST', '/api/links', { url, title: 'A page' }))
  for (const [n] of failing.entries()) await isEnded(n + 2)
  await ask('GET', `/api/preview?url=${encodeURIComponent(failing[3] ?? '')}`)
  await until('The picture', () => site.asked.includes(`/${image}.png`))

  const form = new FormData()
  const row = `title,url,time_added,tags,status\nA page,${site.url(`/imported/${path}`)},1700000000,,unread\n`
  form.append('file', new Blob([row], { type: 'text/csv' }), 'pocket.csv')
  await ok(ask('POST', '/api/import/pocket', form))
  await isEnded(failing.length + 2)

  const made = await ok(
    ask('POST', '/api/account/tokens', {
      name: 'Mine',
      scope: 'write',
      expiresInDays: null,
      currentPassword: password,
    }),
  )
  secrets.add(made.token)
  await ok(stranger('GET', '/api/links', undefined, { authorization: `Bearer ${made.token}` }))
  const options = { live: false, withNotes: true, password }
  const share = await ok(ask('POST', '/api/shares', { kind: 'article', linkId: 1, ...options }))
  const shared = new URL(share.url)
  secrets.add(shared.pathname.split('/').at(-1) ?? '')
  await stranger('GET', shared.pathname)
  await stranger('POST', shared.pathname, { password: `not ${password}` })

  await ok(ask('POST', '/api/forgot-password', { email }))
  const resetToken = () =>
    mails.received.flatMap(
      ({ source }) => /reset-password\S*?=([\w-]{43})/.exec(unfolded(source))?.[1] ?? [],
    )[0]
  await until('The mail', () => resetToken() !== undefined)
  const reset = resetToken() ?? ''
  secrets.add(reset)
  await ok(stranger('POST', '/api/reset-password', { token: reset, password: `new ${password}` }))
  for (const cookie of [...ask.cookies.values()]) secrets.add(cookie.split('=')[1] ?? '')
  await ok(ask('POST', '/api/login', { email, password: `new ${password}` }))
  const asked = await ok(ask('POST', '/api/exports', { format: 'json', scope: { kind: 'all' } }))
  await until(
    'The export',
    async () => (await ask('GET', `/api/exports/${asked.id}`)).body?.status === 'done',
  )
  await ok(ask('POST', '/api/account/delete', { currentPassword: `new ${password}`, confirmation: 'delete' }))
  for (const cookie of [...ask.cookies.values()]) secrets.add(cookie.split('=')[1] ?? '')
}

/** The text of a mail, without the form in which mails are sent. */
const unfolded = (source: string) => source.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Resolves once a stream of changes has this text. */
const heard = async ({ status, body }: Response, text: string) => {
  expect(status).toBe(200)
  let all = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    all += chunk
    if (all.includes(text)) return
  }
  throw new Error(`The stream ended after ${all}`)
}

const OURS = /^(gateway|projectors|workers|event-store)\.log$/
const linesOf = (name: string) =>
  lines.filter(({ file }) => file === `${name}.log`).map(({ text }) => JSON.parse(text))

it('the logs of a day name no address of a link or a mail, and no token, password or cookie', () => {
  secrets.delete('')
  expect([...secrets].filter(secret => secret.length < 6)).toEqual([])
  const found = lines.filter(({ text }) => [...secrets].some(secret => text.includes(secret)))
  expect(found).toEqual([])
})

it('each line of a service is JSON with a level, a time and the name of its process', () => {
  const ours = lines.filter(({ file }) => OURS.test(file))
  const parsed = ours.flatMap(({ text }) => (text.startsWith('event store serves') ? [] : [JSON.parse(text)]))
  expect(new Set(parsed.map(line => line.name))).toEqual(
    new Set(['gateway', 'projectors', 'workers', 'exporter']),
  )
  for (const line of parsed)
    expect(line).toEqual(
      expect.objectContaining({
        level: expect.anything(),
        time: expect.anything(),
        name: expect.any(String),
      }),
    )
})

it('lines of a request and of its work have the trace', () => {
  const read = linesOf('workers').filter(({ trace: of }) => of === trace)
  expect(read.map(({ msg }) => msg)).toContain('a page was read')
})

it('one click is one trace, from the gateway over the event store, the projectors and the worker to the push', () => {
  const ofClick = spans.filter(({ traceId }) => traceId === trace)
  const byId = new Map(ofClick.map(span => [span.spanId, span]))
  const label = (span: CollectedSpan | undefined) =>
    span && `${span.service} ${span.name.replace(/lane [01]$/, 'lane of links')}`
  const paths = new Set(
    ofClick.map(span => {
      const names: string[] = []
      for (let at: CollectedSpan | undefined = span; at; at = byId.get(at.parentSpanId ?? ''))
        names.unshift(label(at) ?? '')
      return names.join(' > ')
    }),
  )
  const saved = 'gateway POST /api/links > gateway command SaveLink'
  const recorded = [
    `${saved} > workers work extract-interactive`,
    'workers request command.record-article',
    'gateway answer command.record-article',
    'gateway command RecordOutcome',
  ].join(' > ')
  for (const one of [
    `${saved} > gateway append library`,
    `${saved} > projectors project lane of links > gateway push /api/changes`,
    `${saved} > workers work extract-interactive > workers GET`,
    `${recorded} > gateway append article`,
    `${recorded} > projectors project lane articles > gateway push /api/changes`,
  ])
    expect([...paths].toSorted()).toContain(one)
  expect(
    byId.get([...byId.keys()].find(id => label(byId.get(id)) === 'gateway POST /api/links') ?? ''),
  ).toMatchObject({
    parentSpanId: trace.slice(16),
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/links',
      'http.response.status_code': 201,
    },
  })
})

it('spans say nothing of what a person wrote', () => {
  const texts = spans.map(span => JSON.stringify(span))
  expect(texts.filter(text => [...secrets].some(secret => text.includes(secret)))).toEqual([])
})
