import type { Counts } from '@lectern/contracts/api/counts.ts'
import type { HistoryPage } from '@lectern/contracts/api/history.ts'
import type { ImportAnswer, ImportLedger, ImportList, ImportPreview } from '@lectern/contracts/api/imports.ts'
import type { LinkList } from '@lectern/contracts/api/links.ts'
import type { Refusal } from '@lectern/contracts/api/refusal.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import { until } from '@lectern/stack/probes.ts'
import { duringTests } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import { type ApiRequest, Bytes } from './world/api-client.ts'
import { formWith, manyHosts, pocketCsv } from './world/import-files.ts'
import { saveLink, signUp, succeed, type User } from './world/users.ts'
import { startWithPool } from './world/with-pool.ts'

const stack = duringTests(() => startWithPool({ LOG_LEVEL: 'warn' }))

let people = 0
const newUser = async (): Promise<User> => {
  people += 1
  const [user] = await signUp({ port: stack.port, pool: stack.pool, prefix: `import-${people}` }, 1)
  if (user === undefined) throw new Error('nobody signed up')
  return user
}
const post = (path: string, body: unknown, headers?: Record<string, string>): ApiRequest => ({
  method: 'POST',
  path,
  body,
  ...(headers && { headers }),
})
const get = (path: string): ApiRequest => ({ method: 'GET', path })

const ROWS = [
  'title,url,time_added,tags,status',
  'The first,https://example.com/a,1400000002,one|two,unread',
  '"Quoted, with\na new line",https://example.com/b,1400000003,,archive',
  'No address,,1400000001,,unread',
  'A script,javascript:alert(1),1400000001,,unread',
  'The first again,http://www.example.com/a/?utm_source=pocket,1400000009,,unread',
  'https://example.com/c,https://example.com/c,1400000001,,unread',
  `${'long '.repeat(60)},https://example.com/d,,,unread`,
].join('\n')

test('an import accounts for every row, and the library shows what it brought', async () => {
  const { api } = await newUser()
  const form = await formWith('part_000000.csv', ROWS)
  const preview = await succeed<ImportPreview>(api, post('/api/migrate/analyze', form))
  expect(preview).toMatchObject({
    source: 'pocket',
    ...{ totalItems: 7, newItems: 4, duplicateCount: 1, failedCount: 2, skippedCount: 0, sampled: false },
    ...{ tags: ['one', 'two'], tagCount: 2, domains: ['example.com'], domainCount: 1 },
  })
  expect(preview.articles).toHaveLength(5)

  const { uploadId, totalItems } = preview
  const body = { uploadId, totalItems, tags: [], domains: [], proceedWithFree: false }
  const answer = await succeed<ImportAnswer>(api, post('/api/migrate/import-direct', body))
  expect(answer).toMatchObject({ imported: 4, importedCount: 4, duplicates: 1, skipped: 0, failed: 2 })

  const all = await succeed<LinkList>(api, get('/api/links?archived=all'))
  expect(all.links.map(({ url }) => url.at(-1))).toEqual(['d', 'b', 'a', 'c'])
  expect(all.links.map(({ isArchived }) => isArchived)).toEqual([false, true, false, false])
  expect(all.links[1]).toMatchObject({
    title: 'Quoted, with a new line',
    createdAt: '2014-05-13T16:53:23.000Z',
  })
  expect(all.links[3]?.title).toBe('example.com/c')

  const ledger = await succeed<ImportLedger>(api, get(`/api/imports/${answer.importId}`))
  expect(ledger.import).toMatchObject({
    ...{ status: 'completed', fileName: 'part_000000.csv', source: 'pocket', reason: null },
    ...{ read: 7, imported: 4, duplicates: 1, skipped: 0, failed: 2, shortened: 1 },
  })
  expect(ledger.rows.map(({ row, kind }) => `${row} ${kind}`)).toEqual([
    ...['1 imported', '2 imported', '3 failed', '4 failed', '5 duplicate', '6 imported'],
    ...['7 imported', '7 shortened'],
  ])
  expect(ledger.rows[3]).toMatchObject({
    url: 'javascript:alert(1)',
    reason: 'Only http and https addresses can be saved.',
  })
  const failed = await succeed<ImportLedger>(
    api,
    get(`/api/imports/${answer.importId}?kind=failed,shortened`),
  )
  expect(failed.rows).toHaveLength(3)
  const csv = await succeed<string>(api, get(`/api/imports/${answer.importId}/rows.csv?kind=failed`))
  expect(csv.split('\r\n')).toEqual([
    'row,result,address,reason,folder,tags,flags,date,added',
    '3,failed,,The row has no address.,,,,,',
    '4,failed,javascript:alert(1),Only http and https addresses can be saved.,,,,,',
    '',
  ])

  const again = await succeed<ImportAnswer>(api, post('/api/import/pocket', form))
  expect(again).toMatchObject({ imported: 0, duplicates: 5, failed: 2, message: 'No new articles to import' })
  const { imports } = await succeed<ImportList>(api, get('/api/imports'))
  expect(imports.map(({ id }) => id)).toEqual([again.importId, answer.importId])
  // Nobody else sees them.
  const stranger = await newUser()
  expect((await stranger.api.ask(get(`/api/imports/${answer.importId}`))).status).toBe(404)
  expect((await stranger.api.ask(get(`/api/imports/${answer.importId}/rows.csv`))).status).toBe(404)
  const stolen = await stranger.api.ask(post('/api/import/pocket', { uploadId }))
  expect([stolen.status, (stolen.body as Refusal).message]).toEqual([400, 'Please upload the file again.'])
})

