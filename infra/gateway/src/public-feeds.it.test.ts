import { randomUUID } from 'node:crypto'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { sharingOn } from './test-support/sharing.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { aPublisher, visit, typePassword, untilShown } = sharingOn(gateway)

const HOSTILE = `]]></title><script>alert(1)</script> "&' x`

/** A collection with so many links, of which the last is the newest. */
const aCollection = async (count: number, more: object = {}) => {
  const publisher = await aPublisher('ultra')
  const { ask, save } = publisher
  await ask('POST', '/api/collections', { name: HOSTILE, description: HOSTILE })
  const add = async (title: string, fields: object = {}) => {
    const id = await save(`https://example.com/${randomUUID()}?a=1&b=<c>`, { title, ...fields })
    await ask('PUT', `/api/links/${id}/collection`, { collectionId: 1 })
    return id
  }
  for (let n = 1; n <= count; n += 1) await add(`Title ${n}`)
  const { path, id } = await publisher.share({ kind: 'collection', collectionId: 1, ...more })
  return { ...publisher, add, path, id }
}

it('a collection shows its links, newest first and a hundred a page', async () => {
  const { path } = await aCollection(103)
  await untilShown(path, 'Title 103')
  const [first, second] = [await visit(path), await visit(`${path}?page=2`)]
  const titles = (text: string) => [...text.matchAll(/>Title (\d+)</g)].map(([, n]) => Number(n))
  expect(titles(first.text)).toEqual(Array.from({ length: 100 }, (_, n) => 103 - n))
  expect(titles(second.text)).toEqual([3, 2, 1])
  expect(first.text).toContain(`<a href="${path}?page=2">Older</a>`)
  expect(second.text).toContain(`<a href="${path}">Newer</a>`)
  expect(first.text).not.toContain('<script')
  expect(first.text).toContain(`<link rel="alternate" type="application/atom+xml" href="${path}/feed.atom">`)
  for (const page of ['0', '-1', 'x', '1e9', '999'])
    expect((await visit(`${path}?page=${page}`)).status).toBe(200)
})

it('its feeds have the newest hundred under ids that stay', async () => {
  const { ask, add, path, id } = await aCollection(101)
  await untilShown(path, 'Title 101')
  await add(HOSTILE, { note: HOSTILE })
  const newest = async () => JSON.parse((await visit(`${path}/feed.json`)).text).items[0].title
  await expect.poll(newest).toBe(HOSTILE.trim())
  const atom = await visit(`${path}/feed.atom`)
  expect([atom.status, atom.headers['content-type'], atom.headers['cache-control'], atom.cookies]).toEqual([
    ...[200, 'application/atom+xml; charset=utf-8', 'no-cache', ''],
  ])
  const feed = parseAtomFeed(atom.text)
  expect(feed.entries).toHaveLength(100)
  expect(feed.title?.value).toBe(HOSTILE.trim())
  expect(feed.entries?.[0]?.title?.value).toBe(HOSTILE.trim())
  expect(feed.links?.map(({ rel, href }) => [rel, href])).toEqual([
    ['self', `http://localhost${path}/feed.atom`],
    ['alternate', `http://localhost${path}`],
  ])
  const json = await visit(`${path}/feed.json`)
  expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
  const items = parseJsonFeed(JSON.parse(json.text)).items ?? []
  expect(items.map(item => item.id)).toEqual(feed.entries?.map(entry => entry.id))
  expect(items[0]).toMatchObject({ title: HOSTILE.trim(), content_text: HOSTILE.trim() })
  expect(items.every(({ url }) => url?.startsWith('https://example.com/'))).toBe(true)
  // No note of the link was chosen.
  expect(JSON.parse(json.text).items[0].content_text).not.toContain('\n')

  const renewed = await ask<{ url: string }>('POST', `/api/shares/${id}/renew`)
  const again = await visit(`${new URL(renewed.body.url).pathname}/feed.json`)
  expect(JSON.parse(again.text).items.map((item: { id: string }) => item.id)).toEqual(
    items.map(item => item.id),
  )
  for (const name of ['feed.atom', 'feed.json']) expect((await visit(`${path}/${name}`)).status).toBe(410)
})

it('a feed that did not change is 304', async () => {
  const { add, path } = await aCollection(1)
  await untilShown(path, 'Title 1')
  for (const name of ['feed.atom', 'feed.json']) {
    const first = await visit(`${path}/${name}`)
    const etag = String(first.headers.etag)
    const known = await visit(`${path}/${name}`, { 'if-none-match': `W/"x", ${etag}` })
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', etag])
    await add('Another')
    await expect
      .poll(async () => (await visit(`${path}/${name}`, { 'if-none-match': etag })).status)
      .toBe(200)
  }
})

it('only a collection that follows changes, without a password, has feeds', async () => {
  const password = 'heather and rain'
  const { share, save, path } = await aCollection(1, { password })
  const frozen = await share({ kind: 'collection', collectionId: 1, live: false })
  const article = await share({ kind: 'article', linkId: await save('https://example.com/article') })
  for (const each of [path, frozen.path, article.path, '/s/none'])
    for (const name of ['feed.atom', 'feed.json'])
      expect([each, (await visit(`${each}/${name}`)).status]).toEqual([each, 404])
  const opened = String((await typePassword(path, password)).headers.location)
  await untilShown(opened, 'Title 1')
  expect((await visit(opened)).text).not.toContain('feed.')
  await untilShown(frozen.path, 'Title 1')
  expect((await visit(frozen.path)).text).not.toContain('feed.')
})

it('a collection as it was keeps what it had', async () => {
  const { ask, add, path } = await aCollection(2, { live: false })
  await untilShown(path, 'Title 2')
  await add('Later')
  await ask('PUT', '/api/collections/1', { name: 'Renamed' })
  await expect
    .poll(async () => (await ask<{ name: string }[]>('GET', '/api/collections')).body[0]?.name)
    .toBe('Renamed')
  const { text } = await visit(path)
  expect([text.includes('Title 2'), text.includes('Later'), text.includes('Renamed')]).toEqual([
    true,
    false,
    false,
  ])
})

it('what is archived, or in another collection, is not shown', async () => {
  const { ask, add, save, path } = await aCollection(1)
  const archived = await add('Archived one')
  await ask('PATCH', `/api/links/${archived}/archive`, { isArchived: true })
  await save('https://example.com/elsewhere', { title: 'Elsewhere' })
  await add('Last one')
  await untilShown(path, 'Last one')
  const { text } = await visit(path)
  expect([text.includes('Archived one'), text.includes('Elsewhere')]).toEqual([false, false])
})

it('a collection that is deleted while its page is read ends with the next request', async () => {
  const { ask, path } = await aCollection(1)
  await untilShown(path, 'Title 1')
  const visits = Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      if (n === 5) await ask('DELETE', '/api/collections/1')
      return (await visit(path)).status
    }),
  )
  for (const status of await visits) expect([200, 410]).toContain(status)
  await expect.poll(async () => (await visit(path)).status).toBe(410)
  for (const name of ['', '/feed.atom', '/feed.json'])
    expect((await visit(`${path}${name}`)).status).toBe(410)
})
