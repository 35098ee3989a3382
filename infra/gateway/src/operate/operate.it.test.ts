import { randomUUID } from 'node:crypto'
import { mailKey } from '@lectern/command-api/mail/failed-mails.ts'
import type { Operation } from '@lectern/contracts/api/operation.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { importWork, jobOfLink, pageWork, type Work, workKinds } from '@lectern/contracts/work.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { beforeEach, expect, test } from 'vitest'
import { startGateway } from '../test-support/gateway.ts'
import { type Person, peopleOf } from '../test-support/people.ts'

const operators: string[] = []
const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts, { operators }))
const people = peopleOf(gateway)

let operator: Person
beforeEach(async () => {
  operator = await people.signUp('ultra')
  operators.splice(0, operators.length, operator.userId)
  await gateway.pool.query('DELETE FROM projections.work WHERE failed_at IS NOT NULL')
})

const look = (): Promise<Operation> => operator.ok('GET', '/api/operation')
const settle = async (what: 'retry' | 'drop', body: object) =>
  (await operator.ok('POST', `/api/operation/${what}`, body)).jobs
const failedRows = async () =>
  (await gateway.pool.query('SELECT key FROM projections.work WHERE failed_at IS NOT NULL')).rows
const failWork = (...work: Work[]) =>
  addWork(gateway.pool, work, { failure: 'no https://example.com/secret' })

/** A link whose page nobody reads, and its job, which failed. */
const failPage = async (who: Person) => {
  const url = `https://example.com/${randomUUID()}`
  const { id: linkId } = await who.ok('POST', '/api/links', { url, title: 'A link' })
  const job = { ...jobOfLink({ libraryId: who.libraryId, linkId, url }), requestId: randomUUID() }
  await failWork(pageWork(workKinds.saved, job))
  return { linkId, key: job.requestId }
}

test('everybody but an operator in the browser is answered as if there were nothing', async () => {
  const { key } = await failPage(operator)
  const body = { kind: workKinds.saved, key }
  const routes = [
    ['GET', '/api/operation', undefined],
    ['POST', '/api/operation/retry', body],
    ['POST', '/api/operation/drop', body],
  ] as const
  const { editor, there } = await people.share()
  const wanted = { name: 'Mine', scope: 'write', expiresInDays: 7, currentPassword: operator.password }
  const { token } = await operator.ok('POST', '/api/account/tokens', wanted)
  for (const [method, path, sent] of routes) {
    const request = { method, path, body: sent }
    expect((await gateway.ask(request)).status).toBe(401)
    expect((await gateway.ask(request, editor.cookies)).status).toBe(404)
    expect((await gateway.ask({ ...request, path: there(path) }, editor.cookies)).status).toBe(404)
    const byToken = { ...request, headers: { authorization: `Bearer ${token}` } }
    expect((await gateway.ask(byToken)).status).toBe(404)
    if (sent === undefined) continue
    const bySite = { ...request, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await gateway.ask(bySite, operator.cookies)).status).toBe(403)
  }
  expect(await failedRows()).toEqual([{ key }])
})

test('the state of the server is told, with what is away', async () => {
  const { parts: found, problems, lags, jobs, storage, versions, update } = await look()
  const isUp = Object.fromEntries(found.map(part => [part.name, part.isUp]))
  const up = { Gateway: true, Projectors: true, 'Event store': true, Postgres: true, NATS: true }
  expect(isUp).toEqual({ ...up, Workers: false })
  expect(problems.map(({ what }) => what)).toContain('Workers do not answer.')
  expect(lags.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Lists (1 of 2)', 'Search', 'Mails, payments and notes']),
  )
  expect(jobs?.map(({ kind }) => kind)).toEqual([...Object.values(workKinds), 'mail'])
  expect(storage?.stores.map(({ name }) => name)).toEqual(expect.arrayContaining(['Read models', 'Accounts']))
  expect(versions.find(({ name }) => name === 'Node')?.version).toBe(process.versions.node)
  expect(update?.waits).toEqual([])
})

