import { variants } from '@lectern/stack/test-support/whole.ts'
import { expect, test } from 'vitest'
import { runImportFaults } from './imports.ts'

const said: string[] = []

// `make faults` does the same with 50,000 rows, and kills every process.
test('an import completes with the same result when processes are killed meanwhile', {
  timeout: 240_000,
}, async () => {
  const violations = await runImportFaults({
    rows: 6_000,
    highlightEvery: 25,
    kills: variants('workers', 'gateway', 'postgres'),
    commands: {},
    say: line => said.push(line),
  })
  expect(violations, said.join('\n')).toEqual([])
})
