import type { FileTime } from './file-times.ts'

export type Report = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed, by name and with the first line of its error. */
  readonly failures: readonly string[]
  readonly files: readonly FileTime[]
}

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Reads vitest's JSON report, and the times of its files. */
export const fromVitest = (report: VitestReport, files: readonly FileTime[]): Report => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numTotalTests - report.numPassedTests - report.numFailedTests,
  failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    // A file that cannot be loaded has no tests.
    if (failed.length === 0 && status === 'failed') return [line(name, '', message)]
    return failed.map(test => line(name, test.fullName, test.failureMessages[0]))
  }),
  files,
})

type Suite = {
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly {
        readonly duration: number
        readonly error?: { readonly message?: string }
      }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}
type PlaywrightReport = {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'skipped', number>>
  readonly suites: readonly Suite[]
}

/** Reads Playwright's JSON report. The time of a file is that of its tests, which may run beside each other. */
export const fromPlaywright = ({ stats, suites }: PlaywrightReport): Report => {
  const specs = suites.flatMap(specsOf)
  const seconds = new Map<string, number>()
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000)
  const failures = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => line(file, title, results.find(({ error }) => error)?.error?.message)),
  )
  return {
    ...{ passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped },
    failures,
    files: [...seconds].map(([name, all]) => ({ name, seconds: all })),
  }
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]

/** @returns a line for the run and for each file that took longer than its limit in s */
export const overBudget = (
  seconds: number,
  files: readonly FileTime[],
  budget: { readonly run: number; readonly file: number },
): string[] => [
  ...(seconds > budget.run
    ? [`the run took ${Math.round(seconds)} s of ${budget.run} s; a machine that does much else needs longer`]
    : []),
  ...files
    .filter(file => file.seconds > budget.file)
    .map(file => `${file.name} took ${Math.round(file.seconds)} s of ${budget.file} s`),
]

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const LENGTH_MAX = 300

const line = (file: string, title: string, error = ''): string => {
  const first = error.replace(COLOURS, '').split('\n', 1)[0]
  return [file, title, first].filter(Boolean).join(' › ').slice(0, LENGTH_MAX)
}
