import { anOperation, aTroubledOperation } from '@lectern/contracts/test-support/operation.ts'
import { expect, test } from 'vitest'
import { reportOf } from './report.ts'

test('a Lectern that runs well is said to, before the figures', () => {
  const lines = reportOf(anOperation())
  expect(lines[0]).toBe('Everything runs.')
  expect(lines).toContain('  Postgres                        runs  4.4')
  expect(lines).toContain('  Pages of imported links         1 wait, the oldest for 40 s; 0 failed for good')
  expect(lines).toContain('  Free                            82 GB')
  expect(lines.join('\n')).toContain('No backups are set up')
})

test('each problem has a line with what to do', () => {
  const lines = reportOf(aTroubledOperation())
  expect(lines.slice(0, 3)).toEqual([
    '! Workers do not answer. No page is read and nothing is imported. Start them again.',
    '! The last backup failed. The place is full. Mend that, and run make backup.',
    '',
  ])
  expect(lines).toContain('  Workers                         does not answer')
  expect(lines).toContain('  Last drill                      none succeeded yet')
  expect(lines.at(-1)).toBe('The next start changes tables (2 files of migrations).')
})
