import type { ImportRow, RowNote } from '@lectern/contracts/import-rows.ts'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { describe, expect, it } from 'vitest'
import { fileOf, fixtureBytes, importOf } from '../test-support/import-files.ts'

const link = (row: number, url: string, title: string, others: Partial<ImportRow> = {}): ImportRow => ({
  row,
  url,
  title,
  titleFrom: 'person',
  note: null,
  tags: [],
  savedAt: null,
  isFavorite: false,
  isArchived: false,
  collection: null,
  ...others,
})
const at = (seconds: number) => new Date(seconds * 1_000).toISOString()
const untitled = { titleFrom: 'page' } as const
const highlight = (content: string, seconds?: number): RowNote => ({
  type: 'highlight',
  content,
  selectedText: null,
  color: null,
  createdAt: seconds === undefined ? null : at(seconds),
})

const read = (path: string, chosen: ImportSource) => importOf(fileOf(fixtureBytes(path)), chosen)

const partZero = (lastTag: string) => [
  link(1, 'https://blog.example/plain', 'A plain article', { savedAt: at(1359424806) }),
  link(2, 'https://blog.example/comma,in,url', 'Title, with a comma', {
    savedAt: at(1403895598),
    tags: ['bash', 'energy efficiency', 'via gmail'],
    isArchived: true,
  }),
  link(3, 'http://old.example/doc/worse.html', "The Rise of ``Worse is Better'' By Richard Gabriel", {
    savedAt: at(1319496783),
    isArchived: true,
  }),
  link(4, 'https://presse.example/abeilles', 'Des abeilles pour résoudre les « conflits » et les élépha', {
    savedAt: at(1599890673),
  }),
  link(
    5,
    'https://news.example/long-title',
    'A headline that Pocket cut at exactly seventy five characters because it wa',
    { savedAt: at(1755000000), tags: ['a', 'b'] },
  ),
  link(6, 'https://bare.example/title-is-url', 'bare.example/title-is-url', {
    ...untitled,
    savedAt: at(1457528367),
  }),
  link(7, 'https://video.example/watch?v=1&t=2s#frag', '▶ SABER fight - Video', { savedAt: at(1396911417) }),
  link(8, 'http://s.example/p/?utm_source=h&utm_campaign=h', 'Entity in url', {
    savedAt: at(1404077034),
    isArchived: true,
  }),
  link(9, 'https://blog.example/plain', 'Same url again, new title', {
    savedAt: at(1600000000),
    tags: ['dup'],
    isArchived: true,
  }),
  link(10, 'https://teen.example/op-1', 'trailing space title', { savedAt: at(1466801597), tags: [lastTag] }),
]

