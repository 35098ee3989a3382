export type Outcome = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed, by name and with the first line of its error. */
  readonly failures: readonly string[]
  /** What failed and passed at its second try. */
  readonly unsteady: readonly string[]
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

/** Reads vitest's JSON report. */
export const fromVitest = (report: VitestReport): Outcome => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numTotalTests - report.numPassedTests - report.numFailedTests,
  failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    // A file that cannot be loaded has no tests.
    if (failed.length === 0 && status === 'failed') return [line(name, '', message)]
    return failed.map(test => line(name, test.fullName, test.failureMessages[0]))
  }),
  unsteady: [],
})

type Suite = {
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}
type PlaywrightReport = {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>
  readonly suites: readonly Suite[]
}

/** Reads Playwright's JSON report. A test that passed at its second try counts as passed, and is named. */
export const fromPlaywright = ({ stats, suites }: PlaywrightReport): Outcome => {
  const named = (status: string) =>
    suites
      .flatMap(specsOf)
      .flatMap(({ file, title, tests }) =>
        tests
          .filter(test => test.status === status)
          .map(({ results }) => line(file, title, results.find(({ error }) => error)?.error?.message)),
      )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: named('unexpected'),
    unsteady: named('flaky'),
  }
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const LENGTH_MAX = 300

const line = (file: string, title: string, error = ''): string => {
  const first = error.replace(COLOURS, '').split('\n', 1)[0]
  return [file, title, first].filter(Boolean).join(' › ').slice(0, LENGTH_MAX)
}
