import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './services.ts'

test('a run ends with the name of a file that keeps its processor, and with the time of the others', () => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'test-results/hangs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = (name: string, body: string) =>
    writeFileSync(join(folder, name), `import { test } from 'vitest'\ntest('a test', () => { ${body} })\n`)
  file('quick.test.ts', '')
  file('endless.test.ts', 'for (;;);')
  const times = join(folder, 'times.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const reporter = join(ROOT, 'infra/stack/src/file-times.ts')
  const ended = spawnSync(
    process.execPath,
    [vitest, 'run', '--maxWorkers=2', '--root', folder, '--reporter', reporter],
    {
      env: { ...process.env, FILE_TIMES: times, FILE_LIMIT: '8' },
      encoding: 'utf8',
      timeout: 60_000,
    },
  )
  const inFolder = `test-results/${basename(folder)}`
  expect(ended.stderr).toContain(`${inFolder}/endless.test.ts has run for 8 s: the run ends`)
  expect(ended.status).toBe(1)
  expect(JSON.parse(readFileSync(times, 'utf8'))).toEqual([
    { name: `${inFolder}/quick.test.ts`, seconds: expect.any(Number) },
    { name: `${inFolder}/endless.test.ts`, seconds: 8, hangs: true },
  ])
})
