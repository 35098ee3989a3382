import { randomUUID } from 'node:crypto'
import { PROVIDED_ARTICLE } from '@lectern/contracts/provided-article.ts'
import { wallabagNumber, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { type Account, DATE, devicesOf, FORM, form, JSON_TYPE, labels } from '../test-support/devices.ts'
import { startGateway } from '../test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, makeDevice, grant, connect, start, extract } = devicesOf(gateway)

const pagesOf = async (linkId: number, { email }: Account): Promise<string[]> => {
  const { rows } = await gateway.pool.query<{ html: string }>(
    `SELECT html FROM uploads.pages p JOIN identity.users u ON u.library_id = p.library_id
     WHERE u.email_key = $1 AND p.link_id = $2 ORDER BY p.created_at`,
    [email, linkId],
  )
  return rows.map(({ html }) => html)
}

// Each session is what the sources of a client send, in their order. docs/wallabag-clients.md has the table.

test('KOReader', async () => {
  const account = await signUp()
  const device = await makeDevice(account)
  const { status, text } = await grant(device)
  expect([status, JSON.parse(text)]).toMatchObject([200, { expires_in: expect.any(Number) }])
  const { ask } = await connect(account)
  const queued = await ask('POST', '/api/entries.json', { url: 'https://a.test/1', tags: '' }, JSON_TYPE)
  expect([queued.status, queued.json.id]).toEqual([200, 1])
  await ask('POST', '/api/entries.json', { url: 'https://a.test/2', tags: 'kobo,e ink' }, JSON_TYPE)
  const page = (n: number) => ask('GET', `/api/entries.json?archive=0&page=${n}&perPage=30`)
  expect(
    (await page(1)).json._embedded.items.map(({ id, title, url, mimetype, tags, updated_at }: never) => [
      id,
      typeof title,
      url,
      mimetype,
      tags,
      updated_at,
    ]),
  ).toEqual([
    [2, 'string', 'https://a.test/2', 'text/html', ['kobo', 'e ink'].map(wallabagTag), DATE],
    [1, 'string', 'https://a.test/1', 'text/html', [], DATE],
  ])
  expect((await page(2)).status).toBe(404)
  const reviewed = await ask('POST', '/api/entries/2/tags.json', { tags: 'good' }, JSON_TYPE)
  expect(labels(reviewed.json)).toEqual(['kobo', 'e ink', 'good'])
  expect((await ask('PATCH', '/api/entries/2.json', { archive: 1 }, JSON_TYPE)).json.is_archived).toBe(1)
  const deleted = await ask('DELETE', '/api/entries/1.json')
  expect([deleted.status, deleted.text[0]]).toEqual([200, '{'])
})

describe('wallabagger', () => {
  test.each(['chrome-extension://abcdefghijklmnop', 'moz-extension://x', 'safari-web-extension://y'])(
    'gets access from %s, without a cookie and without our origin',
    async origin => {
      const device = await makeDevice(await signUp())
      for (const site of ['none', 'cross-site']) {
        const headers = { ...JSON_TYPE, origin, 'sec-fetch-site': site }
        const version = await gateway.ask({ method: 'GET', path: '/api/version', headers })
        expect([version.status, JSON.parse(version.text)]).toEqual([200, '2.3.8'])
        const { clientId: client_id, clientSecret: client_secret, username, password } = device
        const body = { grant_type: 'password', client_id, client_secret, username, password }
        const granted = await gateway.ask({ method: 'POST', path: '/oauth/v2/token', body, headers })
        expect([granted.status, JSON.parse(granted.text).access_token]).toEqual([200, expect.any(String)])
      }
    },
  )

  it('saves a page with its text, edits and deletes it', async () => {
    const { account, ask } = await start()
    const from = { ...JSON_TYPE, origin: 'moz-extension://x', 'sec-fetch-site': 'cross-site' }
    expect(
      (await ask('GET', '/api/entries/exists.json?url=https%3A%2F%2Fa.test%2F1', undefined, from)).json,
    ).toEqual({
      exists: false,
    })
    const sent = {
      ...{ url: 'https://a.test/1', origin_url: 'https://from.test/', archive: 1, title: 'Members <text>' },
      content: '<p>Text that only my browser could see.</p>',
    }
    const saved = await ask('POST', '/api/entries.json', sent, from)
    expect([saved.status, saved.json]).toMatchObject([
      200,
      { id: 1, title: 'Members <text>', is_archived: 1 },
    ])
    const [page] = await pagesOf(1, account)
    expect(page?.startsWith(PROVIDED_ARTICLE)).toBe(true)
    expect(page).toContain('<title>Members &lt;text&gt;</title>')
    expect(page).toContain('<body><p>Text that only my browser could see.</p></body>')
    const edits = [
      { title: 'Mine' },
      { starred: 1 },
      { archive: 0 },
      { tags: 'one,two words' },
      { tags: 'two words' },
    ]
    for (const edit of edits) expect((await ask('PATCH', '/api/entries/1.json', edit, from)).status).toBe(200)
    const entry = (await ask('GET', '/api/entries/1.json', undefined, from)).json
    expect(entry).toMatchObject({ title: 'Mine', is_starred: 1, is_archived: 0 })
    expect(labels(entry)).toEqual(['two words'])
    const [tag] = (await ask('GET', '/api/tags.json', undefined, from)).json
    const untagged = await ask('DELETE', `/api/entries/1/tags/${tag.id}.json`, undefined, from)
    expect([untagged.status, untagged.json.tags]).toEqual([200, []])
    expect((await ask('DELETE', '/api/entries/1.json', undefined, from)).status).toBe(200)
  })
})

test('Frigoligo', async () => {
  const account = await signUp()
  const device = await makeDevice(account)
  const info = await gateway.ask({ method: 'GET', path: '/api/info', headers: JSON_TYPE })
  expect(JSON.parse(info.text)).toMatchObject({
    appname: 'wallabag',
    version: '2.3.8',
    allowed_registration: false,
  })
  const { clientId: client_id, clientSecret: client_secret, username, password } = device
  const fields = { client_id, client_secret, grant_type: 'password', username, password }
  const granted = await gateway.ask({
    method: 'POST',
    path: '/oauth/v2/token',
    body: form(fields),
    headers: FORM,
  })
  expect(granted.status).toBe(200)
  const renewed = { client_id, client_secret, grant_type: 'refresh_token', refresh_token: 'lost' }
  const refused = await gateway.ask({
    method: 'POST',
    path: '/oauth/v2/token',
    body: form(renewed),
    headers: FORM,
  })
  // The app asks for the password where it reads this.
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    400,
    { error: 'invalid_grant', error_description: expect.stringMatching(/refresh token/i) },
  ])

  const { ask } = await connect(account)
  const as = (method: string, path: string, body?: unknown) => ask(method, path, body, JSON_TYPE)
  const url = `https://frigoligo.test/${randomUUID()}`
  expect((await as('POST', '/api/entries', { url, tags: 'a,b', archive: 0 })).json.id).toBe(1)
  await extract(url, '<p>The morning ferry</p>')
  await as('POST', '/api/annotations/1', { text: 'mine', quote: 'ferry', ranges: [] })
  const list = (await as('GET', '/api/entries?perPage=1&page=1&sort=updated&order=asc')).json
  expect(list).toMatchObject({ page: 1, limit: 1, pages: 1, total: 1 })
  const [item] = list._embedded.items
  expect(item).toMatchObject({
    ...{
      id: 1,
      created_at: DATE,
      updated_at: DATE,
      is_archived: 0,
      is_starred: 0,
      reading_time: expect.any(Number),
    },
    ...{ user_id: expect.any(Number), user_name: account.username, user_email: account.email },
    ...{ is_public: false, url, given_url: url, hashed_given_url: expect.stringMatching(/^[0-9a-f]{40}$/) },
  })
  expect(item.user_id).toBe((await as('GET', '/api/config')).json.id)
  expect(item.annotations).toEqual([
    {
      ...{ id: 1, annotator_schema_version: 'v1.0', text: 'mine', quote: 'ferry', ranges: [] },
      ...{ created_at: DATE, updated_at: DATE },
    },
  ])
  expect(labels((await as('PATCH', '/api/entries/1', { tags: 'b' })).json)).toEqual(['b'])
  const reloaded = await as('PATCH', '/api/entries/1/reload')
  expect([reloaded.status, reloaded.json.id]).toEqual([200, 1])
  expect((await as('DELETE', '/api/entries/1')).status).toBe(200)
  expect((await as('DELETE', '/api/entries/1')).status).toBe(404)
})

