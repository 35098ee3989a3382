import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const AUTOGROUP = '/proc/self/autogroup'
const MODULE = new URL('niceness.ts', import.meta.url)
/** Node prints how nice it and its session are. */
const PROGRAM = `
  const { setNiceness } = await import('${MODULE}')
  setNiceness(Number(process.argv[1]))
  const { existsSync, readFileSync } = await import('node:fs')
  const session = existsSync('${AUTOGROUP}') ? readFileSync('${AUTOGROUP}', 'utf8').trim().split(' ').at(-1) : ''
  console.log((await import('node:os')).getPriority(), session)`

// Elsewhere there is no setsid to start it with.
it.skipIf(process.platform !== 'linux')(
  'is nicer, and where Linux shares out between sessions so is its own',
  () => {
    const args = ['--wait', process.execPath, '--input-type=module', '-e', PROGRAM, '5']
    const session = existsSync(AUTOGROUP) ? '5' : ''
    expect(execFileSync('setsid', args, { encoding: 'utf8' }).trimEnd()).toBe(`5 ${session}`.trimEnd())
  },
)

it('leaves the session of others alone', () => {
  const before = existsSync(AUTOGROUP) && readFileSync(AUTOGROUP, 'utf8')
  const args = ['--input-type=module', '-e', PROGRAM, '5']
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toMatch(/^5/)
  expect(existsSync(AUTOGROUP) && readFileSync(AUTOGROUP, 'utf8')).toBe(before)
})

it('goes on where it may not', () => {
  const args = [
    '--input-type=module',
    '-e',
    `${PROGRAM.replace('console.log', 'void ')}; console.log('on')`,
    '99',
  ]
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim()).toBe('on')
})
