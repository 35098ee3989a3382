import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepArticle } from '../data/saved-articles/store.ts'
import { writePresentUser } from '../lib/present-user.ts'
import { anArticle, aPicture } from '../test-support/saved-articles.ts'
import { answerImage, isImage } from './images.ts'

const hash = 'a'.repeat(64)
const url = new URL(`/api/images/${hash}`, location.href)
const ask = () => answerImage({ request: new Request(url), url })
const serverSays = (answer: () => Response | Error) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const given = answer()
    if (given instanceof Error) throw given
    return given
  })
const noNetwork = () => serverSays(() => new TypeError('Failed to fetch'))

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  await keepArticle('mara', anArticle(1, { images: [aPicture('a', 40)] }))
  await writePresentUser({ id: 'mara' })
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('only pictures are answered', () => {
  expect(isImage({ url })).toBe(true)
  for (const path of ['/api/images', '/api/images/a/b', '/api/links/1', '/images/a'])
    expect([path, isImage({ url: new URL(path, location.href) })]).toEqual([path, false])
  expect(isImage({ url: new URL('https://elsewhere.example/api/images/a') })).toBe(false)
})

test('a picture comes from the server', async () => {
  serverSays(() => new Response('from the server'))
  expect(await (await ask()).text()).toBe('from the server')
})

test('without a network it is the one that the present user keeps', async () => {
  noNetwork()
  const answer = await ask()
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect((await answer.arrayBuffer()).byteLength).toBe(40)
})

test('a server in trouble is as good as none', async () => {
  serverSays(() => new Response('', { status: 503 }))
  expect((await ask()).status).toBe(200)
})

test.each([401, 404])('an answer of %i stands', async status => {
  serverSays(() => new Response('', { status }))
  expect((await ask()).status).toBe(status)
})

test.each(['jon', null])('while the present user is %s, nobody sees what mara keeps', async userId => {
  await writePresentUser(userId === null ? null : { id: userId })
  noNetwork()
  expect((await ask()).type).toBe('error')
})
