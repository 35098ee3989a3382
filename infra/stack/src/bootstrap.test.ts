import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from './services.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-node-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['is too old', 'echo 18.20.4', 'this machine has 18.20.4.'],
  ['does not work', 'exit 127', 'this machine has none.'],
])('says in one line that the machine’s Node %s, before it installs anything', (_, script, says) => {
  for (const program of ['node', 'npm']) {
    writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'infra/stack/bootstrap.sh'), {
    encoding: 'utf8',
    env: { PATH: [folder, process.env.PATH].join(delimiter) },
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toBe(`Lectern needs Node 20 or later to install itself; ${says}\n`)
})
