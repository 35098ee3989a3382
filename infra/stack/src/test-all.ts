import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './services.ts'
import { fromPlaywright, fromVitest, type Outcome } from './test-reports.ts'

type Run = {
  readonly args: readonly string[]
  readonly report?: string
  readonly count?: (report: never) => Outcome
}

const reports = join(ROOT, 'test-results')
const vitest = (...projects: string[]): Run => {
  const report = join(reports, `${projects[0]}.json`)
  return {
    args: [
      ...['node_modules/vitest/vitest.mjs', 'run', ...projects.map(name => `--project=${name}`)],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    report,
    count: fromVitest,
  }
}

/** The steps of `make test`, in order. A run without a report counts as one test. */
const runs: Record<string, readonly Run[]> = {
  format: [{ args: ['node_modules/@biomejs/biome/bin/biome', 'ci'] }],
  types: [
    { args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
    { args: ['node_modules/typescript/bin/tsc', '-p', 'frontend'] },
    { args: ['node_modules/typescript/bin/tsc', '-p', 'frontend/src/sw'] },
  ],
  imports: [
    {
      args: [
        ...['--import', join(ROOT, 'infra/stack/src/typescript-api.ts')],
        ...[
          'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
          '--config',
          '.dependency-cruiser.cjs',
        ],
        ...[
          'contracts',
          'command-api',
          'query-api',
          'projectors',
          'workers',
          'infra',
          'frontend/src',
          'frontend/extension',
        ],
      ],
    },
  ],
  unit: [vitest('unit', 'frontend')],
  integration: [vitest('integration')],
  conformance: [vitest('conformance')],
  e2e: [
    {
      args: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'infra/e2e'],
      report: join(reports, 'e2e.json'),
      count: fromPlaywright,
    },
    // The journeys before this have built the client.
    { args: ['frontend/scripts/size.ts'] },
  ],
}

const PASSED: Outcome = { passed: 1, failed: 0, skipped: 0, failures: [], unsteady: [] }

/** A run with a non-zero exit status counts as at least one failure, whatever its report says. */
const carryOut = async (name: string, { args, report, count }: Run): Promise<Outcome> => {
  if (report) rmSync(report, { force: true })
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  const counted =
    report && count && existsSync(report)
      ? count(JSON.parse(readFileSync(report, 'utf8')) as never)
      : undefined
  const outcome = counted ?? { ...PASSED, passed: report || status !== 0 ? 0 : 1 }
  if (outcome.failed > 0 || (status === 0 && (counted || !report))) return outcome
  return { ...outcome, failed: 1, failures: [`${name} ended with status ${status}`] }
}

/** Runs the named steps, or all, and prints what failed and the totals. */
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(runs)
mkdirSync(reports, { recursive: true })
const outcomes: Outcome[] = []
for (const name of names) {
  for (const run of runs[name] ?? []) {
    const began = performance.now()
    process.stdout.write(`\n── ${name}\n`)
    const outcome = await carryOut(name, run)
    outcomes.push(outcome)
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(`── ${name}: ${outcome.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
  }
}
const print = (title: string, lines: readonly string[]) => {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map(line => `  ${line}\n`).join('')}`)
}
print(
  'Passed at the second try:',
  outcomes.flatMap(({ unsteady }) => unsteady),
)
print(
  'Failed:',
  outcomes.flatMap(({ failures }) => failures),
)
const sum = (part: 'passed' | 'failed' | 'skipped') =>
  outcomes.reduce((total, outcome) => total + outcome[part], 0)
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`)
process.exitCode = sum('failed') === 0 ? 0 : 1