test('a job that failed is listed with the host alone, and done again, or all of its kind', async () => {
  const [first, second] = [await failPage(operator), await failPage(operator)]
  const { failed, jobs } = await look()
  expect(failed).toHaveLength(2)
  expect(failed?.[0]).toMatchObject({
    host: 'example.com',
    reason: 'no https://example.com/…',
    attempts: 1,
  })
  expect(JSON.stringify(failed)).not.toContain('secret')
  expect(jobs?.find(({ kind }) => kind === workKinds.saved)?.failed).toBe(2)
  expect(await settle('retry', { kind: workKinds.saved, key: first.key })).toBe(1)
  expect(await failedRows()).toEqual([{ key: second.key }])
  const { rows } = await gateway.pool.query(
    'SELECT failures, reason, due_at <= now() AS "isDue" FROM projections.work WHERE key = $1',
    [first.key],
  )
  expect(rows).toEqual([{ failures: 0, reason: null, isDue: true }])
  expect(await settle('retry', { kind: workKinds.saved })).toBe(1)
  expect(await settle('retry', { kind: workKinds.saved, key: first.key })).toBe(0)
  expect(await settle('retry', { kind: 'unknown' })).toBe(0)
  await gateway.pool.query('DELETE FROM projections.work')
})

test('a dropped page is one that could not be read: its link stays, and a job that is tried again is no longer dropped', async () => {
  const { linkId, key } = await failPage(operator)
  const extraction = async () => (await operator.ok('GET', `/api/links/${linkId}`)).extraction
  expect(await extraction()).toBe('pending')
  expect(await settle('drop', { kind: workKinds.saved, key })).toBe(1)
  await expect.poll(extraction, { timeout: 10_000 }).toBe('failed')
  expect(await failedRows()).toEqual([])
  expect(await settle('drop', { kind: workKinds.saved, key })).toBe(0)

  const other = await failPage(operator)
  await settle('retry', { kind: workKinds.saved, key: other.key })
  expect(await settle('drop', { kind: workKinds.saved, key: other.key })).toBe(0)
  expect((await operator.ok('GET', `/api/links/${other.linkId}`)).extraction).toBe('pending')
  await gateway.pool.query('DELETE FROM projections.work')
})

test('a dropped import ends as failed', async () => {
  const { libraryId, userId } = operator
  const [importId, uploadId] = [randomUUID(), randomUUID()]
  const file = { uploadId, sha256: 'ab', source: 'pocket', fileName: 'a.csv', requestedBy: userId }
  const data = { importId, ...file, expectedRows: 1, proceedWithFree: false, at: new Date().toISOString() }
  const metadata = { actorId: userId, via: 'web', commandId: importId, commandHash: 'x' }
  await gateway.store.append(libraryStream(libraryId), 'any', [
    { id: randomUUID(), type: 'ImportRequested', data, metadata },
  ])
  await failWork(importWork({ libraryId, importId }))
  expect(await settle('drop', { kind: workKinds.file, key: importId })).toBe(1)
  const status = async () => (await operator.ask('GET', `/api/imports/${importId}`)).body?.import?.status
  await expect.poll(status, { timeout: 10_000 }).toBe('failed')
  // An import that is unknown, as of a library that is gone, is forgotten alone.
  const lost = importWork({ libraryId, importId: randomUUID() })
  await failWork(lost)
  expect(await settle('drop', { kind: workKinds.file, key: lost.key })).toBe(1)
})

test('a mail that failed is sent again or dropped, and is not asked for anew', async () => {
  const add = async () => {
    const mail = { kind: 'receipt', eventId: randomUUID() } as const
    await gateway.pool.query(
      `INSERT INTO command.mails (event_id, kind, account_id, revision, ended_at, failure)
       VALUES ($1, $2, $3, 0, now(), '550 <ann@example.org> is unknown')`,
      [mail.eventId, mail.kind, operator.userId],
    )
    return mailKey(mail)
  }
  const stateOf = async (key: string) => {
    const { rows } = await gateway.pool.query(
      `SELECT failure, ended_at IS NOT NULL AS "hasEnded" FROM command.mails WHERE kind || '/' || event_id = $1`,
      [key],
    )
    return rows[0]
  }
  const [again, dropped] = [await add(), await add()]
  const { failed } = await look()
  expect(failed?.find(({ key }) => key === again)?.reason).toBe('550 <…@example.org> is unknown')
  expect(await settle('drop', { kind: 'mail', key: dropped })).toBe(1)
  expect(await stateOf(dropped)).toEqual({ failure: null, hasEnded: true })
  expect(await settle('retry', { kind: 'mail', key: again })).toBe(1)
  expect(await stateOf(again)).toMatchObject({ failure: null })
})