test('duplicates add their tags and folders where that is chosen, once, and the undo takes it back', async () => {
  const { api } = await newUser()
  const raindrop = (lines: string[], fields?: Record<string, string>) =>
    formWith('export.csv', ['title,url,folder,tags,created,favorite', ...lines].join('\n'), fields)
  const mine = { url: 'https://example.com/a', title: 'Mine', note: '', tags: ['Old'] }
  await succeed(api, post('/api/links', mine))
  const rows = [
    'A,https://example.com/a,Travel,"old, winter",2014-05-06T07:08:09.000Z,true',
    'A again,https://www.example.com/a/,Maps,,2014-05-06T07:08:09.000Z,false',
    'B,https://example.com/b,Travel,,2014-05-06T07:08:09.000Z,false',
  ]
  const asked = async (fields?: Record<string, string>) =>
    succeed<ImportAnswer>(api, post('/api/import/raindrop', await raindrop(rows, fields)))
  const duplicatesOf = (id: string) => succeed<ImportLedger>(api, get(`/api/imports/${id}?kind=duplicate`))
  const mineNow = async () => (await succeed<LinkList>(api, get('/api/links?q=mine'))).links[0]

  const plain = await asked()
  expect(plain).toMatchObject({ imported: 1, duplicates: 2 })
  const told = await duplicatesOf(plain.importId)
  expect(told.import.added).toBe(0)
  const rest = { isFavorite: true, savedAt: '2014-05-06T07:08:09.000Z' }
  expect(told.rows).toMatchObject([
    { row: 1, isAdded: false, lacks: { collection: 'Travel', tags: ['winter', 'Maps'], ...rest } },
    { row: 2, isAdded: false, lacks: { collection: 'Maps' } },
  ])
  const csv = await succeed<string>(api, get(`/api/imports/${plain.importId}/rows.csv?kind=duplicate`))
  expect(csv.split('\r\n')[1]).toBe(
    '1,duplicate,https://example.com/a,It is in your library already.,Travel,winter; Maps,favorite,2014-05-06T07:08:09.000Z,',
  )
  const before = await mineNow()
  expect(before).toMatchObject({ tags: ['Old'], collectionId: null })

  const added = await asked({ addToExisting: 'true' })
  expect(added).toMatchObject({ imported: 0, duplicates: 3 })
  expect((await duplicatesOf(added.importId)).import.added).toBe(1)
  const placed = { tags: ['Old', 'winter', 'Maps'], collectionId: 1 }
  expect(await mineNow()).toMatchObject({ ...placed, isFavorite: false, createdAt: before?.createdAt })
  expect((await succeed<LinkList>(api, get('/api/links?q=%23winter'))).links).toHaveLength(1)
  const again = await asked({ addToExisting: 'true' })
  expect((await duplicatesOf(again.importId)).import.added).toBe(0)
  expect(await mineNow()).toMatchObject(placed)

  const { acts } = await succeed<HistoryPage>(api, get(`/api/history?link=${before?.id}&kind=imports`))
  expect(acts.map(sayAct)).toEqual([
    'Imported 0 articles from Raindrop.io (export.csv); 1 duplicate added tags or a folder to what was there',
  ])
  const undo = { act: acts[0]?.id }
  const what = { restoredCount: 0, import: { takenBackCount: 1 } }
  expect(await succeed(api, post('/api/undo/preview', undo))).toMatchObject(what)
  expect(await succeed(api, post('/api/undo', undo))).toMatchObject(what)
  expect(await mineNow()).toMatchObject({ tags: ['Old'], collectionId: null })
  expect((await succeed<LinkList>(api, get('/api/links?q=%23winter'))).links).toHaveLength(0)
})

