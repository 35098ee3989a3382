import { createHash, randomUUID } from 'node:crypto'
import type { CreatedDevice } from '@lectern/contracts/api/access.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { type Account, devicesOf, FORM, form, PASSWORD } from '../test-support/devices.ts'
import { startGateway } from '../test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, makeDevice, grant, connect, start, extract } = devicesOf(gateway)

describe('a device', () => {
  it('a device is made on every plan, with what one types into it, and listed with its last use', async () => {
    const account = await signUp()
    const { username, password, clientId, clientSecret, ...made } = await makeDevice(account)
    expect([username, clientId, clientSecret]).toEqual([account.username, 'lectern', 'lectern'])
    expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
    const list = async () =>
      JSON.parse((await gateway.ask({ method: 'GET', path: '/api/account/access' }, account.cookies)).text)
    expect(await list()).toEqual({ tokens: [], devices: [{ ...made, lastUsedAt: null }] })
    const { ask } = await connect(account)
    await ask('GET', '/api/entries.json')
    expect((await list()).devices[0].lastUsedAt).not.toBeNull()
  })

  it('a new device needs the password of the account', async () => {
    const { cookies } = await signUp()
    const body = { name: 'Kobo', scope: 'write', currentPassword: 'not it' }
    const refused = await gateway.ask({ method: 'POST', path: '/api/account/devices', body }, cookies)
    expect(refused.status).toBe(403)
  })

  it('a device gets access for its password alone, however it is typed, by JSON or a form', async () => {
    const account = await signUp()
    const device = await makeDevice(account)
    const given = await grant(device)
    expect([given.status, JSON.parse(given.text)]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^lectd_/),
        expires_in: 3_600,
        token_type: 'bearer',
        scope: null,
        refresh_token: expect.stringMatching(/^lectr_/),
      },
    ])
    const typed = device.password.toUpperCase().replaceAll('-', ' ')
    expect((await grant(device, { password: typed, username: account.email })).status).toBe(200)
    const { username, password } = device
    const body = form({ grant_type: 'password', client_id: 'x', client_secret: 'y', username, password })
    const asked = { method: 'POST', path: '/oauth/v2/token', body, headers: FORM }
    expect((await gateway.ask(asked)).status).toBe(200)
  })

  it.each([
    [
      "the account's own password",
      (_: CreatedDevice, { username }: Account) => ({ username, password: PASSWORD }),
    ],
    ['another name', ({ password }: CreatedDevice) => ({ username: 'nobody', password })],
    ['no password', () => ({ password: '' })],
    ['a password that is no text', () => ({ password: 7 })],
    ['another kind of grant', () => ({ grant_type: 'client_credentials' })],
    ['a refresh that nobody got', () => ({ grant_type: 'refresh_token', refresh_token: 'lectr_x' })],
  ])('a device gets no access for %s', async (_, changesOf) => {
    const account = await signUp()
    const device = await makeDevice(account)
    const refused = await grant(device, changesOf(device, account))
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      400,
      {
        error: expect.stringMatching(/^invalid_(grant|request)$/),
        error_description: expect.any(String),
        message: expect.any(String),
      },
    ])
  })

  it('a device renews its access once with what it got, as the Android app does', async () => {
    const { refresh_token } = await start()
    const body = form({ grant_type: 'refresh_token', client_id: 'x', client_secret: 'y', refresh_token })
    const renew = () => gateway.ask({ method: 'POST', path: '/oauth/v2/token', body, headers: FORM })
    const renewed = await renew()
    expect(renewed.status).toBe(200)
    const { access_token } = JSON.parse(renewed.text)
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await gateway.ask({ method: 'GET', path: '/api/entries.json', headers })).status).toBe(200)
    expect((await renew()).status).toBe(400)
  })

  it('a device reaches nothing but the entries, and only reads where it may only read', async () => {
    const { ask } = await start('read')
    for (const path of ['/api/links', '/api/counts', '/api/account', '/api/user'])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 403])
    expect((await ask('GET', '/api/entries.json')).status).toBe(200)
    const refused = await ask('POST', '/api/entries.json', { url: 'https://example.com' })
    expect([refused.status, refused.json.message]).toEqual([403, 'This token may only read.'])
  })

  it('a revoked device is shut out at once', async () => {
    const { account, device, ask } = await start()
    expect((await ask('GET', '/api/entries.json')).status).toBe(200)
    const path = `/api/account/devices/${device.id}`
    expect((await gateway.ask({ method: 'DELETE', path }, account.cookies)).status).toBe(200)
    await expect.poll(async () => (await ask('GET', '/api/entries.json')).status).toBe(401)
    expect((await grant(device)).status).toBe(400)
  })

  it('a session opens no route of devices, and its forms are refused', async () => {
    const { account } = await start()
    for (const [method, path] of [
      ['GET', '/api/entries.json'],
      ['POST', '/api/entries.json'],
    ] as const) {
      const body = method === 'POST' ? form({ url: 'https://example.com' }) : undefined
      const headers = method === 'POST' ? FORM : {}
      expect((await gateway.ask({ method, path, body, headers }, account.cookies)).status).toBe(401)
    }
    const links = { method: 'POST', path: '/api/links', body: form({ url: 'https://a.test' }), headers: FORM }
    expect((await gateway.ask(links, account.cookies)).status).toBe(415)
  })
})

