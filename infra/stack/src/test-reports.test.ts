import { expect, test } from 'vitest'
import { fromPlaywright, fromVitest } from './test-reports.ts'

test('a report of vitest names what failed, also a file that could not be loaded', () => {
  const result = (name: string, status: string, message: string, failures: readonly string[]) => ({
    ...{ name, status, message },
    assertionResults: [
      { fullName: 'holds', status: 'passed', failureMessages: [] },
      ...failures.map(text => ({ fullName: 'breaks', status: 'failed', failureMessages: [text] })),
    ],
  })
  const outcome = fromVitest({
    ...{ numPassedTests: 3, numFailedTests: 1, numTotalTests: 5 },
    testResults: [
      result('a.test.ts', 'failed', '', ['\u001b[31mexpected 1\u001b[39m\n  at line 3']),
      result('b.test.ts', 'passed', '', []),
      { name: 'c.test.ts', status: 'failed', message: 'no such module\nstack', assertionResults: [] },
    ],
  })
  expect(outcome).toEqual({
    ...{ passed: 3, failed: 1, skipped: 1, unsteady: [] },
    failures: ['a.test.ts › breaks › expected 1', 'c.test.ts › no such module'],
  })
})

test('a report of Playwright names what failed twice, and apart from it what passed at the second try', () => {
  const spec = (title: string, status: string, errors: readonly (string | undefined)[]) => ({
    ...{ file: 'a.spec.ts', title },
    tests: [{ status, results: errors.map(message => (message ? { error: { message } } : {})) }],
  })
  const outcome = fromPlaywright({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [
      {
        specs: [spec('works', 'expected', [undefined])],
        suites: [
          {
            specs: [
              spec('breaks', 'unexpected', ['Timed out\n waiting', 'Timed out']),
              spec('wavers', 'flaky', ['Late', undefined]),
            ],
          },
        ],
      },
    ],
  })
  expect(outcome).toEqual({
    ...{ passed: 5, failed: 1, skipped: 2 },
    failures: ['a.spec.ts › breaks › Timed out'],
    unsteady: ['a.spec.ts › wavers › Late'],
  })
})
