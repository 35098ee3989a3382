import { randomUUID } from 'node:crypto'
import { sharesIn } from '@lectern/command-api/shares/shares.ts'
import type { ShareList } from '@lectern/contracts/api/shares.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it, test } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { peopleOf } from './test-support/people.ts'
import { sharingOn, wordsFrom } from './test-support/sharing.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { aPublisher, read, addPicture, visit, untilShown } = sharingOn(gateway)

const anAddress = () => `https://example.com/${randomUUID()}`
const HOSTILE = `</title><script>alert(1)</script><img src=x onerror=alert(2)>"'&`

/** What no page of a stranger's text may have. */
const expectInert = (page: string) => {
  expect(page).not.toMatch(/<script|<img src=x|<[^>]*\son\w+=|javascript:/i)
}

describe('an article', () => {
  it('shows its first 300 words to everybody, without script, cookie or search engine', async () => {
    const { share, save, cookies } = await aPublisher()
    const url = anAddress()
    const linkId = await save(url)
    const [source, unseen] = ['https://cdn.example/picture.png', 'https://cdn.example/later.png']
    const html = `<p>First <img src="${source}" alt="A &lt;tree&gt;" />${wordsFrom('a', 299)} <b>${wordsFrom('b', 9)}</b><img src="${unseen}" alt="" /></p>`
    const hash = await read(url, html)
    const [image, later] = [await addPicture(url, hash, source), await addPicture(url, hash, unseen)]
    const { path } = await share({ kind: 'article', linkId })
    expect(path).toMatch(/^\/s\/[\w-]{22}$/)
    await untilShown(path, 'a299')

    const page = await visit(path)
    expect([page.status, page.cookies]).toEqual([200, ''])
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    expectInert(page.text)
    expect(page.text).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(page.text).toContain('<h1 dir="auto">A title</h1>')
    expect(page.text).toContain('Example · A. Writer · Feb 3, 2026')
    expect(page.text).toContain(`href="/share?url=${encodeURIComponent(url)}"`)
    expect(page.text).toContain(`<a href="${url}" rel="noopener noreferrer nofollow">Read on at Example</a>`)
    expect(page.text).not.toMatch(/\bb1\b/)
    // A session changes nothing.
    expect((await visit(path, { cookie: cookies })).text).toBe(page.text)

    const [, shownAt = '', alt] = /<img src="([^"]+)" alt="([^"]+)"/.exec(page.text) ?? []
    const address = shownAt.replaceAll('&amp;', '&')
    expect([address.startsWith(`${path}/images/${image}?`), alt]).toEqual([true, 'A &lt;tree&gt;'])
    const picture = await visit(address)
    expect([picture.status, picture.headers['content-type'], picture.text]).toEqual([
      ...[200, 'image/webp', `copy of ${source}`],
    ])
    // Pictures that the page does not show are not there.
    for (const other of [later, 'f'.repeat(64), 'none'])
      for (const query of ['', address.slice(address.indexOf('?'))])
        expect((await visit(`${path}/images/${other}${query}`)).status).toBe(404)
    expect((await visit(`${path}/images/${image}`)).status).toBe(404)
    const style = await visit('/s/page.css')
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('shows hostile texts as text', async () => {
    const { ask, share, save } = await aPublisher()
    const url = `https://example.com/${randomUUID()}?a="><script>alert(1)</script>`
    const address = new URL(url).href
    const linkId = await save(address, { title: HOSTILE.slice(0, 200), note: HOSTILE, tags: [HOSTILE] })
    await read(address, '<p>Kept</p>', { author: HOSTILE, siteName: HOSTILE })
    await ask('POST', `/api/links/${linkId}/notes`, { type: 'note', content: HOSTILE, selectedText: HOSTILE })
    const { path } = await share({ kind: 'article', linkId, withNotes: true })
    await untilShown(path, 'Kept')
    await untilShown(path, 'Notes and highlights')
    expectInert((await visit(path)).text)
  })

  it('shows notes where they were chosen, and never a private one', async () => {
    const { ask, share, save } = await aPublisher()
    const url = anAddress()
    const linkId = await save(url, { note: 'Of the link' })
    await read(url, '<p>Text</p>')
    const take = (body: object) => ask('POST', `/api/links/${linkId}/notes`, body)
    await take({
      type: 'highlight',
      content: 'a road',
      selectedText: 'a road',
      position: { start: 0, end: 4 },
    })
    await take({ type: 'note', content: 'My words' })
    await take({ type: 'note', content: 'Private words', isPrivate: true })
    await take({ type: 'highlight', content: 'a secret', selectedText: 'a secret', isPrivate: true })
    const shown = async (body: object) => {
      const { path } = await share({ linkId, ...body })
      await untilShown(path, body && 'A title')
      await expect
        .poll(async () => (await ask<{ noteCount: number }>('GET', `/api/links/${linkId}`)).body.noteCount)
        .toBe(4)
      const { text } = await visit(path)
      const all = ['Of the link', 'a road', 'My words', 'Private words', 'a secret']
      return all.filter(words => text.includes(words))
    }
    expect(await shown({ kind: 'article' })).toEqual([])
    expect(await shown({ kind: 'article', withNotes: true })).toEqual(['Of the link', 'a road', 'My words'])
    expect(await shown({ kind: 'highlights' })).toEqual(['a road'])
    expect(await shown({ kind: 'highlights', withNotes: true })).toEqual([
      'Of the link',
      'a road',
      'My words',
    ])
  })

  it('shows no note that its owner wrote on a link of somebody else with the same number', async () => {
    const { reader, there } = await peopleOf(gateway).share()
    await reader.ok('POST', '/api/links', { url: anAddress(), title: 'Own' })
    await reader.ok('POST', there('/api/links/1/notes'), { type: 'note', content: 'Written elsewhere' })
    await reader.ok('POST', '/api/links/1/notes', { type: 'note', content: 'Written here' })
    const wanted = { kind: 'article', linkId: 1, withNotes: true }
    const { url } = await reader.ok('POST', '/api/shares', wanted)
    const { pathname } = new URL(url)
    await untilShown(pathname, 'Written here')
    expect((await visit(pathname)).text).not.toContain('Written elsewhere')
  })

  it('follows what changes, or shows what was there', async () => {
    const { ask, share, save } = await aPublisher()
    const url = anAddress()
    const linkId = await save(url)
    const body = { kind: 'article', linkId, live: false }
    expect((await ask('POST', '/api/shares', body)).status).toBe(503)
    await read(url, '<p>As it was</p>')
    await expect.poll(async () => (await ask('POST', '/api/shares', body)).status).toBe(201)
    const frozen = await share(body)
    const live = await share({ kind: 'article', linkId })
    await ask('PATCH', `/api/links/${linkId}`, { title: 'Another title' })
    await read(url, '<p>As it is</p>')
    await untilShown(live.path, 'As it is')
    expect((await visit(live.path)).text).toContain('Another title')
    const { text } = await visit(frozen.path)
    expect([text.includes('As it was'), text.includes('A title'), text.includes('Another')]).toEqual([
      ...[true, true, false],
    ])
  })
})

describe('an address', () => {
  it('is 410 once withdrawn, expired or of what was deleted, and 404 where there was none: the same page', async () => {
    const { ask, share, save } = await aPublisher('ultra')
    const linkId = await save(anAddress())
    await ask('POST', '/api/collections', { name: 'Reading' })
    const article = { kind: 'article', linkId }
    const [withdrawn, expired, kept] = [await share(article), await share(article), await share(article)]
    const frozen = await share({ kind: 'highlights', linkId, live: false })
    const collection = await share({ kind: 'collection', collectionId: 1 })
    for (const { path } of [withdrawn, expired, kept, frozen, collection])
      await expect.poll(async () => (await visit(path)).status).toBe(200)
    expect((await ask('DELETE', `/api/shares/${withdrawn.id}`)).status).toBe(200)
    await gateway.pool.query(`UPDATE shares.pages SET expires_at = now() WHERE id = $1`, [expired.id])
    const over = [await visit(withdrawn.path), await visit(expired.path)]
    await ask('DELETE', '/api/collections/1')
    await ask('DELETE', `/api/links/${linkId}`)
    for (const { path } of [kept, frozen, collection]) {
      await expect.poll(async () => (await visit(path)).status).toBe(410)
      over.push(await visit(path))
    }
    const token = kept.path.slice('/s/'.length)
    // 127 of its bits.
    const bits = Buffer.from(token, 'base64url')
    bits[15] = (bits[15] ?? 0) ^ 1
    const none = [
      `/s/${bits.toString('base64url')}`,
      ...['x'.repeat(22), token.slice(0, 21), `${token}A`, `${token.slice(1)}`, '%00', 'é'].map(
        text => `/s/${text}`,
      ),
    ]
    const unknown = await Promise.all(none.map(path => visit(path)))
    expect(unknown.map(({ status }) => status)).toEqual(none.map(() => 404))
    const texts = new Set([...over, ...unknown].map(({ text }) => text))
    expect(texts.size).toBe(1)
    expect([...texts][0]).toContain('Nothing is shared here')
    // Neither bringing back nor undoing makes anything public again.
    await ask('POST', '/api/deleted-links/bring-back', { all: true })
    const { acts } = (await ask<{ acts: { id: string; kind: string }[] }>('GET', '/api/history')).body
    const deletion = acts.find(({ kind }) => kind === 'collection-deleted')
    expect((await ask('POST', '/api/undo', { act: deletion?.id })).status).toBe(200)
    await expect.poll(async () => (await ask<object[]>('GET', '/api/collections')).body.length).toBe(1)
    for (const { path } of [kept, frozen, collection]) expect((await visit(path)).status).toBe(410)
    expect((await ask<ShareList>('GET', '/api/shares')).body.shares).toEqual([])
  })

  it('is another one once renewed, and is told once', async () => {
    const { ask, share, save } = await aPublisher()
    const linkId = await save(anAddress(), { note: 'Mine' })
    const first = await share({ kind: 'article', linkId, withNotes: true })
    await untilShown(first.path, 'Mine')
    const renewed = await ask<{ id: string; url: string }>('POST', `/api/shares/${first.id}/renew`)
    expect(renewed.status).toBe(201)
    const { pathname } = new URL(renewed.body.url)
    expect((await visit(first.path)).status).toBe(410)
    await untilShown(pathname, 'Mine')
    const list = await ask<ShareList>('GET', '/api/shares')
    expect(list.body.shares.map(({ id }) => id)).toEqual([renewed.body.id])
    expect(JSON.stringify(list.body)).not.toContain(pathname.slice('/s/'.length))
    const { acts } = (await ask<{ acts: object[] }>('GET', '/api/history')).body
    expect(acts.slice(0, 2)).toMatchObject([
      {
        kind: 'changed',
        share: { what: 'renewed', kind: 'article' },
        undo: 'final',
        links: [{ id: linkId }],
      },
      { kind: 'changed', share: { what: 'made', kind: 'article' }, undo: 'final' },
    ])
    expect((await ask('POST', `/api/shares/${first.id}/renew`)).status).toBe(404)
    expect((await ask('POST', '/api/undo', { act: (acts[0] as { id: string }).id })).status).toBe(409)
  })

  it('a repeated request has one public link, whose latest address shows', async () => {
    const { ask, save } = await aPublisher()
    const linkId = await save(anAddress())
    const headers = { 'idempotency-key': randomUUID() }
    const make = (more: object = {}) =>
      ask<{ id: string; url: string }>('POST', '/api/shares', { kind: 'article', linkId, ...more }, headers)
    const [first, again] = [await make(), await make()]
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    expect((await make({ withNotes: true })).status).toBe(422)
    expect((await visit(new URL(first.body.url).pathname)).status).toBe(404)
    await untilShown(new URL(again.body.url).pathname, 'A title')
    expect((await ask<ShareList>('GET', '/api/shares')).body.shares).toHaveLength(1)
    await ask('DELETE', `/api/shares/${first.body.id}`)
    expect((await make()).status).toBe(404)
  })

  it('counts views by day, without what asks for the head alone', async () => {
    const { ask, share, save } = await aPublisher()
    const { path } = await share({ kind: 'article', linkId: await save(anAddress()) })
    await expect.poll(async () => (await visit(path)).status).toBe(200)
    const views = async () => (await ask<ShareList>('GET', '/api/shares')).body.shares[0]?.views ?? 0
    const before = await views()
    await visit(path)
    expect((await gateway.ask({ method: 'HEAD', path })).status).toBe(200)
    await visit(path)
    expect(await views()).toBe(before + 2)
  })

  it('tells the owner what is shared, and nobody else', async () => {
    const [ann, ben] = [await aPublisher(), await aPublisher()]
    const linkId = await ann.save(anAddress())
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const { id, path } = await ann.share({ kind: 'highlights', linkId, expiresAt, password: 'a password' })
    expect((await ann.ask<ShareList>('GET', '/api/shares')).body.shares).toEqual([
      {
        ...{
          id,
          kind: 'highlights',
          linkId,
          collectionId: null,
          title: 'A title',
          live: true,
          withNotes: false,
        },
        ...{
          fullText: false,
          hasPassword: true,
          state: 'live',
          expiresAt,
          views: 0,
          createdAt: expect.any(String),
        },
      },
    ])
    await ben.save(anAddress())
    expect((await ben.ask<ShareList>('GET', '/api/shares')).body.shares).toEqual([])
    expect((await ben.ask('DELETE', `/api/shares/${id}`)).status).toBe(404)
    expect((await ben.ask('POST', `/api/shares/${id}/renew`)).status).toBe(404)
    await gateway.pool.query(`UPDATE shares.pages SET expires_at = now() WHERE id = $1`, [id])
    await sharesIn(gateway.pool).clean()
    expect((await ann.ask<ShareList>('GET', '/api/shares')).body.shares).toMatchObject([
      { id, state: 'expired', live: true, hasPassword: true },
    ])
    expect((await visit(path)).status).toBe(410)
  })

  it('holds neither its token nor its password anywhere', async () => {
    const { share, save } = await aPublisher()
    const password = 'a password that nobody keeps'
    const { id, path } = await share({ kind: 'article', linkId: await save(anAddress()), password })
    const { rows } = await gateway.pool.query(
      'SELECT row_to_json(page)::text AS row FROM shares.pages AS page WHERE id = $1',
      [id],
    )
    const token = path.slice('/s/'.length)
    for (const secret of [token, Buffer.from(token, 'base64url').toString('hex'), password])
      expect(rows[0].row).not.toContain(secret)
  })
})

describe('what cannot be shared', () => {
  test.each([
    ['another kind', { kind: 'library', linkId: 1 }],
    ['nothing', {}],
    ['an article without its link', { kind: 'article' }],
    ['an article with a collection', { kind: 'article', linkId: 1, collectionId: 1 }],
    ['a collection without its id', { kind: 'collection', linkId: 1 }],
    ['an id that is none', { kind: 'article', linkId: '1' }],
    ['full text without a password', { kind: 'article', linkId: 1, fullText: true }],
    [
      'full text of a collection',
      { kind: 'collection', collectionId: 1, fullText: true, password: 'a password' },
    ],
    ['a short password', { kind: 'article', linkId: 1, password: 'short' }],
    ['a password that is none', { kind: 'article', linkId: 1, password: 1 }],
    ['a time that is over', { kind: 'article', linkId: 1, expiresAt: '2020-01-01T00:00:00Z' }],
    ['a time that is none', { kind: 'article', linkId: 1, expiresAt: 'tomorrow' }],
    ['a choice that is none', { kind: 'article', linkId: 1, live: 'yes' }],
  ])('%s is 400, with a sentence', async (_, body) => {
    const { ask, save } = await aPublisher('ultra')
    await save(anAddress())
    await ask('POST', '/api/collections', { name: 'Reading' })
    const refused = await ask<{ message: string }>('POST', '/api/shares', body)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^\w.{10}/)])
    const { rows } = await gateway.pool.query(
      'SELECT count(*)::integer AS n FROM shares.pages WHERE link_id = 1 AND NOT is_made',
    )
    expect(rows[0].n).toBe(0)
  })

  it('a collection is 402 without Ultra, and pauses after it', async () => {
    const { ask, share, setPlan } = await aPublisher('pro')
    await ask('POST', '/api/collections', { name: 'Reading' })
    const body = { kind: 'collection', collectionId: 1 }
    const refused = await ask<object>('POST', '/api/shares', body)
    expect([refused.status, refused.body]).toEqual([402, expect.objectContaining({ upgradeRequired: true })])
    await setPlan('ultra')
    const { path, id } = await share(body)
    await untilShown(path, 'Reading')
    await setPlan('pro')
    await expect.poll(async () => (await visit(path)).status).toBe(410)
    expect((await ask<ShareList>('GET', '/api/shares')).body.shares).toMatchObject([{ id, state: 'paused' }])
    await setPlan('ultra')
    await untilShown(path, 'Reading')
  })
})
