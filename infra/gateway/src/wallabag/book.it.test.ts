import { randomUUID } from 'node:crypto'
import { exportsIn } from '@lectern/command-api/exports/exports.ts'
import { encodePosition } from '@lectern/platform/event-store/position.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { complaintsOf, fileNamed, filesOf } from '@lectern/workers/test-support/books.ts'
import { startTestExporter } from '@lectern/workers/test-support/exporter.ts'
import { describe, expect, it } from 'vitest'
import { devicesOf } from '../test-support/devices.ts'
import { startGateway } from '../test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { start, connect, extract } = devicesOf(gateway)
const startExporter = () => startTestExporter(parts)

const libraryOf = async ({ email }: { email: string }) => {
  const { rows } = await gateway.pool.query(
    'SELECT id AS "userId", library_id AS "libraryId" FROM identity.users WHERE email_key = $1',
    [email],
  )
  return rows[0]
}
const booksLeft = async () =>
  (await gateway.pool.query('SELECT id, status FROM exports.requests WHERE for_device')).rows

describe('books while an exporter runs', () => {
  duringTests(startExporter)

  it('a device gets an article as a valid EPUB, which is neither kept nor in a list of exports', async () => {
    const { account, ask, download } = await start()
    const url = `https://fog.example/${account.username}`
    await ask('POST', '/api/entries.json', { url })
    await extract(url, '<h2>Fog</h2><p>It lay over the harbour.</p>')
    await expect.poll(async () => (await ask('GET', '/api/entries/1.json')).json.content).toContain('harbour')
    const book = await download(1)
    expect([book.statusCode, book.headers]).toMatchObject([
      200,
      {
        'content-type': 'application/epub+zip',
        'content-length': String(book.rawPayload.length),
        'content-disposition': expect.stringMatching(/filename="lectern-as-on-the-page-[\d-]{10}\.epub"/),
        'cache-control': 'no-store',
      },
    ])
    const files = await filesOf(book.rawPayload)
    expect(files[0]).toMatchObject({ name: 'mimetype', isStored: true })
    expect(fileNamed(files, 'EPUB/text/001.xhtml')).toContain('It lay over the harbour.')
    expect(fileNamed(files, 'EPUB/package.opf')).toContain('<dc:title>As on the page</dc:title>')
    expect(await complaintsOf(book.rawPayload)).toEqual([])

    await expect.poll(booksLeft).toEqual([])
    const list = await gateway.ask({ method: 'GET', path: '/api/exports' }, account.cookies)
    expect(JSON.parse(list.text)).toEqual({ exports: [] })
  })

  it('a link that was not read is a book of one chapter with its title and address', async () => {
    const { ask, download } = await start('write')
    await ask('POST', '/api/entries.json', { url: 'https://unread.example/page', title: 'For later' })
    const files = await filesOf((await download(1)).rawPayload)
    const chapter = fileNamed(files, 'EPUB/text/001.xhtml')
    expect(chapter).toContain('For later')
    expect(chapter).toContain('href="https://unread.example/page"')
    expect(chapter).toContain('The text of this page has not been read.')
    expect(files.filter(({ name }) => name.startsWith('EPUB/text/'))).toHaveLength(1)
  })

  it('a device that may only read gets its books, and a revoked device gets none', async () => {
    const { account, ask } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1' })
    const reader = await connect(account, 'read')
    expect((await reader.download(1)).statusCode).toBe(200)
    const path = `/api/account/devices/${reader.device.id}`
    expect((await gateway.ask({ method: 'DELETE', path }, account.cookies)).status).toBe(200)
    await expect.poll(async () => (await reader.download(1)).statusCode).toBe(401)
  })

  it('an entry of another person, or of none, has no book', async () => {
    const [ann, ben] = [await start(), await start()]
    for (const n of [1, 2]) await ann.ask('POST', '/api/entries.json', { url: `https://a.test/${n}` })
    await ben.ask('POST', '/api/entries.json', { url: 'https://b.test/1', title: "Ben's own" })
    await ann.ask('DELETE', '/api/entries/1.json')
    for (const [of, id] of [
      [ben, 2],
      [ann, 1],
      ...['0', 'x', '1e3', '99999999999', '%00', '-1'].map(id => [ann, id] as const),
    ] as const) {
      const refused = await of.download(id)
      expect([id, refused.statusCode, refused.json().message]).toEqual([
        id,
        404,
        'This article was not found.',
      ])
    }
    expect(
      (await filesOf((await ben.download(1)).rawPayload)).map(({ content }) => `${content}`).join(),
    ).toContain("Ben's own")
    expect((await ann.ask('GET', '/api/entries/2/export.mobi')).status).toBe(404)
    const inBrowser = { method: 'GET', path: '/api/entries/2/export.epub' }
    expect((await gateway.ask(inBrowser, ann.account.cookies)).status).toBe(401)
    expect((await ann.ask('HEAD', '/api/entries/2/export.epub')).status).toBe(404)
  })

  it('many books that are asked for at once are all given', async () => {
    const { ask, download } = await start()
    for (const n of [1, 2, 3, 4]) await ask('POST', '/api/entries.json', { url: `https://a.test/${n}` })
    const books = await Promise.all([1, 2, 3, 4].map(download))
    expect(books.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })

  it('a book waits for no export that a person asked for, not even one of the same person', async () => {
    const { account, ask, download } = await start()
    await ask('POST', '/api/entries.json', { url: 'https://a.test/1' })
    const own = await libraryOf(account)
    const asked = [own, ...[1, 2].map(() => ({ userId: randomUUID(), libraryId: randomUUID() }))]
    // The read model never comes this far, so they take all places for ever.
    const position = encodePosition({ commit: 2n ** 60n, prepare: 2n ** 60n })
    for (const { userId, libraryId } of asked)
      await gateway.pool.query(
        `INSERT INTO exports.requests (id, user_id, library_id, request_hash, format, scope, with_private_notes, file_name, position)
         VALUES ($1, $2, $3, '', 'json', 'all', true, 'x', $4)`,
        [randomUUID(), userId, libraryId, position],
      )
    await gateway.pool.query('NOTIFY lectern_exports')
    const running = () => gateway.pool.query(`SELECT FROM exports.requests WHERE status = 'running'`)
    await expect.poll(async () => (await running()).rowCount, { timeout: 5_000 }).toBe(2)
    expect((await download(1)).statusCode).toBe(200)
    await gateway.pool.query('DELETE FROM exports.requests')
  })
})

describe('books without an exporter', () => {
  const downloading = async () => {
    const started = await start()
    await started.ask('POST', '/api/entries.json', { url: 'https://a.test/1' })
    const books = Array.from({ length: 7 }, () => started.download(1))
    // The last two that are asked for take the place of two, which are answered then.
    let answered = 0
    for (const book of books) void book.then(() => (answered += 1))
    await expect.poll(() => answered).toBe(2)
    expect(await booksLeft()).toHaveLength(5)
    return { ...started, books }
  }

  it('a book that is not made is refused after a while, and the person can export meanwhile', async () => {
    const { account, books } = await downloading()
    const asked = { method: 'POST', path: '/api/exports', body: { format: 'json' } }
    expect((await gateway.ask(asked, account.cookies)).status).toBe(202)
    for (const answer of await Promise.all(books))
      expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([
        ...[503, '10', 'The EPUB is still being made. Please try again in a moment.'],
      ])
    await expect.poll(booksLeft).toEqual([])
    expect((await gateway.pool.query('DELETE FROM exports.requests')).rowCount).toBe(1)
  })

  it('a book is refused at once where the disk is nearly full', async () => {
    const { books } = await downloading()
    await exportsIn(gateway.pool, { isLow: () => true }).makeRoom()
    const messages = (await Promise.all(books)).map(answer => answer.json().message)
    expect(messages.filter(message => message === 'The server is out of space.')).toHaveLength(5)
    await expect.poll(booksLeft).toEqual([])
  })

  it('a book that an ended process asked for is removed', async () => {
    await gateway.pool.query(
      `INSERT INTO exports.requests (id, user_id, library_id, request_hash, format, scope, with_private_notes, file_name,
         for_device, requested_at)
       SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', 'epub', 'links', false, 'x', true,
         now() - minutes * interval '1 minute' FROM unnest(ARRAY[10, 40]) AS minutes`,
    )
    await exportsIn(gateway.pool, { isLow: () => false }).clean()
    expect(await booksLeft()).toHaveLength(1)
  })
})
