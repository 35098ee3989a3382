import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileTime } from './file-times.ts'
import { ROOT } from './services.ts'
import { fromPlaywright, fromVitest, overBudget, type Report } from './test-reports.ts'

type Run = {
  /** The step's name by default. */
  readonly name?: string
  readonly args: readonly string[]
  readonly report?: string
  readonly read?: (report: never, times: readonly FileTime[]) => Report
  /** Where a reporter writes the times of files. */
  readonly times?: string
  readonly env?: NodeJS.ProcessEnv
}

const reports = join(ROOT, 'test-results')
const vitest = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Run => {
  const [report, times] = [join(reports, `${name}.json`), join(reports, `${name}-files.json`)]
  return {
    args: [
      ...['node_modules/vitest/vitest.mjs', 'run', ...args],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      '--reporter=./infra/stack/src/file-times.ts',
    ],
    ...{ report, read: fromVitest, times, env: { FILE_TIMES: times, ...env } },
  }
}
const playwright = (env: NodeJS.ProcessEnv = {}): Run => ({
  args: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'infra/e2e'],
  ...{ report: join(reports, 'e2e.json'), read: fromPlaywright, env },
})
const tsc = (folder: string): Run => ({ args: ['node_modules/typescript/bin/tsc', '-p', folder] })
const SOURCES = ['contracts', 'command-api', 'query-api', 'projectors', 'workers', 'infra']
/** Every case of every matrix, and a Postgres that syncs. */
const WHOLE = { EVERY_CASE: 'true' }

/** Test files that kill a process at each step of its work. */
const KILLS = ['payments/money', 'undoing/crash', 'closing/closing', 'stack/src/closing']

const SIZE: Run = { name: 'size of the client', args: ['frontend/scripts/size.ts'] }

/** All steps. A run without a report counts as one test. */
const steps: Record<string, readonly Run[]> = {
  format: [{ args: ['node_modules/@biomejs/biome/bin/biome', 'ci'] }],
  types: [tsc('.'), tsc('frontend'), tsc('frontend/src/sw')],
  imports: [
    {
      args: [
        ...['--import', join(ROOT, 'infra/stack/src/typescript-api.ts')],
        ...[
          'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
          '--config',
          '.dependency-cruiser.cjs',
        ],
        ...[...SOURCES, 'frontend/src', 'frontend/extension'],
      ],
    },
  ],
  unit: [vitest('unit', ['--project=unit', '--project=frontend'])],
  integration: [vitest('integration', ['--project=integration'])],
  conformance: [vitest('conformance', ['--project=conformance'])],
  // The journeys build the client.
  e2e: [playwright(), SIZE],
  'every-case': [vitest('every-case', ['--project=integration'], WHOLE)],
  kills: [vitest('kills', ['--project=integration', ...KILLS], WHOLE)],
  'every-look': [playwright(WHOLE), SIZE],
}

/** The steps of `make test`. Those of one row run beside each other. */
const SHORT = [['unit', 'format', 'types', 'imports'], ['integration', 'conformance'], ['e2e']]
/** The steps of `make test-all`. */
const ALL = [['unit', 'format', 'types', 'imports'], ['every-case', 'conformance'], ['every-look']]

/** Limits in s, on two quiet cores. */
const BUDGET = { run: 12 * 60, file: 30 }

type Outcome = Report & { readonly name: string; readonly seconds: number }

const readJson = <T>(file: string | undefined): T | undefined =>
  file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

/** A run with a non-zero exit status counts as at least one failure, whatever its report says. */
const outcomeOf = (name: string, status: number | null, { report, read, times }: Run): Report => {
  const files = readJson<FileTime[]>(times) ?? []
  const written = readJson<never>(report)
  const none = {
    passed: read || status !== 0 ? 0 : 1,
    failed: 0,
    skipped: 0,
    failures: [],
    files,
  }
  const found = read && written ? read(written, files) : none
  if (found.failed > 0 || (status === 0 && (written || !read))) return found
  const hanging = files.filter(({ hangs }) => hangs).map(file => `${file.name} › hangs`)
  return { ...found, failed: 1, failures: [...hanging, `${name} ended with status ${status}`] }
}

const carryOut = async (name: string, run: Run, isAlone: boolean): Promise<Outcome> => {
  const began = performance.now()
  const title = `\n── ${name}\n`
  if (isAlone) process.stdout.write(title)
  for (const file of [run.report, run.times]) if (file) rmSync(file, { force: true })
  const child = spawn(process.execPath, run.args, {
    cwd: ROOT,
    env: { ...process.env, ...run.env },
    stdio: isAlone ? 'inherit' : 'pipe',
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => printed.push(chunk))
  const [status] = await once(child, 'close')
  const seconds = (performance.now() - began) / 1_000
  const outcome = { name, seconds, ...outcomeOf(name, status, run) }
  if (!isAlone) process.stdout.write(Buffer.concat([Buffer.from(title), ...printed]))
  process.stdout.write(
    `── ${name}: ${outcome.failed === 0 ? 'passed' : 'FAILED'} in ${Math.round(seconds)} s\n`,
  )
  return outcome
}

const print = (title: string, lines: readonly string[]) => {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map(line => `  ${line}\n`).join('')}`)
}

/** Runs the named steps, or those of `make test`, and prints how long they took, what failed, and the totals. */
const [first, ...others] = process.argv.slice(2)
const rows = first === undefined ? SHORT : first === 'all' ? ALL : [first, ...others].map(name => [name])
mkdirSync(reports, { recursive: true })
const began = performance.now()
const outcomes: Outcome[] = []
for (const row of rows) {
  const inRow = row.map(async name => {
    for (const run of steps[name] ?? [])
      outcomes.push(await carryOut(run.name ?? name, run, row.length === 1))
  })
  await Promise.all(inRow)
}

const files: FileTime[] = outcomes.flatMap(outcome => outcome.files)
const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15)
const inSeconds = (seconds: number, name: string) => `${seconds.toFixed(1).padStart(6)} s  ${name}`
print(
  'Steps:',
  outcomes.map(({ name, seconds }) => inSeconds(seconds, name)),
)
print(
  'Slowest files:',
  slowest.map(({ name, seconds }) => inSeconds(seconds, name)),
)
if (first === undefined) print('Over budget:', overBudget((performance.now() - began) / 1000, files, BUDGET))
print(
  'Failed:',
  outcomes.flatMap(({ failures }) => failures),
)
const sum = (part: 'passed' | 'failed' | 'skipped') =>
  outcomes.reduce((total, outcome) => total + outcome[part], 0)
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`)
process.exitCode = sum('failed') === 0 ? 0 : 1
