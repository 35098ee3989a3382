import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './services.ts'

type Totals = { readonly passed: number; readonly failed: number; readonly skipped: number }
type Run = {
  readonly args: readonly string[]
  readonly report?: string
  readonly count?: (report: never) => Totals
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
    count: (json: { numPassedTests: number; numFailedTests: number; numTotalTests: number }) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numTotalTests - json.numPassedTests - json.numFailedTests,
    }),
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
      count: ({
        stats,
      }: {
        stats: { expected: number; unexpected: number; flaky: number; skipped: number }
      }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        skipped: stats.skipped,
      }),
    },
    // The journeys before this have built the client.
    { args: ['frontend/scripts/size.ts'] },
  ],
}

/** A run with a non-zero exit status counts as at least one failure, whatever its report says. */
const carryOut = async ({ args, report, count }: Run): Promise<Totals> => {
  if (report) rmSync(report, { force: true })
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  const counted =
    report && count && existsSync(report)
      ? count(JSON.parse(readFileSync(report, 'utf8')) as never)
      : undefined
  if (status === 0)
    return counted ?? (report ? { passed: 0, failed: 1, skipped: 0 } : { passed: 1, failed: 0, skipped: 0 })
  return { passed: 0, skipped: 0, ...counted, failed: Math.max(1, counted?.failed ?? 0) }
}

/** Runs the named steps, or all, and prints the totals. */
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(runs)
mkdirSync(reports, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }
for (const name of names) {
  for (const run of runs[name] ?? []) {
    const began = performance.now()
    process.stdout.write(`\n── ${name}\n`)
    const { passed, failed, skipped } = await carryOut(run)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(`── ${name}: ${failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
  }
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exitCode = total.failed === 0 ? 0 : 1
