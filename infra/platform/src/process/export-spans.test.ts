import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Runs a service that ends at once, and prints which modules it loads. */
const SCRIPT = `
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context) } })
  const { runProcess } = await import('@lectern/platform/process/process.ts')
  await runProcess('exporter', async () => ({ ready: async () => true, ended: Promise.resolve() }))`

const settings = {
  DATABASE_URL: 'postgres://user:password@127.0.0.1/none',
  EVENT_STORE_URL: 'esdb://127.0.0.1:2113',
}

const loaded = async (env: NodeJS.ProcessEnv): Promise<string[]> => {
  const options = { cwd: import.meta.dirname, env: { PATH: process.env.PATH, ...settings, ...env } }
  const flags = ['--input-type=module', '--eval', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, flags, options)
  return stdout.split('\n')
}
const SDK = /@opentelemetry\/(?!api\/)/

it('nothing of OpenTelemetry is loaded without an endpoint', async () => {
  const modules = await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  expect(modules.filter(url => url.includes('process/tracing.ts'))).toHaveLength(1)
  expect(modules.filter(url => SDK.test(url))).toEqual([])
})

it('it is loaded with one, which nobody has to answer at', async () => {
  const modules = await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(modules.filter(url => SDK.test(url))).not.toEqual([])
})