describe('the samples', () => {
  it('Pocket, table of 2025', async () => {
    expect(await read('pocket/part_000000.csv', 'pocket')).toEqual({
      source: 'pocket',
      rows: partZero('x'),
      failed: [],
      skipped: [],
      shortened: [],
      notes: [],
    })
  })

  it('Pocket, table with a cursor', async () => {
    const found = await read('pocket/part_000000.cursor-era.csv', 'pocket')
    expect(found.rows).toEqual([
      link(1, 'https://example.net/', 'Example', { savedAt: at(1684913522) }),
      link(2, 'https://example.org/#test', 'Tagged', {
        savedAt: at(1684913346),
        tags: ['tag1', 'tag2'],
        isArchived: true,
      }),
    ])
    expect(found.failed).toEqual([{ row: 3, url: 'ftp://example.net/', reason: 'not-http' }])
  })

  it('Pocket, ZIP', async () => {
    const found = await read('pocket/pocket.zip', 'pocket')
    const [first, ...others] = partZero('say ""hi""')
    expect(found.rows).toEqual([
      { ...first, note: 'My note on it', collection: 'List of Stuff!' },
      ...others,
      link(11, 'https://part2.example/x', 'Second part, own header', {
        savedAt: at(1709251200),
        tags: ['coffee', 'recipes'],
      }),
      link(12, 'https://not-in-list.example/', 'Highlights for a url missing from the csv'),
    ])
    expect(found.notes).toEqual([
      {
        row: 1,
        notes: [
          highlight('First line of the quote.\nSecond line — with an em dash.', 1578947585),
          highlight('A second quote', 1578947717),
        ],
      },
      { row: 12, notes: [highlight('orphan', 1578947800)] },
    ])
    expect([...found.failed, ...found.skipped, ...found.shortened]).toEqual([])
  })

  it('Pocket, page', async () => {
    const found = await read('pocket/ril_export.html', 'pocket')
    expect(found.rows).toEqual([
      link(1, 'https://tw.example/s/1?t=abc&s=09', 'tw.example/s/1?t=abc&s=09', {
        ...untitled,
        savedAt: at(1688404814),
      }),
      link(2, 'https://blog.example/plain', 'The Hardest Program I\'ve "Ever" Written – 日本語', {
        savedAt: at(1608112093),
        tags: ['life', 'productivity', 'self development'],
      }),
      link(3, 'https://blog.example/read', 'Read one', { savedAt: at(1585352830), isArchived: true }),
    ])
  })

  it('Raindrop.io', async () => {
    const found = await read('raindrop/backup.csv', 'raindrop')
    expect(found.rows).toEqual([
      link(1, 'https://github.example/bee-queue', 'bee-queue: a job queue', {
        savedAt: '2024-09-03T20:06:53.347Z',
      }),
      link(2, 'https://blog.example/nested?utm_source=raindrop#part', 'Nested, tagged', {
        note: 'First note line\nSecond note line',
        tags: ['ai', 'text', 'ml'],
        savedAt: '2024-08-16T09:51:12.091Z',
        isFavorite: true,
        collection: 'Apps/Services / AI Tools & Services / AI Apps',
      }),
      link(3, 'https://example.com/untitled', 'example.com/untitled', {
        ...untitled,
        savedAt: '2024-01-02T00:00:00.000Z',
      }),
    ])
    expect(found.notes).toEqual([{ row: 1, notes: [highlight('A simple, fast, robust queue.')] }])
  })

  it('Raindrop.io, one collection', async () => {
    const found = await read('raindrop/one-collection.no-folder-column.csv', 'raindrop')
    expect(found).toMatchObject({ source: 'raindrop' })
    expect(found.rows).toEqual([
      link(1, 'https://example.com/f', 'Folder export', {
        tags: ['research'],
        savedAt: '2024-05-01T10:00:00.000Z',
      }),
    ])
  })

  it('Readwise Reader', async () => {
    const found = await read('readwise-reader/export.csv', 'readwise')
    expect(found.rows).toEqual([
      link(1, 'https://blog.example/a', 'Some Title', {
        tags: ["don't", 'peanut, butter'],
        savedAt: '2022-12-05T12:42:10.000Z',
        isFavorite: true,
      }),
      link(2, 'https://blog.example/untitled', 'blog.example/untitled', {
        ...untitled,
        savedAt: '2025-01-20T22:13:02.447Z',
        isArchived: true,
      }),
    ])
    const mail = 'mailto:reader-forwarded-email/7346231d78e747bf19a52a9da1585e71'
    expect(found.failed).toEqual([{ row: 3, url: mail, reason: 'not-http' }])
    expect(found.skipped).toEqual([{ row: 4, url: 'https://feed.example/item', reason: 'feed-item' }])
  })

  it('Instapaper, table with four columns', async () => {
    const { rows } = await read('instapaper/export.4-column.csv', 'instapaper')
    expect(rows).toEqual([link(1, 'https://x.example/1', 'One', { collection: 'Programming' })])
  })

  it('Instapaper, table with five columns', async () => {
    const { rows } = await read('instapaper/export.5-column.csv', 'instapaper')
    expect(rows).toEqual([link(1, 'https://x.example/1', 'One', { savedAt: at(1600000000) })])
  })

  it('Instapaper, table with six columns', async () => {
    const found = await read('instapaper/export.6-column.csv', 'instapaper')
    expect(found.rows).toEqual([
      link(1, 'https://x.example/1', 'CSS { In Real Life } | the “lang” Attribute', {
        savedAt: at(1640080879),
      }),
      link(2, 'https://x.example/2', '"Productivity" Tricks for the Neurotic', {
        savedAt: at(1687302510),
        tags: ['coding', 'long read'],
        isArchived: true,
      }),
      link(3, 'https://x.example/3', 'Starred one', { savedAt: at(1700000002), isFavorite: true }),
      link(4, 'https://x.example/4', 'In a folder', {
        savedAt: at(1700000003),
        tags: ['a'],
        collection: 'Tim Ferris',
      }),
    ])
    expect(found.notes).toEqual([{ row: 2, notes: [highlight('a quoted selection')] }])
  })

  it('Instapaper, page', async () => {
    const { rows } = await read('instapaper/export.html', 'instapaper')
    expect(rows).toEqual([
      link(1, 'https://x.example/1?a=1&b=2', 'Ants & Aliens: "Vision"'),
      link(2, 'https://x.example/bare', 'x.example/bare', untitled),
      link(3, 'https://x.example/2', 'Archived', { isArchived: true }),
      link(4, 'https://x.example/4', 'In a folder', { collection: 'My folder' }),
    ])
  })

  it('Linkwarden', async () => {
    const found = await read('linkwarden/backup.json', 'linkwarden')
    expect(found.rows).toEqual([
      link(1, 'https://a.example/1', 'One', {
        // The backup has the address in another collection, too.
        tags: ['Tech / Frontend'],
        savedAt: '2015-01-02T03:04:05.000Z',
        collection: 'Unorganized',
      }),
      link(2, 'https://video.example/2', "You're Living On An Ant Planet", {
        note: 'my description, used as the note',
        tags: ['label a'],
        savedAt: '2025-06-24T05:25:23.231Z',
        isFavorite: true,
        collection: 'Unorganized',
      }),
      link(3, 'https://react.example', 'React', {
        tags: ['js', 'ui'],
        savedAt: '2025-02-15T12:00:00.000Z',
        collection: 'Tech / Frontend',
      }),
      link(4, 'https://a.example/1', 'Same url in another collection', {
        tags: ['work'],
        savedAt: '2025-02-16T12:00:00.000Z',
        collection: 'Tech / Frontend',
      }),
    ])
    expect(found.failed).toEqual([{ row: 5, url: null, reason: 'not-a-link' }])
  })

  it('wallabag', async () => {
    const found = await read('wallabag/All articles.json', 'wallabag')
    expect(found.rows).toEqual([
      link(1, 'https://fr.example/wiki/Échecs', 'Échecs', {
        tags: ['mediapart', 'blog'],
        savedAt: '2024-09-08T09:55:58.000Z',
        isFavorite: true,
      }),
      link(2, 'http://gone.example/x', 'gone.example/x', {
        ...untitled,
        savedAt: '2016-09-08T09:55:58.000Z',
        isArchived: true,
      }),
      link(3, 'https://old.example/', 'Old boolean and string-id form', {
        savedAt: '2016-09-08T09:55:58.000Z',
        isFavorite: true,
      }),
    ])
    const note = { type: 'note', content: 'Un bel âge !', selectedText: 'J’ai eu 40 ans.' } as const
    expect(found.notes).toEqual([{ row: 1, notes: [{ ...note, color: null, createdAt: null }] }])
  })

  it('GoodLinks', async () => {
    const { rows } = await read('goodlinks/GoodLinks-Export.json', 'goodlinks')
    expect(rows).toEqual([
      link(1, 'https://os.example/git', 'My favorite Git tools', {
        tags: ['dev/git'],
        savedAt: at(1764091489),
        isArchived: true,
      }),
      link(2, 'https://no-title.example/', 'no-title.example/', {
        ...untitled,
        savedAt: at(1588601562.25),
        isFavorite: true,
      }),
      link(3, 'https://www.example.io/', 'Home | Example', {
        tags: ['linux', 'docker'],
        savedAt: at(1589621418),
      }),
    ])
  })

  it('Karakeep, page', async () => {
    const { rows } = await read('karakeep/bookmarks.html', 'karakeep')
    expect(rows).toEqual([
      link(1, 'https://x.example/a%20b?q=1&r=2', 'A title', {
        tags: ['js', 'ui & ux'],
        savedAt: at(1735689600),
      }),
      link(2, 'https://x.example/untagged', 'x.example/untagged', { ...untitled, savedAt: at(1735689601) }),
    ])
  })

  it('Karakeep, document', async () => {
    const found = await read('karakeep/export.json', 'karakeep')
    expect(found.rows).toEqual([
      link(1, 'https://x.example/a%20b', 'A title', {
        note: 'a note',
        tags: ['js'],
        savedAt: at(1735689600),
        collection: 'Projects / Inbox',
      }),
    ])
    expect(found.failed).toEqual([
      { row: 2, url: null, reason: 'not-a-link' },
      { row: 3, url: null, reason: 'not-a-link' },
    ])
  })

  it('GetRecall, document', async () => {
    const found = await read('getrecall/api-cards.UNVERIFIED.json', 'getrecall')
    expect(found.rows).toEqual([
      link(1, 'https://blog.example/recall', 'A card', {
        tags: ['Obsidian'],
        savedAt: '2026-04-19T10:00:00.000Z',
      }),
    ])
    expect(found.failed).toEqual([{ row: 2, url: null, reason: 'not-a-link' }])
  })
})
