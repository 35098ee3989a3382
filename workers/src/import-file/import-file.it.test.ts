import { randomUUID } from 'node:crypto'
import { commandSubjects, EndImport, ImportNotes, ImportRows, StartImport } from '@lectern/contracts/jobs.ts'
import { connectNats, type Nats } from '@lectern/platform/nats/connect.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import { migrate } from '@lectern/platform/postgres/migrate.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { RetryLater } from '@lectern/platform/work/retry-later.ts'
import { createDatabase, startNats, type TestNats } from '@lectern/stack/test-support/parts.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import type { ChunkWithNotes } from '../sources/chunk.ts'
import { type FileThreads, ThreadEnded } from './file-threads.ts'
import { importFile } from './import-file.ts'
import type { Answer, Message } from './tasks.ts'

const log = pino({ level: 'silent' })
const libraryId = randomUUID()
let server: TestNats
let commandApi: Nats
let nats: Nats
let pool: Pool
/** Everything that command-api was asked, in order. */
let asked: (StartImport | ImportRows | ImportNotes | EndImport)[]
let started: object

beforeAll(async () => {
  server = await startNats()
  commandApi = await connectNats({ url: server.url('gateway'), name: 'gateway' })
  nats = await connectNats({ url: server.url('workers'), name: 'workers' })
  pool = connectPostgres({ url: await createDatabase(), name: 'test', max: 2 })
  await migrate(pool, { schema: 'content', dir: new URL('../../migrations', import.meta.url).pathname })
  const answer = <Schema extends z.ZodType<(typeof asked)[number]>>(
    subject: string,
    schema: Schema,
    reply: () => object,
  ) =>
    answerRequests({
      nats: commandApi,
      subject,
      queue: 'command-api',
      schema,
      atOnce: 1,
      log,
      handle: async request => {
        asked.push(request)
        return { ok: true, ...reply() }
      },
    })
  answer(commandSubjects.startImport, StartImport, () => started)
  answer(commandSubjects.importRows, ImportRows, () => ({ links: [{ row: 1, linkId: 11 }] }))
  answer(commandSubjects.importNotes, ImportNotes, () => ({}))
  answer(commandSubjects.endImport, EndImport, () => ({}))
})
afterAll(async () => {
  await Promise.all([nats.close(), commandApi.close(), pool.end()])
  await server.stop()
})
beforeEach(() => {
  asked = []
  started = running(1)
})

const running = (resumeFrom: number) => ({
  status: 'running',
  uploadId: randomUUID(),
  source: 'pocket',
  requestedAt: '2026-01-02T03:04:05.678Z',
  resumeFrom,
})
const highlight = (content: string) => ({
  type: 'highlight' as const,
  content,
  selectedText: null,
  color: null,
  createdAt: null,
})
const chunkOf = (firstRow: number, lastRow: number, notes: ChunkWithNotes['notes'] = []): ChunkWithNotes => ({
  chunk: { firstRow, lastRow, rows: [], skipped: [], failed: [], shortened: [] },
  notes,
})
/** Threads that give these answers, one after the other. */
const giving = (...answers: readonly (Answer | Error)[]): FileThreads & { messages: Message[] } => {
  const left = [...answers]
  const messages: Message[] = []
  const ask = async (message: Message): Promise<Answer> => {
    messages.push(message)
    const next = left.shift() ?? { kind: 'end' }
    if (next instanceof Error) throw next
    return next
  }
  return { messages, use: work => work(ask), stop: async () => {} }
}
const run = (threads: FileThreads, importId: string = randomUUID()) =>
  importFile({ libraryId, importId }, new AbortController().signal, {
    ...{ pool, nats, threads, log },
    beforeChunk: async () => {},
  })

const failureOf = () => asked.flatMap(each => ('failure' in each ? [each.failure] : []))

test('chunks and their notes are given in order, notes of links that were not imported are left out', async () => {
  const notes = [
    { row: 1, notes: [highlight('a'), highlight('b')] },
    { row: 2, notes: [highlight('of a duplicate')] },
  ]
  await run(
    giving({ kind: 'chunk', chunk: chunkOf(1, 500, notes) }, { kind: 'chunk', chunk: chunkOf(501, 600) }),
  )
  expect(asked).toMatchObject([
    { importId: expect.any(String) },
    { chunk: { firstRow: 1 }, wanted: [1, 2] },
    {
      firstRow: 1,
      batch: 0,
      notes: [
        { row: 1, linkId: 11, content: 'a' },
        { linkId: 11, content: 'b' },
      ],
    },
    { chunk: { firstRow: 501 }, wanted: [] },
    { failure: null },
  ])
})

test('many notes of one row come in batches that fit into a message', async () => {
  const long = Array.from({ length: 30 }, (_, n) => highlight(`${n} ${'ä'.repeat(50_000)}`))
  await run(giving({ kind: 'chunk', chunk: chunkOf(1, 1, [{ row: 1, notes: long }]) }))
  const batches = asked.filter(each => 'batch' in each)
  expect(batches.map(({ batch }) => batch)).toEqual([0, 1, 2, 3, 4])
  expect(batches.flatMap(({ notes }) => notes)).toHaveLength(30)
})

test('an import that was interrupted goes on from its last chunk', async () => {
  started = running(1_001)
  const threads = giving({ kind: 'chunk', chunk: chunkOf(1_001, 1_200) })
  await run(threads)
  expect(threads.messages[0]).toMatchObject({ kind: 'chunks', fromRow: 1_001 })
})

test('an import that has ended is left alone, and one that is not its turn comes again', async () => {
  started = { status: 'ended' }
  await run(giving())
  expect(asked).toHaveLength(1)
  started = { status: 'waiting' }
  await expect(run(giving())).rejects.toBeInstanceOf(RetryLater)
})

test('a file that ends its thread is given up after five attempts, unless rows were read meanwhile', async () => {
  const importId = randomUUID()
  const attempt = () => run(giving(new ThreadEnded('out of memory')), importId)
  for (let n = 0; n < 4; n += 1) await expect(attempt()).rejects.toBeInstanceOf(RetryLater)
  started = running(501)
  for (let n = 0; n < 5; n += 1) await expect(attempt()).rejects.toBeInstanceOf(RetryLater)
  expect(failureOf()).toEqual([])
  await attempt()
  expect(failureOf()).toEqual(['gave-up'])
})

test.each([
  [{ kind: 'gone' }, 'file-gone'],
  [{ kind: 'refused', reason: 'unreadable' }, 'unreadable'],
] as const)('the answer %o ends the import with its reason', async (answer, failure) => {
  await run(giving({ kind: 'chunk', chunk: chunkOf(1, 500) }, answer))
  expect(failureOf()).toEqual([failure])
})

test('an outage of Postgres is no fault of the file', async () => {
  await expect(run(giving({ kind: 'failed', message: 'away', isOutage: true }))).rejects.toBeInstanceOf(
    RetryLater,
  )
  expect(failureOf()).toEqual([])
})
