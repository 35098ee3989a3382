import { expect, it } from 'vitest'
import { logTo } from '../process/log.ts'
import { isTraceparent, traced, traceId } from '../process/tracing.ts'
import { createHttpApp } from './http-app.ts'

const lines: Record<string, unknown>[] = []
const log = logTo({ write: line => lines.push(JSON.parse(line)) }, { name: 'test', level: 'info' })
const app = createHttpApp({ log })
app.all('/trace', async ({ method }) => {
  if (method === 'DELETE') throw new Error('unexpected')
  return traced()
})
app.get('/livez', { config: { ignoresLoad: true } }, async () => ({ trace: traceId() ?? null }))

const id = '0af7651916cd43dd8448eb211c80319c'
const given = `00-${id}-b7ad6b7169203331-01`
const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, traceparent?: string) =>
  (
    await app.inject({
      ...{ method, url, headers: traceparent === undefined ? {} : { traceparent } },
      ...(method === 'POST' && { payload: { body: true } }),
    })
  ).json()

it.each(['GET', 'POST'] as const)('%s is handled in the trace that it names', async method => {
  expect(await ask(method, '/trace', given)).toEqual({ traceparent: given })
})

it.each([undefined, '', 'none', `${given},${given}`])(
  'with the traceparent %j it gets a new trace',
  async wrong => {
    const first = await ask('POST', '/trace', wrong)
    expect(isTraceparent(first.traceparent)).toBe(true)
    expect(await ask('POST', '/trace', wrong)).not.toEqual(first)
  },
)

it('lines of a request have its trace', async () => {
  await ask('DELETE', '/trace', given)
  expect(lines).toMatchObject([{ msg: 'unexpected error', trace: id }])
})

it('checks of health have none', async () => {
  expect(await ask('GET', '/livez', given)).toEqual({ trace: null })
})
