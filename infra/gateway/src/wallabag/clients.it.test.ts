import { randomUUID } from 'node:crypto'
import { PROVIDED_ARTICLE } from '@lectern/contracts/provided-article.ts'
import { wallabagNumber, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { type Account, devicesOf, FORM, form } from '../test-support/devices.ts'
import { startGateway } from '../test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, makeDevice, grant, connect, start, extract } = devicesOf(gateway)

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
type Tag = { label: string }
const labels = (entry: { tags: Tag[] }) => entry.tags.map(({ label }) => label)

const pagesOf = async (linkId: number, { email }: Account): Promise<string[]> => {
  const { rows } = await gateway.pool.query<{ html: string }>(
    `SELECT html FROM uploads.pages p JOIN identity.users u ON u.library_id = p.library_id
     WHERE u.email_key = $1 AND p.link_id = $2 ORDER BY p.created_at`,
    [email, linkId],
  )
  return rows.map(({ html }) => html)
}
const notesOf = async (linkId: number, { cookies }: Account) =>
  JSON.parse((await gateway.ask({ method: 'GET', path: `/api/links/${linkId}/notes` }, cookies)).text)

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
  const entry = { url: 'https://feed.test/1', title: 'An entry', content: '<p>Its text</p>', tags: 'rss' }
  const saved = await ask('POST', '/api/entries.json', entry, JSON_TYPE)
  expect([saved.status, labels(saved.json)]).toEqual([200, ['rss']])
  // The same entry again takes its text anew.
  await ask('POST', '/api/entries.json', { ...entry, content: '<p>Its other text</p>' }, JSON_TYPE)
  expect((await pagesOf(1, account)).map(page => /<body>(.*)<\/body>/.exec(page)?.[1])).toEqual([
    '<p>Its text</p>',
    '<p>Its other text</p>',
  ])
})

