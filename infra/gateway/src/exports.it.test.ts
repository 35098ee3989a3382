import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { exportsIn } from '@lectern/command-api/exports/exports.ts'
import type { Export } from '@lectern/contracts/api/exports.ts'
import { type HistoryAct, HistoryPage } from '@lectern/contracts/api/history.ts'
import { ExportedAct, ExportedLink, ExportHeader } from '@lectern/contracts/export.ts'
import { sayAct } from '@lectern/contracts/history-sentences.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { exportQueue, NotOurs } from '@lectern/workers/export/queue.ts'
import { exporterEnv, startTestExporter } from '@lectern/workers/test-support/exporter.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { exporting, type Person } from './test-support/exporting.ts'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))
const exporterUrl = () => exporterEnv(parts).DATABASE_URL

const { person, ask, succeed, request, ended, fileOf } = exporting(gateway)

/** Rows that no event led to: for exports, the read model is all there is. */
const addLinks = async ({ libraryId }: Person, count: number, note = 'x'.repeat(400)) => {
  const schema = await currentReadSchema(gateway.pool)
  await gateway.pool.query(
    `INSERT INTO ${schema}.links (library_id, id, created_at, is_favorite, is_archived, article_id, url, url_key, title,
       title_from_page, note, tags)
     SELECT $1, n, now(), false, false, sha256(n::text::bytea), 'https://example.com/' || n, 'x' || n, 'Title ' || n, false, $3, '{}'
     FROM generate_series(1000, 999 + $2::integer) AS n`,
    [libraryId, count, note],
  )
}

/** The whole history, as the API gives it. */
const historyOf = async (of: Person): Promise<HistoryAct[]> => {
  const acts: HistoryAct[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = HistoryPage.parse(
      await succeed(of, 'GET', `/api/history?limit=200${cursor && `&cursor=${cursor}`}`),
    )
    acts.push(...page.acts)
    cursor = page.nextCursor
  }
  return acts
}

/** Acts that no event led to, three at each moment. */
const addActs = async ({ libraryId }: Person, count: number) => {
  const schema = await currentReadSchema(gateway.pool)
  await gateway.pool.query(
    `INSERT INTO ${schema}.acts (library_id, stream, revision, last_revision, position, at, kind, via, command_id, link_id, link_count,
       named, facts, undo)
     SELECT $1, CASE n % 2 WHEN 0 THEN 'l' ELSE 'n' END, n, n, n, timestamptz '2025-01-01' + n / 3 * interval '1 minute',
       'favorited', 'api', 'c' || n, 1, 1, '{1}', '{}', 'final'
     FROM generate_series(1000, 999 + $2::integer) AS n`,
    [libraryId, count],
  )
}

