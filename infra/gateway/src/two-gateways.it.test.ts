import { randomUUID } from 'node:crypto'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startOwnParts)
const one = duringTests(() => startGateway(parts, { rateLimits: true }))
const two = duringTests(() => startGateway(parts, { rateLimits: true }))
const gateways = [one, two] as const

/** One person's browser behind a balancer: it keeps cookies, and each request says which gateway takes it. */
const browser = () => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (gateway: number, method: string, path: string, body?: object) => {
    const { status, headers, text, cookies } = await (gateway % 2 === 0 ? one : two).ask(
      { method, path, ...(body && { body }) },
      cookie(),
    )
    for (const pair of cookies.split('; ').filter(each => each !== '')) {
      const [name = '', ...value] = pair.split('=')
      jar.set(name, value.join('='))
    }
    return { status, headers, body: /^[[{]/.test(text) ? JSON.parse(text) : undefined }
  }
  return { ask, cookie }
}

const signUp = async () => {
  const name = `p${randomUUID().slice(0, 12)}`
  const account = { email: `${name}@example.com`, username: name, password: 'a good password' }
  const person = browser()
  expect((await person.ask(0, 'POST', '/api/signup', account)).status).toBe(201)
  return { ...person, ...account }
}

/** Saves, and gives the address. */
const save = async (person: ReturnType<typeof browser>, gateway: number, n: number | string) => {
  const url = `https://example.com/${n}`
  const saved = await person.ask(gateway, 'POST', '/api/links', { url, title: `Link ${n}` })
  expect([url, saved.status]).toEqual([url, 201])
  return url
}
/** The newest links; on a busy machine a read takes more than one wait. */
const listOf = async (person: ReturnType<typeof browser>, gateway: number): Promise<string[]> => {
  for (;;) {
    const { status, headers, body } = await person.ask(gateway, 'GET', '/api/links?limit=100')
    expect(status).toBe(200)
    if (headers['lectern-behind'] === undefined) return (body as LinkList).links.map(({ url }) => url)
  }
}

it('a limit that is reached at both together is reached at each', async () => {
  const { email } = await signUp()
  const stranger = browser()
  const logIn = async (gateway: number) =>
    (await stranger.ask(gateway, 'POST', '/api/login', { email, password: 'a wrong password' })).status
  const tries: number[] = []
  for (let n = 0; n < 10; n += 1) tries.push(await logIn(n))
  expect(new Set(tries)).toEqual(new Set([401]))
  expect([await logIn(0), await logIn(1)]).toEqual([429, 429])
})

it('a session that ends at one ends at the other', async () => {
  const person = await signUp()
  const other = browser()
  const { email, password } = person
  expect((await other.ask(1, 'POST', '/api/login', { email, password })).status).toBe(200)
  const former = other.cookie()
  const askAt = async (gateway: (typeof gateways)[number]) =>
    (await gateway.ask({ method: 'GET', path: '/api/user' }, former)).status
  expect([await askAt(one), await askAt(two)]).toEqual([200, 200])
  await other.ask(0, 'POST', '/api/logout')
  await expect.poll(async () => [await askAt(one), await askAt(two)]).toEqual([401, 401])
})

it('each write is read at the other gateway, right after it', async () => {
  const person = await signUp()
  for (let n = 0; n < 20; n += 1) {
    const url = await save(person, n, n)
    expect((await listOf(person, n + 1))[0]).toBe(url)
  }
})

it('saves to one library through both at once all arrive, each once', async () => {
  const person = await signUp()
  const tabs = Array.from({ length: 6 }, async (_, tab) => {
    const saved: string[] = []
    for (let n = 0; n < 10; n += 1) saved.push(await save(person, tab + n, `${tab}/${n}`))
    return saved
  })
  const urls = (await Promise.all(tabs)).flat()
  for (const gateway of [0, 1])
    await expect
      .poll(async () => (await listOf(person, gateway)).toSorted(), { timeout: 10_000 })
      .toEqual(urls.toSorted())
})