test('the iOS app', async () => {
  const account = await signUp()
  const { ask } = await connect(account)
  const as = (method: string, path: string, body?: unknown) => ask(method, path, body, JSON_TYPE)
  const [{ user_id }, config] = [
    (await as('POST', '/api/entries', { url: 'https://ios.test/1', title: null, content: null })).json,
    (await as('GET', '/api/config')).json,
  ]
  expect(config).toEqual({
    ...{ id: user_id, items_per_page: 30, language: 'en', feed_limit: 50, reading_speed: 200 },
    ...{ action_mark_as_read: 1, list_mode: 0 },
  })
  expect(await pagesOf(1, account)).toEqual([])
  const tagged = await as('POST', '/api/entries/1/tags', { tags: 'swift' })
  expect(labels(tagged.json)).toEqual(['swift'])
  expect((await as('GET', '/api/tags')).json).toEqual([wallabagTag('swift')])
  const list = await as('GET', '/api/entries.json?page=1&perPage=30&order=desc')
  expect(list.json._embedded.items).toHaveLength(1)
  const untagged = await as('DELETE', `/api/entries/1/tags/${wallabagTag('swift').id}`)
  expect(untagged.json.tags).toEqual([])
  expect((await as('PATCH', '/api/entries/1/reload')).json.id).toBe(1)
  expect((await as('PATCH', '/api/entries/1.json', { archive: true, starred: 1 })).json.is_archived).toBe(1)
  expect((await as('DELETE', '/api/entries/1')).json).toMatchObject({
    id: 1,
    created_at: DATE,
    is_archived: 1,
  })
  // Our own client has its own list at that address.
  const own = await gateway.ask({ method: 'GET', path: '/api/tags' }, account.cookies)
  expect(JSON.parse(own.text)).toEqual({ tags: [] })
})