describe('exports while an exporter runs', () => {
  duringTests(() => startTestExporter(parts))

  it('an export has the library as it was when it was asked for', async () => {
    const ann = await person()
    const { id: collectionId } = await succeed(ann, 'POST', '/api/collections', { name: 'Reading' })
    const { id } = await succeed(ann, 'POST', '/api/links', {
      ...{ url: 'https://example.com/a', title: 'A title', note: 'Own', tags: ['one', 'two'] },
    })
    await succeed(ann, 'PUT', `/api/links/${id}/collection`, { collectionId })
    await succeed(ann, 'PATCH', `/api/links/${id}/favorite`, { isFavorite: true })
    const contentHash = 'a'.repeat(64)
    await gateway.pool.query(
      `INSERT INTO reading.positions (library_id, link_id, user_id, text_offset, content_hash, updated_at, text_length)
       SELECT library_id, $2, id, 3, $3, now(), 9 FROM identity.users WHERE library_id = $1`,
      [ann.libraryId, id, contentHash],
    )
    await succeed(ann, 'POST', `/api/links/${id}/notes`, {
      type: 'note',
      content: 'Mine alone',
      isPrivate: true,
    })

    const { collections, links, notes, ...rest } = JSON.parse(await fileOf(ann, { format: 'json' }))
    expect(ExportHeader.parse(rest)).toMatchObject({
      scope: 'all',
      hasPrivateNotes: true,
      counts: { links: 1, notes: 1 },
    })
    expect(collections).toEqual([
      { id: collectionId, name: 'Reading', description: null, color: expect.any(String) },
    ])
    expect(links.map((link: unknown) => ExportedLink.parse(link))).toEqual([
      expect.objectContaining({
        ...{
          id,
          url: 'https://example.com/a',
          title: 'A title',
          titleFrom: 'person',
          note: 'Own',
          collectionId,
        },
        ...{ tags: ['one', 'two'], isFavorite: true, isArchived: false },
        position: { offset: 3, length: 9, contentHash, updatedAt: expect.any(String) },
      }),
    ])
    expect(notes).toMatchObject([{ linkId: id, content: 'Mine alone', isPrivate: true }])
  })

  it('an export tells every act of a whole library, newest first, as the history does, in plain words', async () => {
    const ann = await person('pro')
    const { id: collectionId } = await succeed(ann, 'POST', '/api/collections', { name: 'Reading' })
    for (const n of [1, 2])
      await succeed(ann, 'POST', '/api/links', { url: `https://example.com/${n}`, title: `Link ${n}` })
    const updates = { collectionId }
    await succeed(ann, 'PUT', '/api/links/bulk', { linkIds: [1, 2], updates })
    await succeed(ann, 'POST', '/api/links/1/notes', { type: 'note', content: 'Mine alone', isPrivate: true })
    await succeed(ann, 'POST', '/api/links/1/notes', { type: 'quote', content: 'the warm inn' })
    const [, , moved] = await historyOf(ann)
    await succeed(ann, 'POST', '/api/undo', { act: moved?.id })
    await succeed(ann, 'DELETE', '/api/links/2')
    await addActs(ann, 1_203)

    const acts = await historyOf(ann)
    const { counts, history } = JSON.parse(await fileOf(ann, { format: 'json' }))
    expect(counts.history).toBe(acts.length)
    const told = history.map((act: unknown) => ExportedAct.parse(act))
    expect(told).toEqual(acts.map(({ undo: _, ...act }) => ({ ...act, sentence: sayAct(act) })))
    expect(told).toEqual(history)
    expect(told.slice(0, 5).map(({ sentence }: ExportedAct) => sentence)).toEqual([
      'Deleted "Link 2"',
      'Undid the move of 2 articles',
      'Quoted "Link 1"',
      'Took a note on "Link 1"',
      'Moved 2 articles to Reading',
    ])
    expect(told[1].undone).toEqual({ id: moved?.id, kind: 'moved' })
    expect(told[3].note.text).toBe('Mine alone')

    for (const scope of [
      { kind: 'links', linkIds: [1] },
      { kind: 'collection', collectionId },
    ]) {
      const part = JSON.parse(await fileOf(ann, { format: 'json', scope, withPrivateNotes: true }))
      expect([part.counts.history, part.history]).toEqual([0, []])
    }
  })

  it('an export without private notes tells of notes only what the notes of its file say', async () => {
    const ann = await person()
    await succeed(ann, 'POST', '/api/links', { url: 'https://example.com/a', title: 'A' })
    const take = (content: string, isPrivate: boolean) =>
      succeed(ann, 'POST', '/api/links/1/notes', { type: 'note', content, isPrivate })
    const long = 'A long text. '.repeat(40)
    await take('Secret 1', true)
    await take(long, false)
    const gone = await take('Secret 3', false)
    const shown = await take('Secret 4', true)
    const hidden = await take('Secret 5', false)
    await succeed(ann, 'DELETE', `/api/notes/${gone.id}`)
    const revise = ({ id }: { id: number }, changes: object) =>
      succeed(ann, 'PUT', `/api/notes/${id}`, changes)
    await revise(shown, { content: 'For everyone', isPrivate: false })
    await revise(hidden, { isPrivate: true })

    const [whole, file] = [
      await fileOf(ann, { format: 'json' }),
      await fileOf(ann, { format: 'json', withPrivateNotes: false }),
    ]
    const textsIn = (text: string) =>
      JSON.parse(text)
        .history.map((act: unknown) => ExportedAct.parse(act).note)
        .flatMap((note: ExportedAct['note']) => (note ? [[note.id, note.text]] : []))
    const begins = long.slice(0, 300)
    expect(textsIn(whole)).toEqual([
      ...[
        [5, 'Secret 5'],
        [4, 'For everyone'],
        [3, 'Secret 3'],
      ],
      ...[5, 4, 3].map(id => [id, `Secret ${id}`]),
      ...[
        [2, begins],
        [1, 'Secret 1'],
      ],
    ])
    expect(textsIn(file)).toEqual([
      ...[
        [5, null],
        [4, 'For everyone'],
        [3, null],
      ],
      ...[5, 4, 3].map(id => [id, null]),
      ...[
        [2, begins],
        [1, null],
      ],
    ])
    expect(file).not.toContain('Secret')
    expect(JSON.parse(file).counts.history).toBe(JSON.parse(whole).counts.history)
  })

  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['html', 'text/html; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
  ])('everyone can download an export as %s, and no cache keeps it', async (format, type) => {
    const ann = await person()
    await succeed(ann, 'POST', '/api/links', { url: 'https://example.com/a', title: 'Only this' })
    const { id, fileName } = await request(ann, { format })
    const { size, expiresAt, endedAt } = await ended(ann, id)
    expect(Date.parse(expiresAt ?? '') - Date.parse(endedAt ?? '')).toBe(24 * 3_600_000)
    const answer = await gateway.inject({ method: 'GET', path: `/api/exports/${id}/file` }, ann.cookie)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-store',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
    })
    expect(answer.body).toContain('Only this')
    expect(Buffer.byteLength(answer.body)).toBe(size)
  })

  it.each([
    [{ format: 'zip' }],
    [{ format: 'json', scope: { kind: 'links', linkIds: [1] } }],
    [{ format: 'csv', scope: { kind: 'collection', collectionId: 1 } }],
  ])('an export of %j needs Pro', async body => {
    const [ann, pro] = [await person('basic'), await person('pro')]
    for (const each of [ann, pro]) {
      await succeed(each, 'POST', '/api/links', { url: 'https://example.com/a', title: 'A' })
      await succeed(each, 'POST', '/api/collections', { name: 'C' })
    }
    const refused = await ask(ann, 'POST', '/api/exports', body)
    expect([refused.status, refused.json()]).toMatchObject([402, { upgradeRequired: true }])
    const { id } = await request(pro, body)
    expect(await ended(pro, id)).toMatchObject({ status: 'done' })
  })

  it('chosen links and one collection are exported, without private notes unless they are wanted', async () => {
    const ann = await person('ultra')
    const { id: collectionId } = await succeed(ann, 'POST', '/api/collections', {
      name: 'Cooking: Bread & Butter',
    })
    for (const n of [1, 2, 3]) {
      await succeed(ann, 'POST', '/api/links', { url: `https://example.com/${n}`, title: `Link ${n}` })
      for (const isPrivate of [true, false])
        await succeed(ann, 'POST', `/api/links/${n}/notes`, { type: 'note', content: `${n}`, isPrivate })
    }
    await succeed(ann, 'PUT', '/api/links/2/collection', { collectionId })
    const idsIn = (file: string) => {
      const { links, notes, collections } = JSON.parse(file)
      return [links, notes, collections].map(list => list.map(({ id }: { id: number }) => id))
    }
    const scope = { kind: 'collection', collectionId }
    const { fileName } = await request(ann, { format: 'json', scope })
    expect(fileName).toMatch(/^lectern-cooking-bread-butter-\d{4}-\d\d-\d\d\.json$/)
    await expect.poll(async () => (await succeed(ann, 'GET', '/api/exports')).exports[0].status).toBe('done')
    expect(idsIn(await fileOf(ann, { format: 'json', scope }))).toEqual([[2], [4], [collectionId]])
    expect(
      idsIn(await fileOf(ann, { format: 'json', scope: { kind: 'collection', collectionId: null } })),
    ).toEqual([[1, 3], [2, 6], []])
    const chosen = { kind: 'links', linkIds: [[2, 3], 99] }
    expect(idsIn(await fileOf(ann, { format: 'json', scope: chosen, withPrivateNotes: true }))).toEqual([
      [2, 3],
      [3, 4, 5, 6],
      [collectionId],
    ])
  })

  it('everyone gets an EPUB of one article, and plans with bulk export get one of up to 200', async () => {
    const ann = await person()
    const save = (of: Person, n: number) =>
      succeed(of, 'POST', '/api/links', { url: `https://fog.example/${n}`, title: `Fog, no. ${n}` })
    const [one, two] = [await save(ann, 1), await save(ann, 2)]
    const book = (of: Person, scope: object) => ask(of, 'POST', '/api/exports', { format: 'epub', scope })
    const asked = await book(ann, { kind: 'links', linkIds: [one.id] })
    expect(asked.status).toBe(202)
    expect(await ended(ann, asked.json().id)).toMatchObject({
      ...{ status: 'done', scope: { kind: 'links', name: 'Fog, no. 1' } },
      fileName: expect.stringMatching(/^lectern-fog-no-1-[\d-]{10}\.epub$/),
    })
    const file = await ask(ann, 'GET', `/api/exports/${asked.json().id}/file`)
    // Bytes of the header, such as the time, may make one letter of two.
    expect(file.text.slice(0, 58)).toContain('mimetypeapplication/epub+zip')
    for (const scope of [{ kind: 'links', linkIds: [one.id, two.id] }, { kind: 'all' }])
      expect((await book(ann, scope)).status).toBe(402)

    const bob = await person('pro')
    const links: { id: number }[] = []
    for (let n = 0; n < 201; n += 1) links.push(await save(bob, n))
    const linkIds = links.map(({ id }) => id)
    const { id: collectionId } = await succeed(bob, 'POST', '/api/collections', { name: 'All of it' })
    const updates = { collectionId }
    await succeed(bob, 'PUT', '/api/links/bulk', { linkIds, updates })
    for (const scope of [{ kind: 'all' }, { kind: 'links', linkIds }, { kind: 'collection', collectionId }]) {
      const refused = await book(bob, scope)
      expect([refused.status, refused.json().message]).toEqual([
        413,
        'An EPUB holds at most 200 articles. Please choose fewer.',
      ])
    }
    const most = await book(bob, { kind: 'links', linkIds: linkIds.slice(1) })
    expect(await ended(bob, most.json().id)).toMatchObject({ status: 'done', written: 200, total: 200 })
    // A link of another account is none.
    expect((await book(ann, { kind: 'links', linkIds: [linkIds.at(-1)] })).status).toBe(404)
  })

  it('the five newest exports are kept, each for a day', async () => {
    const ann = await person()
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const { id } = await request(ann, { format: 'csv' })
      await ended(ann, id)
      ids.unshift(id)
    }
    const kept = async () => (await succeed(ann, 'GET', '/api/exports')).exports.map(({ id }: Export) => id)
    expect(await kept()).toEqual(ids.slice(0, 5))
    expect((await ask(ann, 'GET', `/api/exports/${ids[5]}/file`)).status).toBe(404)

    await gateway.pool.query(
      `UPDATE exports.requests SET ended_at = now() - interval '25 hours' WHERE id = $1`,
      [ids[4]],
    )
    expect(await kept()).toEqual(ids.slice(0, 4))
    expect((await ask(ann, 'GET', `/api/exports/${ids[4]}/file`)).status).toBe(404)
    await exportsIn(gateway.pool, { isLow: () => false }).clean()
    const { rows } = await gateway.pool.query('SELECT FROM exports.pieces WHERE export_id = $1', [ids[4]])
    expect(rows).toEqual([])
    await exportsIn(gateway.pool, { isLow: () => false }).forget(ann.libraryId)
    expect(await kept()).toEqual([])
  })

  it('another account can neither see, get nor remove an export', async () => {
    const [ann, ben] = [await person('pro'), await person('pro')]
    await succeed(ann, 'POST', '/api/links', { url: 'https://example.com/a', title: 'A' })
    await succeed(ann, 'POST', '/api/collections', { name: "Ann's" })
    const { id } = await request(ann, { format: 'json' })
    await ended(ann, id)
    for (const [method, path] of [
      ['GET', `/api/exports/${id}`],
      ['GET', `/api/exports/${id}/file`],
      ['DELETE', `/api/exports/${id}`],
      ['GET', '/api/exports/none/file'],
    ] as const)
      expect([path, (await ask(ben, method, path)).status]).toEqual([path, 404])
    expect((await succeed(ben, 'GET', '/api/exports')).exports).toEqual([])
    for (const scope of [
      { kind: 'links', linkIds: [1] },
      { kind: 'collection', collectionId: 1 },
    ])
      expect((await ask(ben, 'POST', '/api/exports', { format: 'json', scope })).status).toBe(404)
    expect((await ask(ann, 'GET', `/api/exports/${id}/file`)).status).toBe(200)
    expect(await succeed(ann, 'DELETE', `/api/exports/${id}`)).toEqual({ id })
    expect((await ask(ann, 'GET', `/api/exports/${id}/file`)).status).toBe(404)
  })

  it.each([
    [{}],
    [{ format: 'pdf' }],
    [{ format: 'json', scope: { kind: 'links', linkIds: [] } }],
    [{ format: 'json', scope: { kind: 'links' } }],
    [{ format: 'json', scope: { kind: 'everything' } }],
    [{ format: 'json', withPrivateNotes: 'yes' }],
  ])('an export of %j is refused with a sentence', async body => {
    const { status, json } = await ask(await person('pro'), 'POST', '/api/exports', body)
    expect([status, json().message]).toEqual([400, expect.stringMatching(/^[A-Z\w].+\.?$/)])
  })
})

