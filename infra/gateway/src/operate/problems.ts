import type { Operation, Problem } from '@lectern/contracts/api/operation.ts'
import { type BackupState, backupProblems } from './backups.ts'
import { UNKNOWN } from './parts-up.ts'

/** Lists that are behind for longer, in seconds. */
const BEHIND_S = 60

export type Found = Omit<Operation, 'at' | 'problems' | 'backups'> & {
  readonly backups: BackupState | null
  /** Sentences of the watch over the event store. */
  readonly alarms: readonly string[]
}

/** What each part is for, and where it says why it is away. */
const DOWN: Readonly<Record<string, string>> = {
  Gateway: 'Its log, gateway.log, says why.',
  Projectors: 'Lists do not show what is saved. projectors.log says why; start them again.',
  Workers: 'No page is read and nothing is imported. workers.log says why; start them again.',
  'Event store': 'Nothing can be saved. Its log says why; start it again.',
  Postgres: 'Nothing can be read or saved. postgres.log says why; start it again.',
  NATS: 'Previews and imports wait. nats.log says why; start it again.',
}

/** What needs a person, the worst first. */
export const problemsOf = (found: Found): Problem[] => [
  ...found.parts
    .filter(({ isUp, note }) => !isUp && note !== UNKNOWN)
    .map(({ name }) => problem(downOf(name), DOWN[name] ?? '')),
  ...found.alarms.map(alarm =>
    problem(alarm, 'The page "Running Lectern" says more, under "When a part is down".'),
  ),
  ...ofSpace(found.storage),
  ...ofLags(found.lags),
  ...ofJobs(found.jobs),
  ...(found.parked?.length
    ? [
        problem(
          `${found.parked.length === 1 ? 'A stream is' : `${found.parked.length} streams are`} parked: lists lack what happened in ${found.parked.length === 1 ? 'it' : 'them'}.`,
          'Update Lectern, or report the error; then run make rebuild.',
        ),
      ]
    : []),
  ...backupProblems(found.backups),
  ...ofUnknown(found),
]

const problem = (what: string, todo: string): Problem => ({ what, todo })

const downOf = (name: string): string =>
  name === 'Gateway'
    ? 'The gateway is not ready to serve people.'
    : `${name} ${/(er|or)s$/.test(name) ? 'do' : 'does'} not answer.`

/** The parts that know. */
const KNOWING = ['Postgres', 'Event store']

/** A part that is away is a problem already. */
const ofUnknown = ({ parts, unknown }: Found): Problem[] =>
  unknown.length === 0 || parts.some(({ name, isUp }) => !isUp && KNOWING.includes(name))
    ? []
    : [
        problem(
          `Not known now: ${unknown.join(', ')}.`,
          'Look again in a moment. If it stays so, Postgres or the event store is too slow: look at their logs.',
        ),
      ]

const ofSpace = (storage: Operation['storage']): Problem[] => {
  if (storage === null) return []
  if (storage.freeBytes === null)
    return [problem('How much space is free is not known.', 'Check STORAGE_DIRS, or the folder of the data.')]
  return storage.freeBytes < storage.neededBytes
    ? [
        problem(
          'The disk is full: nothing can be saved.',
          'Free space, or lower IMAGE_STORE_MAX and MIN_FREE_MB.',
        ),
      ]
    : []
}

const ofLags = (lags: Operation['lags']): Problem[] =>
  lags
    .filter(({ seconds }) => (seconds ?? 0) > BEHIND_S)
    .map(({ name, seconds }) =>
      problem(
        `${name}: ${Math.round(seconds ?? 0).toLocaleString('en-US')} s behind.`,
        'Wait if much was imported just now; otherwise look at projectors.log and gateway.log.',
      ),
    )

const ofJobs = (jobs: Operation['jobs']): Problem[] => {
  if (jobs === null) return []
  const failed = jobs.reduce((sum, kind) => sum + kind.failed, 0)
  return [
    ...jobs
      .filter(({ isStalled }) => isStalled)
      .map(({ name }) =>
        problem(`${name} wait, and none is finished.`, 'Look at workers.log, or for mails at gateway.log.'),
      ),
    ...(failed > 0
      ? [
          problem(
            `${failed.toLocaleString('en-US')} ${failed === 1 ? 'job' : 'jobs'} failed for good.`,
            'Look at each at /operate, and retry or drop it.',
          ),
        ]
      : []),
  ]
}
