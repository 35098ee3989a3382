import { expect, test } from 'vitest'
import { fromPlaywright, fromVitest, overBudget } from './test-reports.ts'

test('a report of vitest names what failed, also a file that could not be loaded', () => {
  const result = (name: string, status: string, message: string, failures: readonly string[]) => ({
    ...{ name, status, message },
    assertionResults: [
      { fullName: 'holds', status: 'passed', failureMessages: [] },
      ...failures.map(text => ({ fullName: 'breaks', status: 'failed', failureMessages: [text] })),
    ],
  })
  const files = [{ name: 'a.test.ts', seconds: 2.5 }]
  const report = {
    ...{ numPassedTests: 3, numFailedTests: 1, numTotalTests: 5 },
    testResults: [
      result('a.test.ts', 'failed', '', ['\u001b[31mexpected 1\u001b[39m\n  at line 3']),
      result('b.test.ts', 'passed', '', []),
      { name: 'c.test.ts', status: 'failed', message: 'no such module\nstack', assertionResults: [] },
    ],
  }
  expect(fromVitest(report, files)).toEqual({
    ...{ passed: 3, failed: 1, skipped: 1 },
    failures: ['a.test.ts › breaks › expected 1', 'c.test.ts › no such module'],
    files,
  })
})

test('a report of Playwright names what failed, and adds up the tests of a file', () => {
  const spec = (title: string, status: string, message?: string) => ({
    ...{ file: 'a.spec.ts', title },
    tests: [{ status, results: [{ duration: 1_500, ...(message !== undefined && { error: { message } }) }] }],
  })
  const outcome = fromPlaywright({
    stats: { expected: 4, unexpected: 1, skipped: 2 },
    suites: [
      {
        specs: [spec('works', 'expected')],
        suites: [{ specs: [spec('breaks', 'unexpected', 'Timed out\n waiting')] }],
      },
    ],
  })
  expect(outcome).toEqual({
    ...{ passed: 4, failed: 1, skipped: 2 },
    failures: ['a.spec.ts › breaks › Timed out'],
    files: [{ name: 'a.spec.ts', seconds: 3 }],
  })
})

test('a run over its budget says so, and names each file over its own', () => {
  const files = [
    { name: 'slow.test.ts', seconds: 31 },
    { name: 'quick.test.ts', seconds: 30 },
  ]
  const budget = { run: 720, file: 30 }
  expect(overBudget(700, files, budget)).toEqual(['slow.test.ts took 31 s of 30 s'])
  expect(overBudget(721, [], budget)).toEqual([expect.stringMatching(/^the run took 721 s of 720 s/)])
})
