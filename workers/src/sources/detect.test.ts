import type { FileReason } from '@lectern/contracts/import-reasons.ts'
import { describe, expect, it, test } from 'vitest'
import { fileOf, importOf } from '../test-support/import-files.ts'
import { FileRefused } from './source.ts'

const read = (content: string | Uint8Array, chosen: Parameters<typeof importOf>[1] = 'pocket') =>
  importOf(fileOf(content), chosen)

const reasonFor = async (content: string | Uint8Array): Promise<FileReason | undefined> => {
  try {
    await read(content)
  } catch (error) {
    if (error instanceof FileRefused) return error.reason
    throw error
  }
}

describe('detect', () => {
  test.each([
    ['nothing', '', 'empty'],
    ['white space', ' \r\n\t\uFEFF\n', 'empty'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unknown-format'],
    ['a PDF', `%PDF-1.7\n${'\u0001\u0002\u0003'.repeat(50)}`, 'unknown-format'],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * n * 31 + n * 7) % 256)),
      'unknown-format',
    ],
    ['prose', 'Dear reader', 'unknown-format'],
    [
      'a page of the web',
      '<!doctype html><title>News</title><p><a href="https://a.example">x</a>',
      'unknown-format',
    ],
    ['a table without addresses', 'title,tags\na,b\n', 'no-url-column'],
    ['a header alone', 'title,url,time_added,tags,status\n', 'no-articles'],
    ['a document without addresses', '[{"title":"a"}]', 'no-url-column'],
    ['an empty array', '[]', 'no-articles'],
    ['an object', '{"a":1}', 'unknown-format'],
    ['an export of no bookmarks', '{"bookmarks":[],"lists":[]}', 'no-articles'],
    ['a page of no bookmarks', '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p></DL>', 'no-articles'],
    ['an empty ZIP', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'), 'no-articles'],
    ['the beginning of a ZIP', Buffer.from('504b030414000000', 'hex'), 'unreadable'],
  ] as const)('refuses %s', async (_, content, reason) => {
    expect(await reasonFor(content)).toBe(reason)
  })

  it('reads a file of another known source as what it is', async () => {
    const { source } = await read(
      'URL,Title,Selection,Folder\nhttps://x.example/1,One,,Archive\n',
      'raindrop',
    )
    expect(source).toBe('instapaper')
  })

  it('does not mind case, spaces and order of columns, nor unknown ones', async () => {
    const { source, rows } = await read(
      '\uFEFFStatus, Time Added ,__proto__,constructor,URL,title\narchive,1600000000,x,y,https://a.example/1,One\n',
      'raindrop',
    )
    expect(source).toBe('pocket')
    expect(rows).toMatchObject([
      { url: 'https://a.example/1', title: 'One', isArchived: true, savedAt: '2020-09-13T12:26:40.000Z' },
    ])
  })

  it('reads a table that fits no source as the chosen one', async () => {
    const table = [
      'Link;Name;Labels;Notes;Date Added;Collection;Starred;Read status',
      'https://a.example/1;One;a|b;My note;2024-05-01;Work;true;read',
      'https://a.example/2;Two;"[""c""]";;1600000000;;;unread',
    ].join('\r\n')
    const { source, rows } = await read(table, 'getrecall')
    expect(source).toBe('getrecall')
    expect(rows).toEqual([
      {
        row: 1,
        url: 'https://a.example/1',
        title: 'One',
        titleFrom: 'person',
        note: 'My note',
        tags: ['a', 'b'],
        savedAt: '2024-05-01T00:00:00.000Z',
        isFavorite: true,
        isArchived: true,
        collection: 'Work',
      },
      {
        row: 2,
        url: 'https://a.example/2',
        title: 'Two',
        titleFrom: 'person',
        note: null,
        tags: ['c'],
        savedAt: '2020-09-13T12:26:40.000Z',
        isFavorite: false,
        isArchived: false,
        collection: null,
      },
    ])
  })

  it('reads an array that fits no source as the chosen one', async () => {
    const { source, rows, failed } = await read(
      JSON.stringify({
        items: [
          {
            href: 'https://a.example/1',
            name: 'One',
            tags: [{ name: 'x' }, 'y'],
            created_at: 1600000000,
            favorite: true,
          },
          { name: 'no address' },
          { link: 'https://a.example/2', archived: true, folder: { name: 'Work' }, keywords: 'a, b' },
        ],
      }),
      'getrecall',
    )
    expect(source).toBe('getrecall')
    expect(rows).toMatchObject([
      { row: 1, url: 'https://a.example/1', title: 'One', tags: ['x', 'y'], isFavorite: true },
      { row: 3, url: 'https://a.example/2', isArchived: true, collection: 'Work', tags: ['a', 'b'] },
    ])
    expect(failed).toEqual([{ row: 2, url: null, reason: 'no-url' }])
  })

  it('reads a bookmark file as the chosen source, with folders and notes', async () => {
    const { source, rows, failed } = await read(
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><H3>Work</H3><DL><p><DT><H3>Deep</H3><DL><p>
<DT><A HREF="https://a.example/1?a=1&amp;b=2" ADD_DATE="1600000000" TAGS="x,y">One</A><DD>A note
<DT><A HREF="place:sort=8">Recent</A>
<DT><A HREF="javascript:alert(1)">Button</A>
</DL></DL></DL>`,
      'goodlinks',
    )
    expect(source).toBe('goodlinks')
    expect(rows).toMatchObject([
      {
        url: 'https://a.example/1?a=1&b=2',
        title: 'One',
        note: 'A note',
        tags: ['x', 'y'],
        savedAt: '2020-09-13T12:26:40.000Z',
        collection: 'Work / Deep',
      },
    ])
    expect(failed.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'not-http'],
      [3, 'not-http'],
    ])
  })

  it('knows wallabag and Linkwarden when the beginning holds one long record only', async () => {
    const entry = {
      id: 1,
      is_archived: 1,
      content: 'x'.repeat(100_000),
      url: 'https://a.example',
      title: 'One',
    }
    expect((await read(JSON.stringify([entry]))).source).toBe('wallabag')
    const links = [
      { id: 1, name: 'One', url: 'https://a.example', textContent: 'x'.repeat(100_000), tags: [] },
    ]
    const backup = { username: 'a', collections: [{ id: 1, name: 'C', links }], pinnedLinks: [] }
    expect((await read(JSON.stringify(backup))).source).toBe('linkwarden')
  })

  it('reads a table in UTF-16 and one in Windows-1252', async () => {
    const table = 'url,title\nhttps://a.example/1,Échecs\n'
    expect((await read(Buffer.from(`\uFEFF${table}`, 'utf16le'))).rows).toMatchObject([{ title: 'Échecs' }])
    expect((await read(Buffer.from(table, 'latin1'))).rows).toMatchObject([{ title: 'Échecs' }])
  })
})
