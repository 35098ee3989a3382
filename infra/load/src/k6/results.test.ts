import { expect, test } from 'vitest'
import { allMet, printResults, type Result } from './results.ts'

/** A summary as k6 exports it: a threshold is true where it was missed. */
const saves = (isMissed: boolean): Result => ({
  script: 'saves',
  status: isMissed ? 99 : 0,
  summary: {
    metrics: {
      http_reqs: { count: 3020, rate: 60 },
      'http_reqs{scenario:saves}': { count: 3000, rate: 50, thresholds: {} },
      'http_req_duration{scenario:saves}': {
        ...{ med: 4.5, 'p(99)': 21.25, max: 30 },
        thresholds: { 'p(99)<20': isMissed },
      },
      http_req_failed: { passes: 2, fails: 3018, value: 0.0007, thresholds: { 'rate==0': false } },
      measured_seconds: { value: 30 },
    },
  },
})

test('the table has a line for each script and each threshold', () => {
  expect(printResults([saves(true), { script: 'soak', status: 107 }])).toBe(
    [
      'script  requests   rate      p50      p99  failed  thresholds met',
      'saves      3,000  100/s  4.50 ms  21.3 ms       2  1 of 2',
      'soak                                               k6 ended with 107',
      '',
      'script  threshold                                   measured',
      'saves   http_req_duration{scenario:saves} p(99)<20     21.25  MISSED',
      'saves   http_req_failed rate==0                            0  ok',
      '',
    ].join('\n'),
  )
})

test('a missed threshold, a script that broke off and a missing summary are failures', () => {
  const { summary } = saves(false)
  expect(allMet([saves(false)])).toBe(true)
  expect(allMet([saves(false), saves(true)])).toBe(false)
  expect(allMet([{ script: 'saves', status: 107, ...(summary && { summary }) }])).toBe(false)
  expect(allMet([{ script: 'saves', status: 0 }])).toBe(false)
})
