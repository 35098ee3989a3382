import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { expect, test } from 'vitest'
import { fileOf, importOf } from '../test-support/import-files.ts'
import { zipOf } from '../test-support/zip.ts'

const repeated = (piece: string) => (length: number) => piece.repeat(length / piece.length)
const many = (length: number, ofRow: (n: number) => string, separator = '\n') =>
  Array.from({ length: length / 50 }, (_, n) => ofRow(n)).join(separator)
const link = (n: number) => `<DT><A HREF="https://a.example/${n}" TAGS="a,b">An article</A>`
const row = (n: number) => `An article,https://a.example/${n},1400000001,a|b,unread`
const POCKET = 'title,url,time_added,tags,status\n'
const RAINDROP = 'url,title,created,highlights\n'
const READWISE = 'Title,URL,Document tags,Reading progress,Saved date,Location\n'
const NETSCAPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>'

type Make = (length: number) => string | Promise<Buffer>

const table = (piece: string): [string, ImportSource, Make] => [
  `a table with ${JSON.stringify(piece)} behind an open quote`,
  'pocket',
  length => `${POCKET}"a\n${repeated(piece)(length)}\nx`,
]
const bookmarks = (piece: string): [string, ImportSource, Make] => [
  `bookmarks with ${JSON.stringify(piece)}`,
  'pocket',
  length => `${NETSCAPE}${repeated(piece)(length)}`,
]
const document = (piece: string): [string, ImportSource, Make] => [
  `a document with ${JSON.stringify(piece)}`,
  'wallabag',
  length => `[{"is_archived":0,"url":"https://a.example"},${repeated(piece)(length)}`,
]
const date = (piece: string): [string, ImportSource, Make] => [
  `a date with ${JSON.stringify(piece)}`,
  'pocket',
  length => `${POCKET}a,https://a.example/,"Jan 1 2024 ${repeated(piece)(length)}",,\n`,
]

/** Files of about a given length, by their content. */
const files: readonly [string, ImportSource, Make][] = [
  ...['\t', ' ', '\n', '"', ',"', '"",', '\thttps://'].map(table),
  ...['<a ', '<a href="', '<br>', '<h3>', '<dl>', '&', '<!--', '<a time_added'].map(bookmarks),
  ...['"', '\\"', '[', '{"a":', '[],', '"a":1,', ' '].map(document),
  ...['(', ' ', '1:', 'a(', '2024 ('].map(date),
  ['a table', 'pocket', length => POCKET + many(length, row)],
  // The head of a file alone is looked at.
  ['a page without bookmarks', 'pocket', length => `<html>${repeated('<a ')(length / 4)}`],
  [
    'bookmarks with one heading',
    'instapaper',
    length => `<title>Instapaper: Export</title><h1>${repeated('x')(length)}</h1>${many(length, link)}`,
  ],
  [
    'bookmarks in one folder',
    'raindrop',
    length => `${NETSCAPE}<h3>${repeated('x')(length)}</h3><dl>${many(length, link)}`,
  ],
  [
    'bookmarks in nested folders',
    'raindrop',
    length => `${NETSCAPE}${`<h3>${repeated('x')(length / 50)}</h3><dl>`.repeat(50)}${many(length, link)}`,
  ],
  [
    'a link of many attributes',
    'pocket',
    length => `${NETSCAPE}<dt><a href="https://a.example/" ${many(length, n => `a${n}=x`, ' ')}>t</a>`,
  ],
  [
    'a list with a long name',
    'karakeep',
    length =>
      `{"lists":[{"id":"l","name":"${repeated('x')(length)}"}],"bookmarks":[${many(
        length,
        n => `{"content":{"url":"https://a.example/${n}"},"lists":["l"]}`,
        ',',
      )}]}`,
  ],
  [
    'a collection with a long name',
    'linkwarden',
    length =>
      `{"collections":[{"id":1,"name":"${repeated('x')(length)}","links":[${many(
        length,
        n => `{"url":"https://a.example/${n}","collectionId":1}`,
        ',',
      )}]}]}`,
  ],
  [
    'collections in one another',
    'linkwarden',
    length =>
      `{"collections":[${many(
        length,
        n =>
          `{"id":${n + 1},"name":"c","parentId":${n},"links":[{"url":"https://a.example/${n}","collectionId":${n + 1}}]}`,
        ',',
      )}]}`,
  ],
  [
    'a name that does not end',
    'karakeep',
    length => `{"bookmarks":[{"content":{"url":"https://a.example"}}],"${repeated('\\"')(10 * length)}`,
  ],
  [
    'blank lines in highlights',
    'raindrop',
    length => `${RAINDROP}https://a.example,t,2024-01-01,"x${repeated('\n')(length)}y"\n`,
  ],
  [
    'highlights',
    'raindrop',
    length => `${RAINDROP}https://a.example,t,2024-01-01,"${repeated('note:x\n')(length)}"\n`,
  ],
  [
    'escapes in a list',
    'readwise',
    length => `${READWISE}t,https://a.example,"['${repeated("\\'")(length)}",1,,later\n`,
  ],
  [
    'spaces in a card',
    'getrecall',
    length => zipOf({ 'a.md': `---\nurl: https://a.example\nnote:${repeated(' ')(length)}x\ry\n---\n` }),
  ],
  [
    'lines in a card',
    'getrecall',
    length => zipOf({ 'a.md': `---\nurl: https://a.example\n${repeated('- x\n--- \n')(length)}` }),
  ],
  [
    'one link in many collections',
    'pocket',
    length =>
      zipOf({
        'part_000000.csv': `${POCKET}a,https://a.example/,,,\n`,
        'collections/a.json': `{"title":"a","items":[${many(
          10 * length,
          () => '{"url":"https://a.example/","note":"A few words"}',
          ',',
        )}]}`,
      }),
  ],
]

const LENGTH = 100_000
const TIMES = 3

/** Least processor time of a few runs, in µs. */
const cost = async (file: string | Buffer, source: ImportSource): Promise<number> => {
  const costs: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const before = process.threadCpuUsage()
    // A file that is refused costs, too.
    await importOf(fileOf(file), source).catch(() => {})
    const { user, system } = process.threadCpuUsage(before)
    costs.push(user + system)
  }
  return Math.min(...costs)
}

test.each(files)('%s takes less than 3 times as long when it is twice as long', async (_, source, make) => {
  // Some files are refused too fast to measure, so an ordinary table is the least.
  const ordinary = await cost(POCKET + many(LENGTH, row), 'pocket')
  const [file, twice] = [await make(LENGTH), await make(2 * LENGTH)]
  const isWithin = async () => (await cost(twice, source)) < 3 * Math.max(ordinary, await cost(file, source))
  // A turn of the compiler or of the collector may fall into one measurement.
  expect((await isWithin()) || (await isWithin()) || (await isWithin())).toBe(true)
})
