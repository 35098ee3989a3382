import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import { AuditHeader, AuditLine } from '@lectern/platform/audit/chain.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import { AppendDenied } from '@lectern/platform/event-store/port.ts'
import { readStoreId } from '@lectern/platform/event-store/store-id.ts'
import { verifyAudit } from '@lectern/projectors/audit/verify.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { exporterEnv, startTestExporter } from '@lectern/workers/test-support/exporter.ts'
import { describe, expect, it } from 'vitest'
import { exporting, type Person } from './test-support/exporting.ts'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))
const { person, ask, succeed, request, ended, fileOf } = exporting(gateway)

/** Verifies the text of an audit file with the operator's verifier, against the live store. */
const verify = async (text: string) => {
  const file = join(parts.dataDir, `${randomUUID()}.jsonl`)
  await writeFile(file, text)
  return verifyAudit(gateway.store, (await readStoreId(gateway.store)) ?? '', { file, earlier: [] })
}
const eventsIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map(line => AuditLine.parse(JSON.parse(line)))

/** A library with a link and a private note. */
const reader = async (): Promise<Person> => {
  const ann = await person()
  const { id } = await succeed(ann, 'POST', '/api/links', { url: 'https://example.com/a', title: 'A title' })
  const note = { type: 'note', content: 'Mine alone', isPrivate: true }
  await succeed(ann, 'POST', `/api/links/${id}/notes`, note)
  return ann
}

describe('audit exports while an exporter runs', () => {
  duringTests(() => startTestExporter(parts))

  it('everyone gets the events of their own library, as a file that the verifier accepts', async () => {
    const [ann, ben] = [await reader(), await reader()]
    const { id, fileName } = await request(ann, { format: 'audit' })
    expect(fileName).toMatch(/^lectern-audit-\d{4}-\d\d-\d\d\.jsonl$/)
    const { status, size, written, total } = await ended(ann, id)
    const answer = await gateway.inject({ method: 'GET', path: `/api/exports/${id}/file` }, ann.cookie)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': expect.stringContaining(fileName),
      'content-length': String(size),
    })

    const [header = ''] = answer.body.split('\n')
    expect(AuditHeader.parse(JSON.parse(header))).toMatchObject({
      libraryId: ann.libraryId,
      after: { lines: 0 },
    })
    const events = eventsIn(answer.body)
    expect([status, written, total]).toEqual(['done', events.length, events.length])
    const { rows } = await gateway.pool.query('SELECT id FROM identity.users WHERE library_id = $1', [
      ann.libraryId,
    ])
    expect(new Set(events.map(({ stream }) => stream))).toEqual(
      new Set([libraryStream(ann.libraryId), notebookStream(ann.libraryId), accountStream(rows[0].id)]),
    )
    expect(answer.body).toContain('Mine alone')
    expect(answer.body).not.toContain(ben.libraryId)
    expect(await verify(answer.body)).toMatchObject({ events: events.length, gaps: 0 })

    await succeed(ann, 'POST', '/api/links', { url: 'https://example.com/later', title: 'Later' })
    expect(await verify(answer.body)).toMatchObject({ events: events.length, gaps: 0 })

    // Another account is told of no such export.
    expect((await ask(ben, 'GET', `/api/exports/${id}/file`)).status).toBe(404)
  })

  it('the verifier names a changed line and a missing line of an exported audit file', async () => {
    const text = await fileOf(await reader(), { format: 'audit' })
    const lines = text.trimEnd().split('\n')
    const at = lines.findIndex(line => line.includes('A title'))
    expect(at).toBeGreaterThan(0)
    await expect(verify(text.replace('A title', 'Another'))).rejects.toThrow(
      `Line ${at + 1} was changed: event ${at}, LinkSaved`,
    )
    await expect(verify(`${lines.toSpliced(at, 1).join('\n')}\n`)).rejects.toThrow(
      `Event ${at} is missing before line ${at + 1}.`,
    )
    await expect(verify(`${lines.slice(0, -1).join('\n')}\n`)).rejects.toThrow('it was cut off')
  })

  it.each([
    [{ scope: { kind: 'links', linkIds: [1] } }, 'An audit file is of the whole library.'],
    [{ scope: { kind: 'collection', collectionId: null } }, 'An audit file is of the whole library.'],
    [{ withPrivateNotes: false }, 'An audit file always has the private notes.'],
  ])('an audit export of %j is refused with a sentence', async (body, message) => {
    const refused = await ask(await reader(), 'POST', '/api/exports', { format: 'audit', ...body })
    expect([refused.status, refused.json().message]).toEqual([400, message])
  })
})

