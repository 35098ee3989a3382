import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { startWorkersOf } from '@lectern/workers/test-support/workers.ts'
import { describe, expect, test } from 'vitest'
import { devicesOf, FORM, form, JSON_TYPE, labels } from '../test-support/devices.ts'
import { startGateway } from '../test-support/gateway.ts'

// Workers would read what other test files have saved.
const parts = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))
const { start, notesOf } = devicesOf(gateway)

describe('the text that an app sends, once a worker has read it', () => {
  duringTests(() => startWorkersOf(parts))
  const url = 'http://127.0.0.1:9/members-only.html'
  const read = async ({ ask }: Awaited<ReturnType<typeof start>>) =>
    (await ask('GET', '/api/entries/1.json')).json

  test('is what its entry has, with the facts that came along', async () => {
    const started = await start()
    const facts = { language: 'de', authors: 'Ada Poe', published_at: '2026-03-01T10:00:00+01:00' }
    const content = '<p>Text that only my browser could see.</p>'
    await started.ask('POST', '/api/entries.json', { url, title: 'Members text', content, ...facts })
    await expect.poll(async () => (await read(started)).content).toContain(content)
    expect(await read(started)).toMatchObject({
      ...{ url, title: 'Members text', language: 'de', published_by: ['Ada Poe'], http_status: '200' },
      published_at: '2026-03-01T09:00:00+0000',
    })
    const list = await started.ask('GET', '/api/entries.json?detail=full')
    expect(list.json._embedded.items[0].content).toContain(content)
  })

  test('comes with the address again, or with a change, and is of that link alone', async () => {
    const [one, other] = [await start(), await start()]
    for (const { ask } of [one, other]) await ask('POST', '/api/entries.json', { url })
    await one.ask('POST', '/api/entries.json', form({ url, content: '<p>First version</p>' }), FORM)
    await expect.poll(async () => (await read(one)).content).toContain('First version')
    await one.ask('PATCH', '/api/entries/1.json', { content: '<p>Second version</p>' })
    await expect.poll(async () => (await read(one)).content).toContain('Second version')
    await expect.poll(async () => (await read(other)).content).toContain('could not be read')
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

describe('what a person writes about a book in KOReader, which is sent as tags', () => {
  const send = async (review: string, times = 1) => {
    const { account, ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1', tags: 'kobo' }, JSON_TYPE)
    const answers = []
    for (let n = 0; n < times; n += 1)
      answers.push(await ask('POST', '/api/entries/1/tags.json', { tags: review }, JSON_TYPE))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return { account, ask, entry: answers.at(-1)?.json }
  }
  const LONG = 'I liked the middle part, above all the one about the harbour.\nThe end is weak: '.repeat(2)

  test.each([
    ['a word that is longer than a tag', LONG],
    ['more names than a link may have', Array.from({ length: 51 }, (_, n) => `t${n}`).join(',')],
  ])('is a note of its own with %s, once', async (_, review) => {
    const { account, ask, entry } = await send(review, 2)
    expect(labels(entry)).toEqual(['kobo'])
    expect(await notesOf(1, account)).toMatchObject([
      { type: 'note', content: review.trim(), selectedText: null },
    ])
    expect(entry.annotations).toMatchObject([{ id: 1, text: review.trim(), quote: '' }])
    await ask('DELETE', '/api/annotations/1.json')
    await ask('POST', '/api/entries/1/tags.json', { tags: review }, JSON_TYPE)
    expect(await notesOf(1, account)).toEqual([])
  })

  test('is tags where it can be', async () => {
    const { account, entry } = await send(`good, ${'x'.repeat(100)}`)
    expect(labels(entry)).toEqual(['kobo', 'good', 'x'.repeat(100)])
    expect(await notesOf(1, account)).toEqual([])
  })

  test('is refused where no note could have it', async () => {
    const { ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1' })
    for (const [entry, tags, status] of [
      [1, 7, 400],
      [2, LONG, 404],
    ] as const)
      expect((await ask('POST', `/api/entries/${entry}/tags.json`, { tags }, JSON_TYPE)).status).toBe(status)
  })
})
