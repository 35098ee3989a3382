import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../ports.ts'
import { identify } from '../process-id.ts'
import { makeDataDir, removeDataDir } from '../start-stack.ts'
import { examine } from './examine.ts'

const folder = makeDataDir()
afterAll(() => removeDataDir(folder))
const dataDir = join(folder, 'var')
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const put = (file: string, text: string) => {
  mkdirSync(join(dataDir, file, '..'), { recursive: true })
  writeFileSync(join(dataDir, file), text)
}
const look = async (env: NodeJS.ProcessEnv = {}) =>
  examine({ DATA_DIR: dataDir, PORT: String(await freePort()), ...env })
const STOPPED = `No Lectern runs on ${dataDir}. Start it with make start.`

test('a Lectern that was not started needs a start alone', async () => {
  expect(await look()).toEqual({ isRunning: false, problems: [STOPPED] })
  put('logs/gateway.log', '{"level":30,"msg":"all is well"}\n')
  expect(await look()).toEqual({ isRunning: false, problems: [STOPPED] })
})

test('one that runs is told by its launcher, and one that was killed by what it left', async () => {
  put('launcher.json', JSON.stringify(identify(process.pid)))
  expect(await look()).toEqual({ isRunning: true, problems: [] })
  put('launcher.json', JSON.stringify({ ...identify(process.pid), pid: 2 ** 22 + 1 }))
  const { isRunning, problems } = await look()
  expect(isRunning).toBe(false)
  expect(problems).toEqual([expect.stringContaining('the last one was killed, which loses nothing.')])
})

test('settings that cannot work are said first', async () => {
  const { problems } = await look({ OPERATORS: 'ann' })
  expect(problems).toEqual([expect.stringMatching(/^Configuration: OPERATORS: must be ids of accounts/)])
})

test('a port that another program has, a full disk and the last words of a part are said', async () => {
  const server = createServer()
  const port = await new Promise<number>(resolve =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  put('logs/gateway.log', '{"level":30}\ngateway: The events were written by a newer Lectern.\n')
  put('postgres/data/PG_VERSION', '16\n')
  const { problems } = await look({ PORT: String(port), MIN_FREE_MB: '1000000000' })
  server.close()
  expect(problems).toEqual([
    expect.stringMatching(/^Less than 1000000000 MB are free at .*: free space/),
    expect.stringMatching(
      new RegExp(`^PORT ${port} of 127.0.0.1 cannot be used \\(EADDRINUSE\\): end the program`),
    ),
    expect.stringMatching(/is of Postgres 16; this Lectern has 18/),
    'When it ended: gateway: The events were written by a newer Lectern.',
    STOPPED,
  ])
})

test('a database of its own that does not answer is said', async () => {
  const { problems } = await look({ DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/lectern' })
  expect(problems.join()).toContain('Postgres at 127.0.0.1:1 cannot be used')
  expect(problems.join()).not.toContain('secret')
})
