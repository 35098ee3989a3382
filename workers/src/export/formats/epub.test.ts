import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { complaintsOf, fileNamed, filesOf, sanitised } from '../../test-support/books.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Library, link, snapshotOf } from '../test-support/library.ts'
import { epubFormat } from './epub.ts'

const ADDRESS = 'https://www.daily.example/boat.jpg'
const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#123' } })
  .webp()
  .toBuffer()
const ready = (contentHash: string) => ({ ...link({ id: 1 }).page, status: 'ready' as const, contentHash })

/** The tables of articles and pictures. */
const query = (async (text: string, [key]: readonly unknown[]) => {
  if (text.includes('content.documents'))
    return [{ html: sanitised(`<h2>${key}</h2><p>Fog. <img src="${ADDRESS}" alt="A boat"></p>`) }]
  if (text.includes('content.article_images'))
    return [{ source: createHash('sha256').update(ADDRESS).digest('hex'), image: 'boat' }]
  return [{ content: picture }]
}) as Snapshot['query']

const epubOf = (library: Partial<Library>, told = async () => {}) =>
  buffer(
    Readable.from(epubFormat(snapshotOf({ collections: [], links: [], notes: [], ...library }, query), told)),
  )

test('a book has each link once, read or not, with pictures, and EPUBCheck has nothing against it', async () => {
  let told = 0
  const links = [
    link({ id: 1, page: ready('one') }),
    link({ id: 2, failure: 'timeout', title: 'Two' }),
    link({ id: 3, page: ready('three') }),
  ]
  const epub = await epubOf({ links }, async () => {
    told += 1
  })
  const files = await filesOf(epub)
  expect(files.map(({ name }) => name).filter(name => /text|pictures/.test(name))).toEqual([
    'EPUB/pictures/0001.jpg',
    ...[1, 2, 3].map(n => `EPUB/text/00${n}.xhtml`),
  ])
  expect(fileNamed(files, 'EPUB/text/002.xhtml')).toContain('The site did not answer in time.')
  expect(fileNamed(files, 'EPUB/package.opf')).toContain('<dc:title>3 articles</dc:title>')
  expect(told).toBe(3)
  expect(await complaintsOf(epub)).toEqual([])
})

test('a book of one article has its title, and its headings as contents', async () => {
  const files = await filesOf(await epubOf({ links: [link({ id: 1, page: ready('one') })] }))
  expect(fileNamed(files, 'EPUB/package.opf')).toContain('<dc:title>Title 1</dc:title>')
  expect(fileNamed(files, 'EPUB/nav.xhtml')).toContain('<a href="text/001.xhtml#h1" dir="auto">one</a>')
})

test('a book that is too large ends with that, and one that nobody takes any more ends', async () => {
  const links = Array.from({ length: 201 }, (_, n) => link({ id: n + 1 }))
  await expect(epubOf({ links })).rejects.toMatchObject({ name: 'BookTooLarge' })
  let told = 0
  const file = epubFormat(snapshotOf({ collections: [], links, notes: [] }, query), async () => {
    told += 1
  })
  for await (const _ of file) break
  expect(told).toBeLessThan(201)
})

test('what the progress refuses ends the book', async () => {
  const refuse = () => Promise.reject(new Error('not ours'))
  await expect(epubOf({ links: [link({ id: 1 })] }, refuse)).rejects.toThrow('not ours')
})
