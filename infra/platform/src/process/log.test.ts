import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logTo } from './log.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const written: { msg: string; level: number; err?: unknown }[] = []
const log = logTo({ write: line => written.push(JSON.parse(line)) }, { level: 'info' })
beforeEach(() => {
  written.length = 0
})
const messages = () => written.map(({ msg }) => msg)

test('equal warnings and errors are written once, then counted', () => {
  for (let n = 0; n < 1_000; n++) {
    log.error({ err: new Error('no connection') }, 'not saved')
    log.child({ request: n }).error({ err: new Error('no connection') }, 'not saved')
    log.warn('slow')
  }
  expect(messages()).toEqual(['not saved', 'slow'])
  expect(written[0]?.err).toHaveProperty('stack')
  vi.advanceTimersByTime(10_000)
  expect(messages().slice(2)).toEqual(['not saved … and 1999 more like it', 'slow … and 999 more like it'])
  expect(written[2]).toMatchObject({ level: 50, err: 'no connection' })
})

test('a line that came once gets no count, and is written again after ten seconds', () => {
  log.error(new Error('no connection'))
  vi.advanceTimersByTime(10_000)
  log.error(new Error('no connection'))
  expect(messages()).toEqual(['no connection', 'no connection'])
})

test('lines that differ in level, message, error or field are all written', () => {
  log.warn('slow')
  log.error('slow')
  log.error({ err: new Error('a') }, 'slow')
  log.error({ err: new Error('b') }, 'slow')
  log.error({ err: new Error('b'), at: 7n }, 'slow')
  expect(written).toHaveLength(5)
})

test('lines of level info are not counted', () => {
  log.info('started')
  log.info('started')
  expect(messages()).toEqual(['started', 'started'])
})
