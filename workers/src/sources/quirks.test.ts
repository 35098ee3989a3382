import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { describe, expect, it } from 'vitest'
import { fileOf, importOf } from '../test-support/import-files.ts'
import { zipOf } from '../test-support/zip.ts'

const read = (content: string | Uint8Array, chosen: ImportSource) => importOf(fileOf(content), chosen)
const POCKET = 'title,url,time_added,tags,status\n'

describe('Pocket', () => {
  it('joins parts, highlights and collections, in any folder', async () => {
    const zip = await zipOf({
      'pocket/part_000001.csv': `${POCKET}Two,https://a.example/2,,,\n`,
      'pocket/part_000000.csv': `${POCKET}One,https://a.example/1?a=1&amp;b=2,,,\nOnce more,https://a.example/1?a=1&b=2,,,\n`,
      'pocket/annotations/part_000000.json': JSON.stringify([
        {
          url: 'https://a.example/1?a=1&amp;b=2',
          highlights: [{ quote: 'q', created_at: 1600000000 }, { quote: ' ' }],
        },
      ]),
      'pocket/collections/one.json': JSON.stringify({
        title: 'First',
        items: [
          { url: 'https://a.example/2', note: 'of the first' },
          { url: 'https://a.example/3', title: 'Three', note: 'alone' },
        ],
      }),
      'pocket/collections/two.json': JSON.stringify({
        items: [{ url: 'https://a.example/2', note: 'of the second' }, 'nonsense'],
        title: 'Second',
      }),
    })
    const { rows, notes, failed } = await read(zip, 'pocket')
    expect(rows.map(({ row, title, collection, note }) => [row, title, collection, note])).toEqual([
      [1, 'One', null, null],
      [2, 'Once more', null, null],
      [3, 'Two', 'First', 'of the first\n\nof the second'],
      [4, 'Three', 'First', 'alone'],
    ])
    expect(notes).toMatchObject([
      { row: 1, notes: [{ content: 'q', createdAt: '2020-09-13T12:26:40.000Z' }] },
    ])
    expect(failed).toEqual([{ row: 5, url: null, reason: 'unreadable' }])
  })

  it('goes on to the next part after one that is cut', async () => {
    const zip = await zipOf({
      'part_000000.csv': `${POCKET}One,https://a.example/1,,,\n"Tw`,
      'part_000001.csv': `${POCKET}Three,https://a.example/3,,,\n`,
    })
    const { rows, failed } = await read(zip, 'pocket')
    expect(rows.map(({ row, title }) => [row, title])).toEqual([
      [1, 'One'],
      [3, 'Three'],
    ])
    expect(failed).toEqual([{ row: 2, url: null, reason: 'cut-off' }])
  })

  it('refuses more highlights than fit into memory', async () => {
    const quote = 'some words '.repeat(90_000)
    const annotations = (n: number) =>
      JSON.stringify([{ url: `https://a.example/${n}`, highlights: [{ quote: `${n}${quote}` }] }])
    const files = Object.fromEntries(
      Array.from({ length: 35 }, (_, n) => [`annotations/part_${n}.json`, annotations(n)]),
    )
    await expect(read(await zipOf(files, { compress: false }), 'pocket')).rejects.toMatchObject({
      reason: 'zip-too-large',
    })
  })
})

describe('Raindrop.io', () => {
  const raindrop = (highlights: string, excerpt = '') =>
    read(
      `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,One,,${excerpt},https://a.example,Work,,,,"${highlights}",\n`,
      'raindrop',
    )

  it('reads several highlights, and notes on them', async () => {
    const { notes } = await raindrop(
      'Highlight:first\nline two\n\nHighlight:second\nNote:my words\nHighlight: third ',
    )
    expect(notes[0]?.notes.map(({ type, content, selectedText }) => [type, content, selectedText])).toEqual([
      ['highlight', 'first\nline two', null],
      ['note', 'my words', 'second'],
      ['highlight', 'third', null],
    ])
  })

  it('takes a cell without marks for one highlight', async () => {
    expect((await raindrop('just words')).notes[0]?.notes).toMatchObject([
      { type: 'highlight', content: 'just words' },
    ])
  })

  it('leaves excerpts out of notes', async () => {
    expect((await raindrop('', 'An&nbsp;excerpt')).rows).toMatchObject([{ note: null, collection: 'Work' }])
  })
})

describe('Readwise Reader', () => {
  it('does not mind missing columns', async () => {
    const { rows } = await read(
      'Title,URL,Document tags\nOne,https://a.example,"[\'favorite\']"\n',
      'readwise',
    )
    expect(rows).toMatchObject([
      { title: 'One', isFavorite: true, isArchived: false, tags: [], savedAt: null },
    ])
  })
})

describe('Instapaper', () => {
  it('does not mind the case of folders', async () => {
    const { rows } = await read(
      'URL,Title,Selection,Folder\nhttps://a.example/1,,,archive\nhttps://a.example/2,,,STARRED\n',
      'instapaper',
    )
    expect(rows).toMatchObject([
      { isArchived: true, isFavorite: false, collection: null },
      { isArchived: false, isFavorite: true, collection: null },
    ])
  })
})