test('the plan is the limit, and what it has no room for is skipped and named', async () => {
  const { api, libraryId } = await newUser()
  const form = await formWith('part_000000.csv', pocketCsv(600))
  const refused = await api.ask(post('/api/import/pocket', form))
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({ currentCount: 0, limit: 500, upgradeRequired: true })
  const unconfirmed = 'SELECT FROM uploads.files WHERE library_id = $1 AND confirmed_at IS NULL'
  expect((await stack.pool.query(unconfirmed, [libraryId])).rows).toHaveLength(1)
  const fields = { proceedWithFree: 'true' }
  const some = await formWith('part_000000.csv', pocketCsv(600), fields)
  const answer = await succeed<ImportAnswer>(api, post('/api/import/pocket', some))
  expect(answer).toMatchObject({ imported: 500, duplicates: 0, skipped: 100, failed: 0 })
  const skipped = await succeed<ImportLedger>(api, get(`/api/imports/${answer.importId}?kind=skipped`))
  expect(skipped.rows.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, n) => 501 + n))
  const full = await api.ask(post('/api/import/pocket', some))
  expect([full.status, full.body]).toMatchObject([402, { currentCount: 500, limit: 500 }])
  const counts = await succeed<Counts>(api, get('/api/counts'))
  expect(counts.used).toBe(500)
})

test('an asynchronous import is answered at once, and the same key never imports twice', async () => {
  const { api } = await newUser()
  const headers = { prefer: 'respond-async', 'idempotency-key': 'import-once' }
  const form = await formWith('part_000000.csv', pocketCsv(400))
  const first = await api.ask(post('/api/import/pocket', form, headers))
  expect(first.status).toBe(202)
  const { importId } = first.body as { importId: string }
  const find = async () =>
    (await succeed<ImportLedger>(api, get(`/api/imports/${importId}?kind=failed`))).import
  expect(['waiting', 'running', 'completed']).toContain((await find()).status)
  await until('The import', async () => (await find()).status === 'completed', 30_000)
  expect(await find()).toMatchObject({ read: 400, imported: 400, expectedRows: 400 })
  const second = await api.ask(post('/api/import/pocket', form, headers))
  expect([second.status, second.body]).toEqual([202, { importId }])
  expect((await succeed<ImportList>(api, get('/api/imports'))).imports).toHaveLength(1)
})

test('imports of one library run one after the other, and saves go on meanwhile', async () => {
  const user = await newUser()
  const files = ['one', 'two', 'three'].map(name =>
    formWith(`${name}.csv`, pocketCsv(120, manyHosts(`${name}.example`))),
  )
  const forms = await Promise.all(files)
  const importing = forms.map(form => succeed<ImportAnswer>(user.api, post('/api/import/pocket', form)))
  const link = await saveLink(user, 'https://saved.example/meanwhile')
  const answers = await Promise.all(importing)
  expect(answers.map(({ imported }) => imported)).toEqual([120, 120, 120])
  expect(link.id).toBeGreaterThan(0)
  expect((await succeed<Counts>(user.api, get('/api/counts'))).used).toBe(361)
})

