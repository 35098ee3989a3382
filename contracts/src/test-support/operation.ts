import type { Operation, Run } from '../api/operation.ts'

const at = '2026-07-03T09:41:00.000Z'
const kinds = ['extract-interactive', 'extract-bulk', 'import-file', 'mail'] as const
const names = ['Pages that people saved', 'Pages of imported links', 'Imports', 'Mails'] as const

export const aRun = (changes: Partial<Run> = {}): Run => ({
  beganAt: '2026-07-03T03:30:00.000Z',
  endedAt: '2026-07-03T03:31:00.000Z',
  failure: null,
  facts: ['20260703T033000Z-01980000', 'in /backups', '12,400 events'],
  ...changes,
})

export const aFailedJob: NonNullable<Operation['failed']>[number] = {
  ...{ kind: 'extract-interactive', key: '01980000-0000-7000-8000-000000000007', host: 'example.com' },
  ...{ since: at, failedAt: at, attempts: 5, reason: 'the reader ended at https://example.com/…' },
  about: '01980000-0000-7000-8000-000000000001',
}

/** A server that runs well. */
export const anOperation = (changes: Partial<Operation> = {}): Operation => ({
  at,
  problems: [],
  parts: ['Gateway', 'Projectors', 'Workers', 'Event store', 'Postgres', 'NATS'].map((name, n) => ({
    ...{ name, isUp: true, version: n < 3 ? null : `${n}.4`, note: '' },
  })),
  lags: [
    { name: 'Lists (1 of 2)', seconds: 0 },
    { name: 'Search', seconds: 12.3 },
  ],
  jobs: kinds.map((kind, n) => ({
    ...{ kind, name: names[n] ?? '', waiting: n, oldestSeconds: n * 40, isStalled: false, failed: 0 },
    loses: 'The link says that its page could not be read.',
  })),
  failed: [],
  parked: [],
  storage: {
    ...{ freeBytes: 82_000_000_000, neededBytes: 500_000_000, largestLibraries: [512_000_000, 1_200] },
    stores: [
      { name: 'Read models', bytes: 1_200_000_000 },
      { name: 'Events', bytes: 640_000_000 },
    ],
  },
  versions: [
    { name: 'Lectern', version: '0.1.0' },
    { name: 'Read models', version: '19' },
  ],
  update: { events: 1_250_000, fillSeconds: 250, waits: [] },
  backups: null,
  unknown: [],
  ...changes,
})

/** One on which much went wrong. */
export const aTroubledOperation = (): Operation => {
  const well = anOperation()
  return {
    ...well,
    problems: [
      { what: 'Workers do not answer.', todo: 'No page is read and nothing is imported. Start them again.' },
      { what: 'The last backup failed.', todo: 'The place is full. Mend that, and run make backup.' },
    ],
    parts: well.parts.map(part => ({
      ...part,
      isUp: part.name !== 'Workers',
      note: part.name === 'Gateway' ? 'The read models are being filled: 45 %.' : '',
    })),
    jobs: (well.jobs ?? []).map(job => ({ ...job, failed: 2, isStalled: job.kind === 'mail' })),
    failed: [
      aFailedJob,
      {
        ...{ ...aFailedJob, kind: 'mail', key: 'receipt/01980000-0000-7000-8000-000000000008', host: '' },
        ...{ attempts: null, reason: `550 …@example.org: ${'mailbox-unavailable-'.repeat(6)}` },
      },
    ],
    parked: [
      {
        ...{ lane: '0', stream: 'library-01980000-0000-7000-8000-000000000001', eventType: 'LinkSaved' },
        ...{ error: 'linkId: expected a number', parkedAt: at },
      },
    ],
    storage: null,
    update: {
      events: 900,
      fillSeconds: 0.2,
      waits: ['The next start changes tables (2 files of migrations).'],
    },
    backups: {
      backups: { done: aRun(), failed: aRun({ failure: 'The place is full', facts: [] }), running: aRun() },
      drills: { done: null, failed: null, running: null },
      restores: { done: aRun(), failed: null, running: null },
    },
  }
}