describe('the requests of KOReader', () => {
  test('articles are added, listed page by page until 404, archived, tagged and deleted', async () => {
    const { account, ask } = await start()
    for (const n of [1, 2, 3]) {
      const added = await ask('POST', '/api/entries.json', {
        url: `https://example.com/${n}`,
        tags: 'kobo,e ink',
      })
      expect([added.status, added.json.id]).toEqual([200, n])
    }
    const list = (page: number) => ask('GET', `/api/entries.json?archive=0&page=${page}&perPage=2&tags=kobo`)
    const first = await list(1)
    expect(first.json).toMatchObject({ page: 1, limit: 2, pages: 2, total: 3 })
    expect(first.json._embedded.items.map(({ id }: { id: number }) => id)).toEqual([3, 2])
    expect((await list(2)).json._embedded.items).toHaveLength(1)
    expect((await list(3)).status).toBe(404)

    const archived = await ask('PATCH', '/api/entries/2.json', { archive: 1 })
    expect([archived.status, archived.json.is_archived]).toEqual([200, 1])
    expect((await ask('GET', '/api/entries.json?archive=0')).json.total).toBe(2)
    const tagged = await ask('POST', '/api/entries/2/tags.json', { tags: 'good, long read' })
    const labels = tagged.json.tags.map(({ label }: { label: string }) => label)
    expect([tagged.status, labels]).toEqual([200, ['kobo', 'e ink', 'good', 'long read']])
    const deleted = await ask('DELETE', '/api/entries/1.json')
    expect([deleted.status, deleted.json]).toMatchObject([200, { id: 1, url: 'https://example.com/1' }])
    expect((await ask('GET', '/api/entries/1.json')).status).toBe(404)
    expect((await ask('DELETE', '/api/entries/1.json')).status).toBe(404)

    const { rows } = await gateway.pool.query('SELECT library_id FROM identity.users WHERE email_key = $1', [
      account.email,
    ])
    const vias = new Set<string>()
    for await (const { type, metadata } of gateway.store.readStream(libraryStream(rows[0].library_id)))
      if (/^Link/.test(type)) vias.add((metadata as { via: string }).via)
    expect([...vias]).toEqual(['api'])
  })

  test('an article that is there already takes what is new', async () => {
    const { account, ask } = await start()
    const saved = { url: 'https://example.com/there', title: 'Mine', tags: ['old'] }
    await gateway.ask({ method: 'POST', path: '/api/links', body: saved }, account.cookies)
    const again = await ask('POST', '/api/entries.json', { url: saved.url, tags: 'new', starred: 1 })
    expect(again.json).toMatchObject({ id: 1, title: 'Mine', is_starred: 1, is_archived: 0 })
    expect(again.json.tags).toEqual(['old', 'new'].map(wallabagTag))
    expect((await ask('GET', '/api/entries.json')).json.total).toBe(1)
  })
})

