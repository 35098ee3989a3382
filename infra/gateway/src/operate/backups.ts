import type { Backups, Problem, Run } from '@lectern/contracts/api/operation.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { mayRead } from '@lectern/platform/postgres/wait-for-column.ts'
import { hideAddresses } from './hide-addresses.ts'

const DAY_S = 86_400
/** A backup is taken each day, and a drill each week. */
const BACKUP_MAX_S = 2 * DAY_S
const DRILL_MAX_S = 10 * DAY_S

type Kind = 'backup' | 'drill' | 'restore'
type State = 'done' | 'failed' | 'running'
type Row = {
  readonly kind: Kind
  readonly state: State
  readonly beganAt: Date
  readonly endedAt: Date | null
  readonly failure: string | null
  readonly facts: Readonly<Record<string, unknown>>
  /** When the first run of its kind began, and the first backup. */
  readonly firstAt: Date
}

/** Whoever makes backups owns the table, which may not be there. */
const TABLE = { schema: 'backup', table: 'runs', column: 'facts' }

/** The last run of each kind and state. */
const lastRuns = async (pool: Pool): Promise<Row[]> => {
  if (!(await mayRead(pool, TABLE))) return []
  const { rows } = await pool.query<Row>(
    `SELECT DISTINCT ON (kind, state) kind, state, began_at AS "beganAt", ended_at AS "endedAt", failure, facts,
       (SELECT min(began_at) FROM backup.runs WHERE kind = 'backup') AS "firstAt"
     FROM (SELECT *, CASE WHEN ended_at IS NULL THEN 'running' WHEN failure IS NULL THEN 'done' ELSE 'failed' END AS state
       FROM backup.runs) AS runs
     ORDER BY kind, state, began_at DESC`,
  )
  return rows
}

export type BackupState = {
  readonly backups: Backups
  /** Since the last success, or where there was none since the first backup began; null: nothing to count from. */
  readonly backupAgeS: number | null
  /** null also where drills cannot be made here. */
  readonly drillAgeS: number | null
}

/** null: nobody set up backups. */
export const backupState = async (pool: Pool): Promise<BackupState | null> => {
  const rows = await lastRuns(pool)
  const [first] = rows
  if (first === undefined) return null
  const find = (kind: Kind, state: State) => rows.find(row => row.kind === kind && row.state === state)
  const runsOf = (kind: Kind) => {
    const done = find(kind, 'done')
    const failed = find(kind, 'failed')
    const isMended = done !== undefined && failed !== undefined && done.beganAt > failed.beganAt
    return {
      done: runOf(done),
      failed: isMended ? null : runOf(failed),
      running: runOf(find(kind, 'running')),
    }
  }
  // Drills of encrypted backups are made where their key is.
  const isOpenHere = find('backup', 'done')?.facts.isOpenHere !== false
  const ageOf = (kind: Kind): number | null => {
    const since = find(kind, 'done')?.endedAt ?? first.firstAt
    return since && Math.max(0, (Date.now() - since.getTime()) / 1_000)
  }
  return {
    backups: { backups: runsOf('backup'), drills: runsOf('drill'), restores: runsOf('restore') },
    backupAgeS: ageOf('backup'),
    drillAgeS: isOpenHere ? ageOf('drill') : null,
  }
}

const runOf = (row: Row | undefined): Run | null =>
  row === undefined
    ? null
    : {
        beganAt: row.beganAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
        failure: row.failure && hideAddresses(row.failure),
        facts: factsOf(row.facts),
      }

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** The figures that are known, in words. */
const factsOf = (facts: Row['facts']): string[] => {
  const { name, place, isIncremental, isOpenHere } = facts
  const counted = (key: string, words: (count: string) => string): string[] =>
    typeof facts[key] === 'number' ? [words(number.format(facts[key]))] : []
  return [
    ...(typeof name === 'string' ? [name] : []),
    ...(typeof place === 'string' ? [`in ${withoutSecrets(place)}`] : []),
    ...(isIncremental === true ? ['what is new since the one before'] : []),
    ...(isOpenHere === false ? ['encrypted: drills need the secret key, which is not here'] : []),
    ...counted('events', count => `${count} events`),
    ...counted('rows', count => `${count} rows`),
    ...counted('backups', count => `${count} backups kept`),
    ...counted('restoredAfterS', count => `restored in ${count} s`),
    ...counted('verifiedAfterS', count => `checked after ${count} s`),
  ]
}

/** A place may be an address with a password or a signature. */
const withoutSecrets = (place: string): string => place.replace(/\/\/[^/@]*@/, '//').replace(/[?#].*$/, '')

const days = (seconds: number): string => `${Math.floor(seconds / DAY_S)} days`

/** What a person should do about backups. `what` is for strangers, too (/readyz). */
export const backupProblems = (state: BackupState | null): Problem[] => {
  if (state === null) return []
  const { backups, drills, restores } = state.backups
  const failed = (name: string, run: Run | null, todo: string): Problem[] =>
    run === null ? [] : [{ what: `The last ${name} failed.`, todo: `${sentence(run.failure ?? '')} ${todo}` }]
  const old = (age: number | null, most: number, what: string, todo: string): Problem[] =>
    age === null || age <= most ? [] : [{ what: `${what} for ${days(age)}.`, todo }]
  return [
    ...failed('backup', backups.failed, 'Mend that, and run make backup.'),
    ...old(
      state.backupAgeS,
      BACKUP_MAX_S,
      'No backup was made',
      'Run make backup, which says what is wrong.',
    ),
    ...failed('drill', drills.failed, 'Do not count on the backups until make drill succeeds.'),
    ...old(state.drillAgeS, DRILL_MAX_S, 'No backup was tried out', 'Run make drill.'),
    ...failed('restore', restores.failed, 'Run make restore again.'),
  ]
}

const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`
