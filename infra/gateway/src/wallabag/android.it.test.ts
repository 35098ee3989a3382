import { randomUUID } from 'node:crypto'
import { wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, test } from 'vitest'
import { DATE, devicesOf, FORM, form, labels } from '../test-support/devices.ts'
import { startGateway } from '../test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { start, extract, notesOf } = devicesOf(gateway)

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
    await inBrowser('POST', '/api/collections', { name: 'Ferries', color: '#3B82F6' })
    const changes: (() => Promise<unknown>)[] = [
      () => ask('PATCH', '/api/entries/1.json', { archive: 1 }),
      () => inBrowser('PATCH', '/api/links/1/favorite', { isFavorite: true }),
      () => inBrowser('PATCH', '/api/links/1', { title: 'Another title' }),
      () => inBrowser('PUT', '/api/links/bulk', { linkIds: [1], updates: { tags: ['x'] } }),
      () => inBrowser('POST', '/api/tags/rename', { from: 'x', to: 'y' }),
      () => inBrowser('POST', '/api/links/1/notes', note),
      () => inBrowser('PUT', '/api/notes/1', { content: 'Other words' }),
      () => inBrowser('DELETE', '/api/notes/1'),
      () => inBrowser('POST', '/api/links/1/notes', { ...note, type: 'highlight', selectedText: 'fog' }),
      () => inBrowser('DELETE', '/api/links/1/highlights'),
      () => inBrowser('POST', '/api/tags/merge', { from: ['y'], into: 'z' }),
      () => inBrowser('POST', '/api/tags/delete', { tag: 'z' }),
      () => inBrowser('PUT', '/api/links/1/collection', { collectionId: 1 }),
      () => inBrowser('DELETE', '/api/collections/1'),
      () => inBrowser('PATCH', '/api/links/1', { note: 'About it' }),
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
  }, 60_000)

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