test('articles of a preview are imported without a file, each checked anew', async () => {
  const { api } = await newUser()
  const article = { url: 'https://example.com/1', title: 'One', note: null, tags: ['x'], collection: 'Work' }
  const rest = { savedAt: '2020-01-02T03:04:05.000Z', isFavorite: true, isArchived: false }
  const articles = [{ ...article, ...rest }, { url: 'javascript:alert(1)', title: 'Two' }, { title: 'None' }]
  const answer = await succeed<ImportAnswer>(
    api,
    post('/api/migrate/import-direct', { articles, totalItems: 3, tags: [], domains: [] }),
  )
  expect(answer).toMatchObject({ imported: 1, failed: 2 })
  const { links } = await succeed<LinkList>(api, get('/api/links'))
  expect(links).toMatchObject([{ title: 'One', tags: ['x'], isFavorite: true, createdAt: rest.savedAt }])
  const short = await api.ask(post('/api/migrate/import-direct', { articles, totalItems: 9 }))
  expect([short.status, (short.body as Refusal).message]).toEqual([400, 'Please upload the file again.'])
})

test.each([
  ['an empty file', '', 'No data to import'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /no export that Lectern knows/],
  ['a table without addresses', 'title,tags\nOne,two\n', 'This table has no column with addresses.'],
  ['a table without rows', 'title,url,time_added,tags,status\n', 'No articles to import'],
])('%s is refused with a reason, and no import begins', async (_name, content, message) => {
  const { api } = await newUser()
  for (const path of ['/api/migrate/analyze', '/api/import/pocket']) {
    const answer = await api.ask(post(path, await formWith('part.csv', content)))
    expect([answer.status, (answer.body as Refusal).message]).toEqual([400, expect.stringMatching(message)])
  }
  expect((await succeed<ImportList>(api, get('/api/imports'))).imports).toEqual([])
})

test('a request without a file, of an unknown service or too large is refused', async () => {
  const { api } = await newUser()
  const asked = async (path: string, body: unknown) => {
    const { status, body: refusal } = await api.ask(post(path, body))
    return [status, (refusal as Refusal).message]
  }
  expect(await asked('/api/migrate/import-direct', {})).toEqual([400, 'No articles to import'])
  expect(await asked('/api/import/raindrop/preview', {})).toEqual([400, 'No file to import'])
  expect(await asked('/api/import/diigo', { uploadId: crypto.randomUUID() })).toEqual([404, 'Not found.'])
  const two = new FormData()
  for (const name of ['a.csv', 'b.csv']) two.append('file', new Blob([ROWS]), name)
  const both = new Response(two)
  const form = new Bytes(both.headers.get('content-type') ?? '', Buffer.from(await both.arrayBuffer()))
  expect(await asked('/api/migrate/analyze', form)).toEqual([400, 'Please choose one file at a time.'])
  const large = await formWith('large.csv', Buffer.alloc(120 * 1_048_576, 'a'))
  // The connection of a refused body may end before its answer is read.
  const asking = () => asked('/api/migrate/analyze', large).catch((error: Error) => error.message)
  await expect.poll(asking).toEqual([413, 'The file is larger than 100 MB.'])
})

test('a form that cannot be read is the fault of the request, and a file needs no name', async () => {
  const { api } = await newUser()
  const asked = async (form: string, type = 'multipart/form-data; boundary=X') =>
    (await api.ask(post('/api/migrate/analyze', new Bytes(type, Buffer.from(form))))).status
  const part = '--X\r\ncontent-disposition: form-data; name="file"'
  expect(await asked(`${part}; filename="a.csv"\r\n\r\nurl\n`)).toBe(400)
  expect(await asked(`${part}\r\ncontent-type: application/json\r\n\r\n{\r\n--X--\r\n`)).toBe(400)
  expect(await asked('--X', 'multipart/form-data')).toBe(400)
  const nameless = `${part}\r\ncontent-type: application/octet-stream\r\n\r\n${ROWS}\r\n--X--\r\n`
  expect(await asked(nameless)).toBe(200)
})
