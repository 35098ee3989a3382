import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { exporterEnv, startTestExporter } from '@lectern/workers/test-support/exporter.ts'
import { afterAll, expect, it, vi } from 'vitest'
import { exporterWith } from './exporter.ts'
import { devicesOf } from './test-support/devices.ts'
import { exporting } from './test-support/exporting.ts'
import { startGateway } from './test-support/gateway.ts'

// An export that another file left waiting would start one.
const parts = duringTests(startOwnParts)
const started: ChildProcess[] = []
const stops: (() => unknown)[] = []
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const stop of stops) await stop()
})
/** Starts exporters as a gateway does, the first time any is needed. */
const starter = () => {
  let start: (() => ChildProcess) | undefined
  return () => {
    const env = exporterEnv(parts)
    const config = {
      ...{
        exporterDatabaseUrl: env.DATABASE_URL,
        exporterEventStoreUrl: undefined,
        logLevel: 'error' as const,
        otelExporterOtlpEndpoint: undefined,
        otelExporterOtlpHeaders: {},
      },
      ...{ exporterEventStoreSecret: env.EVENT_STORE_SECRET, eventStoreUrl: env.EVENT_STORE_URL },
    }
    start ??= exporterWith({ config, onStop: stop => stops.push(stop) })
    const child = start()
    started.push(child)
    return child
  }
}
const gateway = duringTests(() => startGateway(parts, { startExporter: starter() }))
const { person, request, ended, fileOf } = exporting(gateway)
const devices = devicesOf(gateway)

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
const kill = async (child: ChildProcess, how: () => unknown = () => child.kill('SIGKILL')) => {
  const gone = once(child, 'exit')
  how()
  await gone
}
const current = () => started.at(-1) as ChildProcess

it('an exporter starts with the first export, confined and with nothing of the gateway, and makes the next ones', async () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_hidden')
  expect(started).toEqual([])
  const ann = await person()
  expect(JSON.parse(await fileOf(ann, { format: 'json' })).links).toEqual([])
  const { pid } = current()
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .flatMap(line => line.split('=', 1))
    .filter(
      name => name !== '' && !/^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|NODE_.*|SSL_.*|MALLOC_.*)$/.test(name),
    )
  expect(environment.sort()).toEqual([
    ...['DATABASE_URL', 'EVENT_STORE_SECRET', 'EVENT_STORE_URL', 'EXIT_WITH_STDIN', 'LOG_LEVEL'],
  ])
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toMatch(
    /--permission\0.*workers\/src\/export\/main\.ts/s,
  )
  await fileOf(ann, { format: 'csv' })
  expect(started).toHaveLength(1)
})

it('an exporter that dies is followed by one that makes what waits', async () => {
  const ann = await person()
  await kill(current())
  const { id } = await request(ann, { format: 'csv' })
  expect(await ended(ann, id)).toMatchObject({ status: 'done' })
  expect(started).toHaveLength(2)

  // One that is lost while it makes an export is missed after a while.
  await kill(current())
  await gateway.pool.query(
    `UPDATE exports.requests SET status = 'running', ended_at = NULL, claim = gen_random_uuid(),
       seen_at = now() - interval '1 minute' WHERE id = $1`,
    [id],
  )
  expect(await ended(ann, id)).toMatchObject({ status: 'done' })
  expect(started).toHaveLength(3)
})

it('a device has its book from an exporter that was not there', async () => {
  await kill(current())
  const { ask, download } = await devices.start('write')
  await ask('POST', '/api/entries.json', { url: 'https://unread.example/page', title: 'For later' })
  const began = performance.now()
  expect((await download(1)).statusCode).toBe(200)
  expect(performance.now() - began).toBeLessThan(12_000)
})

it('an exporter ends with its gateway, also with one that was killed', async () => {
  expect(isGone(current())).toBe(false)
  // The end of a process closes its pipes.
  await kill(current(), () => current().stdin?.end())
  expect(current().exitCode).toBe(0)
  await fileOf(await person(), { format: 'csv' })
  await kill(current(), () => stops[0]?.())
  expect(current().exitCode).toBe(0)
})

it('an exporter ends by itself when there was nothing to do for a while', async () => {
  const ann = await person()
  const exporter = await startTestExporter(parts, 1_000)
  try {
    let isIdle = false
    void exporter.ended.then(() => {
      isIdle = true
    })
    await pause(600)
    await fileOf(ann, { format: 'csv' })
    await pause(600)
    expect(isIdle).toBe(false)
    await exporter.ended
  } finally {
    await exporter.stop()
  }
})
