import { anOperation } from '@lectern/contracts/test-support/operation.ts'
import { expect, test } from 'vitest'
import { UNKNOWN } from './parts-up.ts'
import { type Found, problemsOf } from './problems.ts'

const well: Found = { ...anOperation(), backups: null, alarms: [] }
const whatOf = (changes: Partial<Found>) => problemsOf({ ...well, ...changes }).map(({ what }) => what)

test('a server that runs well has no problem, also where searches are a little late', () => {
  expect(whatOf({})).toEqual([])
})

test('parts that do not answer are problems, each with what to do', () => {
  const parts = well.parts.map(part => ({ ...part, isUp: false }))
  const problems = problemsOf({ ...well, parts })
  expect(problems.map(({ what }) => what)).toEqual([
    'The gateway is not ready to serve people.',
    'Projectors do not answer.',
    'Workers do not answer.',
    'Event store does not answer.',
    'Postgres does not answer.',
    'NATS does not answer.',
  ])
  const unknown = parts.map(part => ({ ...part, note: part.name === 'Workers' ? UNKNOWN : '' }))
  expect(problemsOf({ ...well, parts: unknown })).toEqual(
    problems.filter(({ what }) => !what.startsWith('Workers')),
  )
  for (const { todo } of problems) expect(todo).toMatch(/^[A-Z].*\.$/)
})

test('what is not known is a problem, and none of its own where the part that knows is away', () => {
  const unknown = { jobs: null, storage: null, unknown: ['jobs', 'storage'] }
  expect(whatOf(unknown)).toEqual(['Not known now: jobs, storage.'])
  const without = (name: string) => well.parts.map(part => ({ ...part, isUp: part.name !== name }))
  expect(whatOf({ ...unknown, parts: without('Postgres') })).toEqual(['Postgres does not answer.'])
  expect(whatOf({ ...unknown, parts: without('Workers') })).toEqual([
    'Workers do not answer.',
    'Not known now: jobs, storage.',
  ])
})

test('lists that are behind, jobs that stand still or failed, parked streams and a full disk are problems', () => {
  const [jobs = [], storage] = [well.jobs ?? [], well.storage]
  expect(whatOf({ lags: [{ name: 'Search', seconds: 61 }] })).toEqual(['Search: 61 s behind.'])
  expect(whatOf({ jobs: jobs.map(job => ({ ...job, isStalled: job.kind === 'mail' })) })).toEqual([
    'Mails wait, and none is finished.',
  ])
  expect(whatOf({ jobs: jobs.map(job => ({ ...job, failed: 300 })) })).toEqual([
    '1,200 jobs failed for good.',
  ])
  const parked = [{ lane: '0', stream: 'library-1', eventType: 'LinkSaved', error: '', parkedAt: '' }]
  expect(whatOf({ parked })).toEqual(['A stream is parked: lists lack what happened in it.'])
  expect(whatOf({ storage: storage && { ...storage, freeBytes: 1 } })).toEqual([
    'The disk is full: nothing can be saved.',
  ])
  expect(whatOf({ storage: storage && { ...storage, freeBytes: null } })).toEqual([
    'How much space is free is not known.',
  ])
  expect(whatOf({ alarms: ['The event store was put back.'] })).toEqual(['The event store was put back.'])
})