describe('Linkwarden', () => {
  it('survives parents that lead in a circle, and names after links', async () => {
    const link = (id: number) => ({
      id,
      collectionId: id,
      url: `https://a.example/${id}`,
      name: 'x',
      tags: null,
    })
    const { rows } = await read(
      JSON.stringify({
        collections: [
          { links: [link(1)], parentId: 2, name: 'R&amp;D', id: 1 },
          { id: 2, name: 'Two', parentId: 1, links: [link(2)] },
        ],
        pinnedLinks: [{ id: 2 }],
      }),
      'linkwarden',
    )
    expect(rows).toMatchObject([
      { collection: 'Two / R&D', isFavorite: false },
      { collection: 'R&D / Two', isFavorite: true },
    ])
  })

  it('tells that the backup ends in a link', async () => {
    const text =
      '{"collections":[{"id":1,"name":"C","links":[{"id":1,"url":"https://a.example","name":"x"},{"id":2,"u'
    const { rows, failed } = await read(text, 'linkwarden')
    expect(rows).toHaveLength(1)
    expect(failed).toEqual([{ row: 2, url: null, reason: 'cut-off' }])
  })
})

describe('wallabag', () => {
  it('reads HTML in titles, and annotations of each kind', async () => {
    const { rows, notes } = await read(
      JSON.stringify([
        {
          url: 'https://a.example',
          title: '<b>Tom</b> &amp; J&eacute;r&ocirc;me: 1 < 2',
          is_starred: '1',
          is_archived: false,
          tags: ['a', { label: 'b' }],
          created_at: '2024-09-08T11:55:58+02:00',
          annotations: [{ quote: 'only a quote' }, { text: 'only a text' }, { text: ' ', quote: '' }, null],
        },
      ]),
      'wallabag',
    )
    expect(rows).toMatchObject([
      { title: 'Tom & Jérôme: 1 < 2', isFavorite: true, isArchived: false, tags: ['a', 'b'] },
    ])
    expect(notes[0]?.notes).toMatchObject([
      { type: 'highlight', content: 'only a quote', selectedText: null },
      { type: 'note', content: 'only a text', selectedText: null },
    ])
  })
})

describe('GoodLinks', () => {
  it('takes a link that was read for archived', async () => {
    const links = [
      { url: 'https://a.example/1', starred: true, addedAt: 1600000000, readAt: 1600000001.5 },
      { url: 'https://a.example/2', starred: false, addedAt: 1600000000 },
    ]
    const { rows } = await read(JSON.stringify(links), 'karakeep')
    expect(rows).toMatchObject([{ isArchived: true, isFavorite: true }, { isArchived: false }])
  })
})

describe('Karakeep', () => {
  it('keeps a percent sign that was encoded once', async () => {
    const { rows } = await read(
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://a.example/%252F/100%25/%25zz">x</A></DL>',
      'karakeep',
    )
    expect(rows).toMatchObject([{ url: 'https://a.example/%2F/100%25/%25zz' }])
  })

  it('does not take smart lists for collections', async () => {
    const bookmark = { content: { type: 'link', url: 'https://a.example' }, tags: [], lists: ['s', 'm'] }
    const lists = [
      { id: 's', name: 'Smart', type: 'smart', parentId: null },
      { id: 'm', name: 'Manual', type: 'manual', parentId: null },
    ]
    expect((await read(JSON.stringify({ bookmarks: [bookmark], lists }), 'karakeep')).rows).toMatchObject([
      { collection: 'Manual' },
    ])
  })
})

describe('GetRecall', () => {
  it('reads Markdown cards', async () => {
    const zip = await zipOf({
      'cards/One.md':
        '---\ntitle: "One: a card"\nsource_url: https://a.example/1\ncreated_at: 2026-04-19T10:00:00Z\ntags:\n  - Work\n  - "AI, ML"\n---\n\n# Summary\n\nText.\n',
      'cards/Two.md': "---\r\nurl: https://a.example/2\r\ntags: [a, 'b']\r\n---\r\n",
      'cards/Three.md': '# Only text',
      'cards/picture.png': 'x',
    })
    const { source, rows, notes, failed } = await read(zip, 'pocket')
    expect(source).toBe('getrecall')
    expect(rows).toMatchObject([
      { row: 1, url: 'https://a.example/1', title: 'One: a card', tags: ['Work', 'AI, ML'] },
      { row: 3, url: 'https://a.example/2', title: 'Two', tags: ['a', 'b'] },
    ])
    expect(rows[0]?.savedAt).toBe('2026-04-19T10:00:00.000Z')
    expect(notes).toMatchObject([{ row: 1, notes: [{ type: 'note', content: '# Summary\n\nText.' }] }])
    expect(failed).toEqual([{ row: 2, url: null, reason: 'not-a-link' }])
  })
})