describe('exports without an exporter', () => {
  beforeEach(() => gateway.pool.query('TRUNCATE exports.requests CASCADE'))

  it('one export of a library waits at once, however many are asked for, and a repeated request is the same', async () => {
    const ann = await person()
    const headers = { 'idempotency-key': 'one' }
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => ask(ann, 'POST', '/api/exports', { format: 'json' }, headers)),
    )
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(asked.map(({ json }) => json().id)).size).toBe(1)
    expect((await ask(ann, 'POST', '/api/exports', { format: 'csv' }, headers)).status).toBe(422)
    const others = await Promise.all(
      Array.from({ length: 5 }, () => ask(ann, 'POST', '/api/exports', { format: 'csv' })),
    )
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
    await request(await person(), { format: 'csv' })
  })

  it('an exporter that is killed in the middle is followed by one that makes the file once', async () => {
    const ann = await person()
    await addLinks(ann, 20_000)
    const { id } = await request(ann, { format: 'json' })
    // What an attempt before left.
    await gateway.pool.query(`INSERT INTO exports.pieces (export_id, n, bytes) VALUES ($1, 99, 'x')`, [id])
    const start = () =>
      spawn(
        process.execPath,
        [fileURLToPath(new URL('../../../workers/src/export/main.ts', import.meta.url))],
        {
          env: { ...process.env, ...exporterEnv(parts), EXIT_WITH_STDIN: 'true', LOG_LEVEL: 'error' },
          stdio: ['pipe', 'ignore', 'inherit'],
        },
      )
    const pieces = async () =>
      (await gateway.pool.query('SELECT n FROM exports.pieces WHERE export_id = $1 AND n < 90', [id]))
        .rowCount
    const first = start()
    await expect.poll(pieces, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0)
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(await succeed(ann, 'GET', `/api/exports/${id}`)).toMatchObject({ status: 'running' })
    await gateway.pool.query(
      `UPDATE exports.requests SET seen_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    )

    const second = start()
    try {
      expect(await ended(ann, id)).toMatchObject({ status: 'done', written: 20_000, total: 20_000 })
    } finally {
      second.kill('SIGKILL')
      await once(second, 'exit')
    }
    const { links } = JSON.parse((await ask(ann, 'GET', `/api/exports/${id}/file`)).text)
    expect(links).toHaveLength(20_000)
  })

  it('an export whose exporters die fails after the third', async () => {
    const ann = await person()
    const { id } = await request(ann, { format: 'csv' })
    await gateway.pool.query(
      `UPDATE exports.requests SET status = 'running', attempts = 3, seen_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    )
    const exporter = await startTestExporter(parts)
    expect(await ended(ann, id)).toMatchObject({
      ...{ status: 'failed', size: null, expiresAt: null },
      reason: 'It could not be made. Please try again later.',
    })
    await exporter.stop()
    expect((await ask(ann, 'GET', `/api/exports/${id}/file`)).status).toBe(404)
  })

  it('a maker that was held up writes nothing into the work of another, nor into an export that is removed', async () => {
    const ann = await person()
    const { id } = await request(ann, { format: 'csv' })
    const pool = connectPostgres({ url: exporterUrl(), name: 'test', max: 1 })
    const queue = exportQueue(pool)
    const slow = await queue.take(false)
    expect(await queue.take(false)).toBeUndefined()
    await gateway.pool.query(
      `UPDATE exports.requests SET seen_at = now() - interval '1 minute' WHERE id = $1`,
      [id],
    )
    const fast = await queue.take(false)
    if (slow === undefined || fast === undefined) throw new Error('nothing was taken')
    const piece = { n: 0, bytes: Buffer.from('x') }
    const progress = { written: 1, total: 1 }
    await expect(queue.add(slow, piece, progress)).rejects.toThrow(NotOurs)
    await expect(queue.done(slow, progress)).rejects.toThrow(NotOurs)
    await queue.fail(slow, 'gave-up')
    await queue.add(fast, piece, progress)
    await succeed(ann, 'DELETE', `/api/exports/${id}`)
    await expect(queue.add(fast, { ...piece, n: 1 }, progress)).rejects.toThrow(NotOurs)
    await pool.end()
  })

  it('an export that is put back comes after those that waited meanwhile', async () => {
    const [first, second] = [await person(), await person()]
    const { id: early } = await request(first, { format: 'csv' })
    const { id: late } = await request(second, { format: 'csv' })
    const pool = connectPostgres({ url: exporterUrl(), name: 'test', max: 1 })
    const queue = exportQueue(pool)
    const behind = await queue.take(false)
    expect(behind?.id).toBe(early)
    if (behind) {
      await queue.told(behind, { written: 0, total: null })
      await queue.putBack(behind, false)
    }
    expect([(await queue.take(false))?.id, (await queue.take(false))?.id]).toEqual([late, early])
    await pool.end()
  })

  it('exports end where the disk is nearly full, and none is begun', async () => {
    const ann = await person()
    const { id } = await request(ann, { format: 'csv' })
    const full = exportsIn(gateway.pool, { isLow: () => true })
    await full.makeRoom()
    expect(await ended(ann, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('space') })
  })

  it("the exporter's user of Postgres reads no account, changes no library and asks for no export", async () => {
    const pool = connectPostgres({ url: exporterUrl(), name: 'test', max: 1 })
    const schema = await currentReadSchema(gateway.pool)
    for (const forbidden of [
      'SELECT FROM identity.users',
      'SELECT FROM identity.sessions',
      'SELECT FROM command.snapshots',
      'SELECT FROM uploads.files',
      `UPDATE ${schema}.links SET title = 'x'`,
      `UPDATE exports.requests SET user_id = gen_random_uuid()`,
      'DELETE FROM exports.requests',
      'SELECT bytes FROM exports.pieces',
      `INSERT INTO exports.requests (id) VALUES (gen_random_uuid())`,
      'SET ROLE lectern_gateway',
    ])
      await expect(pool.query(forbidden), forbidden).rejects.toMatchObject({
        code: expect.stringMatching(/42501|22023/),
      })
    await pool.end()
  })
})
