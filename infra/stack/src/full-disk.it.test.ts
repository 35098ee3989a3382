import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workKinds } from '@lectern/contracts/work.ts'
import { expect, it } from 'vitest'
import { until } from './probes.ts'
import { startStack } from './start-stack.ts'
import { clientOf } from './test-support/client.ts'

const MB = 1_000_000
const MIN_FREE_MB = 100
const folder = mkdtempSync(join(tmpdir(), 'lectern-disk-'))
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=500m,mode=711', 'tmpfs', folder]).status === 0
if (!isMounted) rmdirSync(folder)

/** The test fills a small file system, which only root may mount. */
it.runIf(isMounted)(
  'writes are refused before the disk is full, reads go on, and writes return with the space',
  async () => {
    chmodSync(folder, 0o711)
    const filler = join(folder, 'filler')
    const stack = await startStack({
      dataDir: join(folder, 'data'),
      env: { MIN_FREE_MB: String(MIN_FREE_MB), RATE_LIMITS: 'off' },
    })
    try {
      const ask = clientOf(stack.url)
      const person = { email: 'mina@example.org', username: 'mina', password: 'a long passphrase' }
      expect((await ask('POST', '/api/signup', person)).status).toBe(201)
      const save = (n: number) =>
        ask('POST', '/api/links', { url: `https://example.org/${n}`, title: `Page ${n}` })
      const first = await save(1)
      expect(first.status).toBe(201)

      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - (MIN_FREE_MB - 20) * MB))
      // The launcher checks the disk once a second.
      let saved = 1
      await until('The refusal', async () => {
        const { status } = await save(saved + 1)
        if (status === 201) saved += 1
        return status === 503
      })
      const refused = await save(1_000)
      expect(JSON.parse(refused.text).message).toBe('The server is out of space.')
      expect(refused.headers.get('retry-after')).not.toBeNull()
      const file = new FormData()
      file.append('file', new Blob(['url\nhttps://example.org/file\n']), 'links.csv')
      const { headers: cookies } = await ask('POST', '/api/login', person)
      const cookie = cookies
        .getSetCookie()
        .map(each => each.split(';')[0])
        .join('; ')
      const upload = { method: 'POST', body: file, headers: { cookie } }
      expect((await fetch(`${stack.url}/api/migrate/analyze`, upload)).status).toBe(503)
      const other = { email: 'noor@example.org', username: 'noor', password: 'a long passphrase' }
      expect((await ask('POST', '/api/signup', other)).status).toBe(503)
      await until('The console', () => stack.output.join('\n').includes('Less than 100 MB are free'))

      expect((await ask('POST', '/api/login', person)).status).toBe(200)
      expect(JSON.parse((await ask('GET', '/api/links')).text).total).toBe(saved)
      const health = await fetch(`${stack.url}/readyz`)
      expect(health.status).toBe(200)
      expect(await health.json()).toMatchObject({
        ready: true,
        alarms: ['Writes are refused for want of space.'],
        jobs: [...Object.values(workKinds), 'mail'].map(kind => ({ kind })),
        deadLetters: 0,
        parkedStreams: 0,
        freeMb: expect.any(Number),
      })

      rmSync(filler)
      await until('A save', async () => (await save(1_001)).status === 201)
      await until('The console', () => stack.output.join('\n').includes('There is space again'))
      expect(stack.output.join('\n')).not.toMatch(/ ended \(/)
    } finally {
      await stack.stop()
      spawnSync('umount', [folder])
      rmdirSync(folder)
    }
  },
)
