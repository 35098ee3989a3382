import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepExporter } from './keep-exporter.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** `waiting` is how many seconds an export has waited; undefined: none does. */
const start = (waiting: number | undefined) => {
  const stop = new AbortController()
  const children: EventEmitter[] = []
  const found = { waiting }
  const query = async (_text: string, [seconds = 0]: number[]) => ({
    rowCount: found.waiting !== undefined && found.waiting >= seconds ? 1 : 0,
  })
  const ask = keepExporter({
    ...{ pool: { query } as unknown as Pool, log: pino({ level: 'silent' }), signal: stop.signal },
    startExporter: () => {
      const child = new EventEmitter()
      children.push(child)
      return child as ChildProcess
    },
  })
  const end = (status: number) => children.at(-1)?.emit('exit', status, null)
  return { ask, children, end, found, stop: () => stop.abort() }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('starts one exporter for an export of this process at once, and none while none waits', async () => {
  const { ask, children, found } = start(undefined)
  await pass(60_000)
  expect(children).toHaveLength(0)
  found.waiting = 0
  ask()
  await pass(0)
  ask()
  await pass(60_000)
  expect(children).toHaveLength(1)
})

it('leaves an export of another process to that one for some seconds', async () => {
  const { children, found } = start(1)
  await pass(10_000)
  expect(children).toHaveLength(0)
  found.waiting = 6
  await pass(3_000)
  expect(children).toHaveLength(1)
})

it('starts another one at once for an export that came while the first one ended', async () => {
  const { ask, children, end } = start(0)
  ask()
  await pass(0)
  ask()
  end(0)
  await pass(0)
  expect(children).toHaveLength(2)
})

it('starts an exporter that fails again after a while, for as long as an export waits', async () => {
  const { children, end, found } = start(6)
  await pass(0)
  end(1)
  await pass(0)
  expect(children).toHaveLength(1)
  await pass(3_000)
  expect(children).toHaveLength(2)
  found.waiting = undefined
  end(1)
  await pass(30_000)
  expect(children).toHaveLength(2)
})

it('starts none any more at the end of the process', async () => {
  const { ask, children, end, stop } = start(0)
  ask()
  await pass(0)
  stop()
  end(0)
  ask()
  await pass(30_000)
  expect(children).toHaveLength(1)
})
