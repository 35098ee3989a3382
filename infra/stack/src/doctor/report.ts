import { BACKUPS, type Backups, type Operation, type Problem } from '@lectern/contracts/api/operation.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const sizeOf = (bytes: number): string => {
  if (bytes < 1e6) return `${number.format(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${number.format(bytes / 1e6)} MB` : `${number.format(bytes / 1e9)} GB`
}

/** Each with its name before it, in a column. */
const table = (title: string, rows: readonly (readonly [name: string, text: string])[]): string[] =>
  rows.length === 0 ? [] : ['', title, ...rows.map(([name, text]) => `  ${name.padEnd(32)}${text}`.trimEnd())]

export const problemLines = (problems: readonly Problem[]): string[] =>
  problems.length === 0
    ? ['Everything runs.']
    : problems.map(({ what, todo }) => `! ${what} ${todo}`.trimEnd())

/** The facts of the operator's page, for a terminal. */
export const reportOf = (operation: Operation): string[] => {
  const { problems, parts, lags, jobs, storage, versions, update, backups, unknown } = operation
  return [
    ...problemLines(problems),
    ...table(
      'Parts',
      parts.map(({ name, isUp, version, note }) => [
        name,
        [isUp ? 'runs' : 'does not answer', version, note].filter(Boolean).join('  '),
      ]),
    ),
    ...table(
      'Behind the last event',
      lags.map(({ name, seconds }) => [name, seconds === null ? 'not known' : `${number.format(seconds)} s`]),
    ),
    ...table(
      'Work',
      (jobs ?? []).map(({ name, waiting, oldestSeconds, failed }) => [
        name,
        `${number.format(waiting)} wait${waiting > 0 ? `, the oldest for ${number.format(oldestSeconds)} s` : ''}; ${number.format(failed)} failed for good`,
      ]),
    ),
    ...table('Backups', backupRows(backups, unknown)),
    ...(storage
      ? table('Storage', [
          ['Free', storage.freeBytes === null ? 'not known' : sizeOf(storage.freeBytes)],
          ...storage.stores.map(({ name, bytes }) => [name, sizeOf(bytes)] as const),
        ])
      : []),
    ...table(
      'Versions',
      versions.map(({ name, version }) => [name, version]),
    ),
    ...(update?.waits.length ? ['', ...update.waits] : []),
  ]
}

const backupRows = (backups: Backups | null, unknown: readonly string[]): [string, string][] => {
  if (unknown.includes(BACKUPS)) return [['', 'not known now']]
  if (backups === null)
    return [['', 'No backups are set up: see "Back up and restore" in docs/operations.md.']]
  const said = ({ done, running }: Backups['backups']) =>
    [
      done ? [done.endedAt, ...done.facts].join(', ') : 'none succeeded yet',
      running ? `one runs since ${running.beganAt}` : '',
    ]
      .filter(Boolean)
      .join('; ')
  return [
    ['Last backup', said(backups.backups)],
    ['Last drill', said(backups.drills)],
  ]
}