describe('the Android app', () => {
  const RANGES = [{ start: '/p[1]', end: '/p[1]', startOffset: 0, endOffset: 17 }]
  const withArticle = async () => {
    const started = await start()
    const url = `https://android.test/${randomUUID()}`
    await started.ask('POST', '/api/entries.json', form({ url, origin_url: 'https://x.test' }), FORM)
    await extract(url, '<p>The morning  ferry &amp; the fog</p>')
    const read = async () => (await started.ask('GET', '/api/entries/1.json')).json
    await expect.poll(async () => (await read()).content).toContain('ferry')
    return { ...started, read }
  }

  test('annotations are notes and highlights, come back with their ranges, and are edited and deleted', async () => {
    const { account, ask, read } = await withArticle()
    const added = await ask('POST', '/api/annotations/1.json', {
      text: 'mine',
      quote: 'The morning ferry',
      ranges: RANGES,
    })
    const bare = await ask('POST', '/api/annotations/1.json', { text: '', quote: 'fog', ranges: RANGES })
    const texts = {
      annotator_schema_version: 'v1.0',
      text: 'mine',
      quote: 'The morning ferry',
      ranges: RANGES,
    }
    expect([added.status, added.json]).toEqual([200, { id: 1, ...texts, created_at: DATE, updated_at: DATE }])
    expect((await read()).annotations).toEqual([added.json, bare.json])
    expect((await ask('GET', '/api/entries.json')).json._embedded.items[0].annotations).toEqual([
      added.json,
      bare.json,
    ])
    expect((await ask('GET', '/api/annotations/1.json')).json).toEqual({
      total: 2,
      rows: [added.json, bare.json],
    })
    expect(await notesOf(1, account)).toMatchObject([
      {
        ...{
          type: 'note',
          content: 'mine',
          selectedText: 'The morning ferry',
          position: { start: 0, end: 17 },
        },
        anchor: { prefix: '', suffix: ' & the fog' },
      },
      { type: 'highlight', content: 'fog', selectedText: 'fog', position: { start: 24, end: 27 } },
    ])
    const changed = await ask('PUT', '/api/annotations/1.json', { text: 'other' })
    expect([changed.status, changed.json]).toMatchObject([200, { ...texts, text: 'other' }])
    expect((await ask('PUT', '/api/annotations/1.json', { text: '' })).json).toMatchObject({
      ...texts,
      text: '',
    })
    const deleted = await ask('DELETE', '/api/annotations/1.json')
    expect([deleted.status, deleted.json]).toMatchObject([200, { id: 1, ranges: RANGES }])
    expect((await read()).annotations).toEqual([bare.json])
    for (const [method, body] of [['PUT', { text: 'x' }], ['DELETE']] as const)
      expect((await ask(method, '/api/annotations/1.json', body)).status).toBe(404)
  })

  test.each([
    ['no text and no quote', { text: ' ', quote: '' }, 400],
    ['ranges that are none', { text: 'x', ranges: 'no' }, 400],
    ['a text that is too long', { text: 'x'.repeat(100_001) }, 400],
  ])('an annotation is refused with %s', async (_, body, status) => {
    const { ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1' })
    const refused = await ask('POST', '/api/annotations/1.json', body)
    expect([refused.status, refused.json.message]).toEqual([status, expect.any(String)])
  })

  test('an annotation of an article that was not read is kept, and one of no article is 404', async () => {
    const { ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1' })
    await ask('POST', '/api/annotations/1.json', { text: '', quote: 'somewhere', ranges: RANGES })
    const [annotation] = (await ask('GET', '/api/entries/1.json')).json.annotations
    expect(annotation).toMatchObject({ quote: 'somewhere', ranges: RANGES })
    expect((await ask('POST', '/api/annotations/2.json', { text: 'x' })).status).toBe(404)
  })

  test('since tells of every change, made anywhere', async () => {
    const { account, ask, read } = await withArticle()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/other' })
    const inBrowser = (method: string, path: string, body?: object) =>
      gateway.ask({ method, path, body }, account.cookies)
    const note = { type: 'note', content: 'A note' }
    const changes: (() => Promise<unknown>)[] = [
      () => ask('PATCH', '/api/entries/1.json', { archive: 1 }),
      () => inBrowser('PATCH', '/api/links/1/favorite', { isFavorite: true }),
      () => inBrowser('PATCH', '/api/links/1', { title: 'Another title' }),
      () => inBrowser('PUT', '/api/links/bulk', { linkIds: [1], updates: { tags: ['x'] } }),
      () => inBrowser('POST', '/api/tags/rename', { from: 'x', to: 'y' }),
      () => inBrowser('POST', '/api/links/1/notes', note),
      () => inBrowser('PUT', '/api/notes/1', { content: 'Other words' }),
      () => inBrowser('DELETE', '/api/notes/1'),
    ]
    for (const [n, change] of changes.entries()) {
      const before = Date.parse((await read()).updated_at)
      await new Promise(resolve => setTimeout(resolve, 1_010))
      const since = Math.floor(Date.now() / 1_000)
      await change()
      await expect
        .poll(async () => Date.parse((await read()).updated_at), { message: `${n}` })
        .toBeGreaterThan(before)
      const list = await ask('GET', `/api/entries.json?sort=updated&order=asc&since=${since}`)
      expect(list.json).toMatchObject({ total: 1, _embedded: { items: [{ id: 1 }] } })
    }
  }, 30_000)

  test('reloads answer the entry, or 304 where a page was provided', async () => {
    const { ask } = await withArticle()
    expect((await ask('PATCH', '/api/entries/1/reload.json')).json.id).toBe(1)
    await ask('PATCH', '/api/entries/1.json', { content: '<p>Mine</p>', title: 'T' })
    expect((await ask('PATCH', '/api/entries/1/reload.json')).status).toBe(304)
    expect((await ask('PATCH', '/api/entries/9/reload.json')).status).toBe(404)
  })

  test('several tags are deleted by their names', async () => {
    const { ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1', tags: 'a,b,c' })
    expect((await ask('DELETE', '/api/tags/label.json?tags=a,B,none')).json).toEqual(
      ['a', 'b'].map(wallabagTag),
    )
    expect(labels((await ask('GET', '/api/entries/1.json')).json)).toEqual(['c'])
    expect((await ask('DELETE', '/api/tags/label.json?tags=none')).status).toBe(404)
    expect((await ask('DELETE', '/api/entries/1.json?expect=id')).json.id).toBe(1)
  })
})

test('content that is too large changes nothing', async () => {
  const { ask } = await start()
  const refused = await ask('POST', '/api/entries.json', {
    url: 'https://a.test/1',
    content: 'x'.repeat(5_242_881),
  })
  expect([refused.status, (await ask('GET', '/api/entries.json')).json.total]).toEqual([413, 0])
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
