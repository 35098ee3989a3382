import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDataDir, openSecrets, readState, writeState } from './data-dir.ts'
import { StartError } from './start-error.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-data-'))
  writeFileSync(join(folder, 'file'), '')
  symlinkSync('/nowhere/at/all', join(folder, 'dangling'))
  symlinkSync('loop', join(folder, 'loop'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const refusal = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message
  }
  return ''
}

it.each(['plain', 'several/that/are missing', 'with spaces and ünïcödé 書'])('makes %s', name => {
  const path = openDataDir(join(folder, name))
  writeState(path, { ports: { nats: 1 }, processes: {} })
  expect(readState(path).ports).toEqual({ nats: 1 })
  expect(openDataDir(path)).toBe(path)
})

it.each(['file', 'file/below', 'dangling', 'dangling/below', 'loop', 'x'.repeat(300)])(
  'refuses %s in one line',
  name => {
    expect(refusal(() => openDataDir(join(folder, name)))).toMatch(/^DATA_DIR .*: choose another\.$/)
  },
)

it.runIf(existsSync('/proc')).each(['/proc', '/proc/nope', '/proc/nope/deeper', '/dev/null'])(
  'refuses %s in one line',
  path => {
    expect(refusal(() => openDataDir(path))).toMatch(/^DATA_DIR .*: choose another\.$/)
  },
)

it('keeps a damaged file', () => {
  const path = join(folder, 'damaged')
  mkdirSync(path)
  for (const file of ['stack.json', 'secrets.json']) writeFileSync(join(path, file), '{')
  expect(refusal(() => readState(path))).toMatch(/stack\.json is damaged: remove it\.$/)
  expect(refusal(() => openSecrets(path))).toMatch(/secrets\.json is damaged/)
  expect(readFileSync(join(path, 'secrets.json'), 'utf8')).toBe('{')
})