describe('the requests of the Android app', () => {
  test('the version and the info need no access', async () => {
    const version = await gateway.ask({ method: 'GET', path: '/api/version.json' })
    expect([version.status, JSON.parse(version.text)]).toEqual([200, '2.3.8'])
    const info = await gateway.ask({ method: 'GET', path: '/api/info.json' })
    expect(JSON.parse(info.text)).toMatchObject({ appname: 'wallabag' })
  })

  test('an entry has all that the app reads, its text with the addresses of the page', async () => {
    const { account, ask } = await start()
    const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')
    const url = `https://www.example.com/${randomUUID()}`
    const added = await ask('POST', '/api/entries.json', form({ url, archive: '0', starred: '1' }), FORM)
    expect(added.json.content).toBe('<p>Lectern has not read this page yet.</p>')
    const html = '<p>Words <img src="https://example.com/a.jpg"></p>'
    await extract(url, html)
    const read = async () => (await ask('GET', '/api/entries/1.json')).json
    await expect.poll(async () => (await read()).content).toBe(html)
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
    expect(await read()).toEqual({
      ...{ id: 1, uid: null, url, given_url: url, title: 'As on the page', content: html },
      ...{ user_id: expect.any(Number), user_name: account.username, user_email: account.email },
      ...{ hashed_url: sha1(url), hashed_given_url: sha1(url), is_archived: 0, is_starred: 1 },
      ...{
        tags: [],
        annotations: [],
        created_at: date,
        updated_at: date,
        archived_at: null,
        starred_at: null,
      },
      ...{ published_at: '2026-04-12T00:00:00+0000', published_by: ['A. Writer'], mimetype: 'text/html' },
      ...{ language: 'en', reading_time: 3, domain_name: 'www.example.com', origin_url: null },
      ...{ preview_picture: 'https://example.com/lead.jpg', http_status: '200', is_public: false },
      _links: { self: { href: '/api/entries/1' } },
    })
    const { content: _, ...metadata } = await read()
    expect((await ask('GET', '/api/entries.json?detail=metadata')).json._embedded.items).toEqual([metadata])
    expect((await ask('GET', '/api/entries.json?detail=full')).json._embedded.items[0].content).toBe(html)
  })

  test('entries are filtered and sorted', async () => {
    const { ask } = await start()
    for (const [url, more] of [
      ['https://a.test/1', { starred: 1 }],
      ['https://b.test/2', { archive: 1, tags: 'x' }],
      ['https://A.test:8080/3', { tags: 'X,y' }],
    ] as const)
      await ask('POST', '/api/entries.json', { url, ...more })
    const ids = async (query: string) =>
      (await ask('GET', `/api/entries.json?${query}`)).json._embedded.items.map(
        ({ id }: { id: number }) => id,
      )
    expect(await ids('')).toEqual([3, 2, 1])
    expect(await ids('order=asc')).toEqual([1, 2, 3])
    expect(await ids('sort=updated&order=asc')).toEqual([1, 2, 3])
    expect(await ids('starred=1')).toEqual([1])
    expect(await ids('archive=1')).toEqual([2])
    expect(await ids('archive=0&starred=0')).toEqual([3])
    expect(await ids('tags=x')).toEqual([3, 2])
    expect(await ids('tags=y,x')).toEqual([3])
    expect(await ids('domain_name=a.test')).toEqual([3, 1])
    expect(await ids('since=0')).toEqual([3, 2, 1])
    const later = Math.ceil(Date.now() / 1_000) + 60
    expect(await ids(`since=${later}`)).toEqual([])
  })

  test('a page has at most 100 entries, and the page after the last one is 404, also in an empty library', async () => {
    const { account, ask } = await start()
    expect((await ask('GET', '/api/entries.json')).json).toMatchObject({ pages: 1, total: 0 })
    expect((await ask('GET', '/api/entries.json?page=2')).status).toBe(404)
    for (let n = 1; n <= 101; n += 1) {
      const body = { url: `https://many.test/${n}`, title: `${n}` }
      const saved = await gateway.ask({ method: 'POST', path: '/api/links', body }, account.cookies)
      expect(saved.status).toBe(201)
    }
    // A device's reads do not wait for what a browser changed.
    await expect.poll(async () => (await ask('GET', '/api/entries.json')).json.total).toBe(101)
    const page = (n: number) => ask('GET', `/api/entries.json?perPage=5000&page=${n}`)
    const [first, second] = [(await page(1)).json, (await page(2)).json]
    expect(first).toMatchObject({ limit: 100, pages: 2, total: 101 })
    expect([first._embedded.items.length, second._embedded.items.length]).toEqual([100, 1])
    expect((await page(3)).status).toBe(404)
  })

  test('since tells of what was saved, read and changed since then', async () => {
    const { account, ask } = await start()
    const url = (n: number) => `https://since.test/${account.username}/${n}`
    for (const n of [1, 2]) await ask('POST', '/api/entries.json', { url: url(n) })
    const now = Date.now()
    await extract(url(1), '<p>New</p>', new Date(now + 7_200_000))
    await ask('PATCH', '/api/entries/2.json', { archive: 1, tags: 'new' })
    const since = async (at: number) => {
      const list = await ask('GET', `/api/entries.json?since=${Math.floor(at / 1_000)}&sort=updated`)
      return list.json._embedded.items.map(({ id }: { id: number }) => id)
    }
    await expect.poll(() => since(now + 3_600_000)).toEqual([1])
    expect(await since(now - 60_000)).toEqual([1, 2])
  })

  test('addresses are looked up, one or many', async () => {
    const { ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://www.example.com/there/' })
    const exists = async (query: string) => (await ask('GET', `/api/entries/exists.json?${query}`)).json
    const there = encodeURIComponent('http://example.com/there')
    expect(await exists(`url=${there}`)).toEqual({ exists: true })
    expect(await exists(`url=${there}&return_id=1`)).toEqual({ exists: 1 })
    expect(await exists('url=https%3A%2F%2Fother.test')).toEqual({ exists: false })
    expect(await exists(`urls[]=${there}&urls[]=https%3A%2F%2Fother.test&return_id=1`)).toEqual({
      'http://example.com/there': 1,
      'https://other.test': null,
    })
    expect((await ask('GET', '/api/entries/exists.json')).status).toBe(400)
  })

  test('tags are listed and taken away, from one entry or from all', async () => {
    const { ask } = await start()
    for (const n of [1, 2])
      await ask('POST', '/api/entries.json', { url: `https://a.test/${n}`, tags: 'one,Zwei Drei' })
    const [one, two] = ['one', 'Zwei Drei'].map(wallabagTag)
    expect(two?.slug).toBe('zwei-drei')
    expect((await ask('GET', '/api/tags.json')).json).toEqual([two, one])
    expect((await ask('GET', '/api/entries/1/tags.json')).json).toEqual([one, two])
    const left = await ask('DELETE', `/api/entries/1/tags/${one?.id}.json`)
    expect([left.status, left.json.tags]).toEqual([200, [two]])
    expect((await ask('DELETE', `/api/entries/1/tags/${one?.id}.json`)).status).toBe(404)
    expect((await ask('DELETE', `/api/tags/${two?.id}.json`)).json).toEqual(two)
    expect((await ask('DELETE', '/api/tag/label.json?tag=ONE')).json).toEqual(one)
    await expect.poll(async () => (await ask('GET', '/api/tags.json')).json).toEqual([])
  })

  test('a title is edited, and fields that Lectern does not have change nothing', async () => {
    const { ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1' })
    const edited = await ask('PATCH', '/api/entries/1.json', form({ title: ' Mine ', starred: '1' }), FORM)
    expect(edited.json).toMatchObject({ title: 'Mine', is_starred: 1 })
    const unchanged = await ask('PATCH', '/api/entries/1.json', { language: 'de' })
    expect([unchanged.status, unchanged.json.title]).toEqual([200, 'Mine'])
  })
})

test.each([
  ['GET', '/api/entries.json?page=0', undefined],
  ['GET', '/api/entries.json?perPage=x', undefined],
  ['GET', '/api/entries.json?sort=size', undefined],
  ['GET', '/api/entries.json?archive=2', undefined],
  ['GET', '/api/entries.json?since=yesterday', undefined],
  ['GET', '/api/entries.json?since=9000000000000', undefined],
  ['GET', `/api/entries.json?tags=${'a,'.repeat(51)}`, undefined],
  ['POST', '/api/entries.json', {}],
  ['POST', '/api/entries.json', { url: 'ftp://example.com' }],
  ['POST', '/api/entries.json', { url: 'https://a.test', tags: 7 }],
  ['POST', '/api/entries.json', { url: 'https://a.test', archive: 'maybe' }],
  ['POST', '/api/entries.json', { url: 'https://a.test', tags: 'x'.repeat(101) }],
  ['POST', '/api/entries.json', { url: 'https://a.test', title: 7 }],
])('%s %s with %j is 400 with a sentence, and changes nothing', async (method, path, body) => {
  const { ask } = await start()
  const refused = await ask(method, path, body)
  expect([refused.status, typeof refused.json.message]).toEqual([400, 'string'])
  expect((await ask('GET', '/api/entries.json')).json.total).toBe(0)
})

test.each(['0', 'x', '1e3', '99999999999', '1.xml', '%00'])('the entry %s is 404', async entry => {
  const { ask } = await start()
  for (const [method, body] of [['GET'], ['PATCH', { archive: 1 }], ['DELETE']] as const)
    expect([method, (await ask(method, `/api/entries/${entry}`, body)).status]).toEqual([method, 404])
})

test('grants of one address are limited', async () => {
  const limited = await startGateway(parts, { rateLimits: true })
  const body = { grant_type: 'password', username: 'nobody', password: 'a2b3' }
  const ask = async () => (await limited.ask({ method: 'POST', path: '/oauth/v2/token', body })).status
  for (let n = 0; n < 30; n += 1) expect(await ask()).toBe(400)
  expect(await ask()).toBe(429)
  await limited.stop()
})