test('Miniflux', async () => {
  const { account, ask } = await start()
  // Titles of feeds are of any length, and nobody reads a refusal.
  const long = await ask('POST', '/api/entries.json', { url: 'https://feed.test/0', title: 'x '.repeat(150) })
  expect([long.status, long.json.title.length]).toEqual([200, 199])
  await ask('DELETE', '/api/entries/1.json')
  const entry = { url: 'https://feed.test/1', title: 'An entry', content: '<p>Its text</p>', tags: 'rss' }
  const saved = await ask('POST', '/api/entries.json', entry, JSON_TYPE)
  expect([saved.status, labels(saved.json)]).toEqual([200, ['rss']])
  // The same entry again takes its text anew.
  await ask('POST', '/api/entries.json', { ...entry, content: '<p>Its other text</p>' }, JSON_TYPE)
  expect((await pagesOf(2, account)).map(page => /<body>(.*)<\/body>/.exec(page)?.[1])).toEqual([
    '<p>Its text</p>',
    '<p>Its other text</p>',
  ])
})

test('other posts of other sites are refused as before', async () => {
  const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  for (const path of ['/api/login', '/api/entries'])
    expect((await gateway.ask({ method: 'POST', path, body: {}, headers })).status).toBe(403)
})

test('the number of a person is the same for ever', () => {
  expect(wallabagNumber('01980000-0000-7000-8000-000000000001')).toBe(
    wallabagNumber('01980000-0000-7000-8000-000000000001'),
  )
  expect(wallabagNumber('food')).toBe(wallabagTag('food').id)
})