const start = (env: Record<string, string> = {}) =>
  spawn(process.execPath, [fileURLToPath(new URL('../../../workers/src/export/main.ts', import.meta.url))], {
    env: { ...process.env, ...exporterEnv(parts), EXIT_WITH_STDIN: 'true', LOG_LEVEL: 'error', ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
const end = async (exporter: ReturnType<typeof start>) => {
  exporter.kill('SIGKILL')
  await once(exporter, 'exit')
}
const rowOf = async (id: string) => {
  const { rows } = await gateway.pool.query(
    'SELECT status, attempts, claim, size FROM exports.requests WHERE id = $1',
    [id],
  )
  return rows[0]
}

it('an exporter that is killed in the middle is followed by one that makes the audit file once', async () => {
  const ann = await person()
  const library = aLibrary({ libraryId: ann.libraryId })
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  for (let from = 1; from <= 5_000; from += 500)
    await gateway.store.append(
      library.stream,
      'any',
      Array.from({ length: 500 }, (_, at) => ({
        ...{ id: randomUUID(), metadata },
        ...library.saved(from + at, { note: 'x'.repeat(500) }),
      })),
    )
  const { id } = await request(ann, { format: 'audit' })
  const first = start()
  await expect.poll(async () => (await rowOf(id)).size, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0)
  await end(first)
  expect(await rowOf(id)).toMatchObject({ status: 'running' })
  await gateway.pool.query(`UPDATE exports.requests SET seen_at = now() - interval '1 minute'`)

  const second = start()
  try {
    const { status, written, size } = await ended(ann, id)
    const { text } = await ask(ann, 'GET', `/api/exports/${id}/file`)
    expect([status, written, size]).toEqual(['done', eventsIn(text).length, Buffer.byteLength(text)])
    expect(await verify(text)).toMatchObject({ events: written, gaps: 0 })
  } finally {
    await end(second)
  }
})

it('an audit file waits while the event store does not answer, and other exports are made', async () => {
  const [ann, ben] = [await reader(), await reader()]
  const { id } = await request(ann, { format: 'audit' })
  const lost = start({ EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' })
  try {
    await expect.poll(async () => (await rowOf(id)).status).toBe('running')
    const { claim } = await rowOf(id)
    const csv = await request(ben, { format: 'csv' })
    expect(await ended(ben, csv.id)).toMatchObject({ status: 'done' })
    await expect.poll(async () => (await rowOf(id)).claim, { timeout: 30_000 }).not.toBe(claim)
    // The attempt under way is the only one that counts.
    const { status, attempts } = await rowOf(id)
    expect(attempts).toBe(status === 'running' ? 1 : 0)
  } finally {
    await end(lost)
  }
  await gateway.pool.query(`UPDATE exports.requests SET seen_at = now() - interval '1 minute'`)
  const found = start()
  try {
    expect(await ended(ann, id)).toMatchObject({ status: 'done', reason: null })
  } finally {
    await end(found)
  }
})

it("the exporter's secret of the event store appends nothing and ends no stream", async () => {
  const { EVENT_STORE_URL: url, EVENT_STORE_SECRET: connectionName } = exporterEnv(parts)
  const store = connectEventStore({ url, connectionName })
  const { libraryId } = await reader()
  const stream = libraryStream(libraryId)
  const event = { id: randomUUID(), type: 'LinkSaved', data: {}, metadata: {} }
  await expect(store.append(stream, 'any', [event])).rejects.toThrow(AppendDenied)
  await expect(store.tombstone(stream)).rejects.toThrow()
  await expect(store.truncate(stream, 2n)).rejects.toThrow()
  const types: string[] = []
  for await (const { type } of store.readStream(stream)) types.push(type)
  expect(types).toEqual(['LibraryOpened', 'AllowanceChanged', 'LinkSaved'])
  await store.close()
})
