import { ImportSource } from '@lectern/contracts/import-sources.ts'
import { describe, expect, it, test } from 'vitest'
import { fileOf, fixtureBytes, importOf } from '../test-support/import-files.ts'

const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n'
const read = (content: string | Uint8Array, chosen: ImportSource = 'goodlinks') =>
  importOf(fileOf(content), chosen)
const fixture = (name: string, chosen: ImportSource = 'goodlinks') => read(fixtureBytes(name), chosen)
const entries = (html: string, chosen?: ImportSource) => read(`${HEAD}${html}</DL>`, chosen)
const noteOf = async (html: string) =>
  (await entries(`<DT><A HREF="https://a.example/1">One</A>\n${html}\n`)).rows.map(({ note }) => note)

describe.each(ImportSource.options)('a bookmark file on the card %s', card => {
  it('keeps folders, also around one without a name', async () => {
    const { rows } = await fixture('bookmarks/unnamed.html', card)
    expect(rows.map(({ collection }) => collection)).toEqual([
      'Bookmarks bar',
      'Bookmarks bar / Tools',
      'Bookmarks bar / Tools',
    ])
  })

  it('keeps notes and tags', async () => {
    const { rows } = await fixture('bookmarks/bookie.html', card)
    expect(rows.map(({ title, note, tags }) => [title, note, tags])).toEqual([
      ['Co-op Engine', 'A generic engine over several lines.', ['indymedia', 'open_publishing', 'rdf']],
      ['coop.example/two', null, []],
    ])
  })

  it('splits tags at commas, else at what is there', async () => {
    const { rows } = await entries(
      '<DT><A HREF="https://a.example/1" TAGS="a;b, c|d">1</A><DT><A HREF="https://a.example/2" TAGS="a|b">2</A><DT><A HREF="https://a.example/3" TAGS="a;b">3</A>',
      card,
    )
    expect(rows.map(({ tags }) => tags)).toEqual([
      ['a;b', 'c|d'],
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('reads the flags of our own export, nested folders too', async () => {
    const { rows } = await fixture('bookmarks/lectern-export.html', card)
    expect(rows.map(row => [row.isFavorite, row.isArchived, row.collection])).toEqual([
      [true, false, 'Parent / Child'],
      [false, false, null],
      [false, true, null],
    ])
    expect(rows[0]).toMatchObject({
      title: 'C# [guide] ^2: "quotes" & <tags> | pipe #tag?',
      note: 'line one\nline two: with colon\n--- dashes',
      tags: ['to read', 'project:alpha', 'c++', 'a/b', '日本'],
    })
  })
})

test('addresses of a file with folders were not encoded twice', async () => {
  const link = '<DT><A HREF="https://a.example/%2520">x</A>'
  const urls = async (html: string) => (await entries(html, 'karakeep')).rows.map(({ url }) => url)
  expect(await urls(link)).toEqual(['https://a.example/%20'])
  expect(await urls(`<DT><H3>Folder</H3><DL><p>${link}</DL>`)).toEqual(['https://a.example/%2520'])
})

describe('a note', () => {
  it('has links and lists of its own', async () => {
    const { rows, failed } = await fixture('bookmarks/delicious.html')
    expect(rows.map(({ note }) => note)).toEqual([
      'a comment on the first one',
      'the first line of a comment and its second line stands here',
      'See also this page (https://other.example/ref) for the rest of the story.',
      'Points: alpha point beta point the end',
    ])
    expect(failed).toEqual([])
  })

  test.each([
    ['lines as typed', '<DD>one\ntwo\n\nthree', 'one\ntwo\n\nthree'],
    ['lines of the layout', '<DD>one\n      two\r\n\tthree', 'one two three'],
    ['escaped lines with their indents', '<DD>- one&#10;  - two', '- one\n  - two'],
    ['br and p', '<DD>one<br>\n  two<p>three<br/>four', 'one\ntwo\nthree\nfour'],
    [
      'an address as its own text',
      '<DD>See <a href="https://b.example/">https://b.example/</a>.',
      'See https://b.example/.',
    ],
    ['a link without text', '<DD>See <a href="https://b.example/"></a>', 'See https://b.example/'],
    [
      'a link that is not closed',
      '<DD>See <a href="https://b.example/">this',
      'See this (https://b.example/)',
    ],
    ['two links', '<DD><a href="x:1">a</a> and <a href="x:2">b</a>', 'a (x:1) and b (x:2)'],
    ['a numbered list', '<DD><ol><li>a<li>b</ol>', 'a b'],
    ['emphasis', '<DD>very <b>bo</b>ld', 'very bold'],
    ['two DDs', '<DD>one\n<DD>two', 'one\ntwo'],
    ['marks of linkding', '<DD>one[linkding-notes]two[/linkding-notes]', 'one\ntwo'],
  ])('keeps %s', async (_, html, note) => {
    expect(await noteOf(html)).toEqual([note])
  })

  it('ends where the next entry, list or folder begins', async () => {
    const link = (n: number) => `<A HREF="https://a.example/${n}">${n}</A>`
    const { rows } = await entries(
      `<DT>${link(1)}<DD>first<DT>${link(2)}<DD>second</DL><DT><H3>Folder</H3><DD>of the folder<DL><DT>${link(3)}<DD>third</DD>${link(4)}`,
    )
    expect(rows.map(({ note, collection }) => [note, collection])).toEqual([
      ['first', null],
      ['second', null],
      ['third', 'Folder'],
      [null, 'Folder'],
    ])
  })

  it('ends at the next link in a file without DT', async () => {
    const { rows } = await entries(
      '<a href="https://a.example/1">1</a><dd>one<a href="https://a.example/2">2</a><dd>two',
    )
    expect(rows.map(({ note }) => note)).toEqual(['one', 'two'])
  })

  it('does not depend on the pieces', async () => {
    const bytes = fixtureBytes('bookmarks/delicious.html')
    const whole = await read(bytes)
    for (const size of [1, 7, 50]) expect(await importOf(fileOf(bytes, { size }), 'goodlinks')).toEqual(whole)
  })
})

describe('an address in several folders', () => {
  it('keeps the first as its collection and the others as tags', async () => {
    const { rows } = await fixture('bookmarks/google.html')
    expect(rows.map(({ url, collection, tags }) => [url, collection, tags])).toEqual([
      ['http://family.example/c.htm', 'History', ['Programming']],
      ['http://family.example/c.htm', 'Programming', []],
      ['http://other.example/o', 'Programming', []],
    ])
  })

  it('counts equal addresses as one, in far chunks too', async () => {
    const folder = (name: string, ...links: string[]) =>
      `<DT><H3>${name}</H3><DL><p>${links.map(url => `<DT><A HREF="${url}" TAGS="own">x</A>`).join('\n')}</DL><p>`
    const many = Array.from({ length: 1_200 }, (_, n) => `https://many.example/${n}`)
    const { rows } = await entries(
      folder('One', 'https://www.a.example/x?utm_source=y') +
        folder('Many', ...many) +
        folder('Two', 'http://a.example/x', 'http://a.example/x') +
        folder('one', 'http://a.example/x/'),
    )
    expect(rows[0]).toMatchObject({ collection: 'One', tags: ['own', 'Two'] })
    expect(rows.slice(1).every(({ tags }) => tags.length === 1)).toBe(true)
  })

  it('takes the folder of a later place where the first is in none', async () => {
    const link = '<DT><A HREF="https://a.example/">x</A>'
    const { rows } = await entries(`${link}<DT><H3>R&amp;amp;D</H3><DL>${link}</DL>`)
    expect(rows[0]).toMatchObject({ collection: 'R&D', tags: [] })
  })

  test.each<[string, ImportSource, string]>([
    [
      'Raindrop.io',
      'raindrop',
      'url,folder,created,cover\nhttps://a.example,A,,\nhttps://a.example,B / C,,\n',
    ],
    ['a table', 'goodlinks', 'url,folder\nhttps://a.example,A\nhttps://a.example,B / C\n'],
    [
      'Linkwarden',
      'linkwarden',
      JSON.stringify({
        pinnedLinks: [],
        collections: [
          { id: 1, name: 'A', links: [{ id: 1, collectionId: 1, url: 'https://a.example' }] },
          { id: 2, name: 'B', links: [] },
          { id: 3, name: 'C', parentId: 2, links: [{ id: 2, collectionId: 3, url: 'https://a.example' }] },
        ],
      }),
    ],
    [
      'Karakeep',
      'karakeep',
      JSON.stringify({
        bookmarks: [{ content: { url: 'https://a.example' }, lists: ['a', 'c'] }],
        lists: [
          { id: 'a', name: 'A' },
          { id: 'b', name: 'B' },
          { id: 'c', name: 'C', parentId: 'b' },
        ],
      }),
    ],
  ])('of %s too', async (_, source, content) => {
    expect((await read(content, source)).rows[0]).toMatchObject({ collection: 'A', tags: ['B / C'] })
  })
})

test.each<[string, ImportSource, string]>([
  [
    'Karakeep',
    'karakeep',
    '{"bookmarks":[{"content":{"url":"https://a.example"},"lists":["1"]}],"lists":[{"id":"1","name":"Tom&#39;s"}]}',
  ],
  ['Raindrop.io', 'raindrop', 'url,folder,created,cover\nhttps://a.example,Tom&#39;s,,\n'],
  [
    'a bookmark file',
    'goodlinks',
    `${HEAD}<DT><H3>Tom&amp;#39;s</H3><DL><DT><A HREF="https://a.example">x</A></DL>`,
  ],
])('an escaped name of a collection is unescaped: %s', async (_, source, content) => {
  expect((await read(content, source)).rows).toMatchObject([{ collection: "Tom's" }])
})

describe('flags', () => {
  test.each([
    ['Raindrop.io', 'DATA-IMPORTANT="true"', { isFavorite: true, isArchived: false }],
    [
      'linkding',
      'TAGS="a,linkding:bookmarks.archived"',
      { isFavorite: false, isArchived: true, tags: ['a'] },
    ],
    [
      'a flag that does not hold',
      'DATA-IMPORTANT="false" DATA-ARCHIVED="0"',
      { isFavorite: false, isArchived: false },
    ],
  ])('of %s', async (_, attributes, expected) => {
    const { rows } = await entries(`<DT><A HREF="https://a.example" ${attributes}>x</A>`)
    expect(rows).toMatchObject([expected])
  })
})

describe('the encoding that a file declares', () => {
  const file = (declaration: string, title: Uint8Array) =>
    Buffer.concat([
      Buffer.from(
        `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${declaration}\n<DL><DT><A HREF="https://a.example">`,
      ),
      title,
      Buffer.from('</A></DL>'),
    ])
  const titleOf = async (declaration: string, title: Uint8Array) =>
    (await read(file(declaration, title))).rows[0]?.title
  const http = (charset: string) => `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">`

  test.each([
    ['windows-1251', http('windows-1251'), [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет'],
    ['ISO-8859-2', '<meta charset="ISO-8859-2">', [0xb6, 0xf3, 0xb3], 'śół'],
    ['Shift_JIS', http('Shift_JIS'), [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea], '日本語'],
    ['GBK', http('gb2312'), [0xd6, 0xd0, 0xce, 0xc4], '中文'],
    ['ISO-2022-JP', http('iso-2022-jp'), [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
    ['UTF-8 in truth', http('windows-1251'), [...Buffer.from('日本語')], '日本語'],
    ['UTF-8 that is none', http('UTF-8'), [0x63, 0x61, 0x66, 0xe9], 'café'],
    ['none that is known', http('x-nobody'), [0x63, 0x61, 0x66, 0xe9], 'café'],
  ])('%s', async (_, declaration, bytes, title) => {
    expect(await titleOf(declaration, Uint8Array.from(bytes))).toBe(title)
  })
})

describe("Excel's line with the delimiter", () => {
  it('decides, and is no record', async () => {
    const pocket = await fixture('tables/sepline.csv', 'pocket')
    expect(pocket.rows).toMatchObject([
      { row: 1, url: 'https://sc.example/1', title: 'Semi; colon', tags: ['a', 'b'] },
      { row: 2, url: 'https://sc.example/2', title: 'Äpfel', isArchived: true },
    ])
    expect((await fixture('tables/sepreadwise.csv', 'readwise')).rows).toMatchObject([
      { url: 'https://rw.example/1', tags: ['x', 'y z'] },
    ])
  })

  test.each([
    ['a mark before it', '\uFEFFsep=;\r\nurl;title\r\nhttps://a.example;x, y\r\n'],
    ['quotes around it', '"sep=;"\nurl;title\nhttps://a.example;x, y\n'],
    ['another case', 'SEP=;\nurl;title\nhttps://a.example;x, y\n'],
    ['delimiters behind it', 'sep=;;\nurl;title\nhttps://a.example;x, y\n'],
    ['CR alone', 'sep=;\rurl;title\rhttps://a.example;x, y\r'],
    ['a pipe', 'sep=|\nurl|title\nhttps://a.example|x, y\n'],
    ['a tab', 'sep=\t\nurl\ttitle\nhttps://a.example\tx, y\n'],
  ])('may have %s', async (_, table) => {
    for (const size of [1, 3, 100])
      expect((await importOf(fileOf(table, { size }), 'pocket')).rows).toMatchObject([
        { row: 1, url: 'https://a.example', title: 'x, y' },
      ])
  })
})
