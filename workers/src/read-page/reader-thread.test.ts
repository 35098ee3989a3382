import { afterAll, describe, expect, test } from 'vitest'
import { createPageReader } from './reader-thread.ts'

const fixture = (name: string) => new URL(`../../fixtures/threads/${name}.ts`, import.meta.url)
const page = (contentType: string, body = '') => ({
  url: 'https://example.com/',
  contentType,
  body: new TextEncoder().encode(body),
})
const asker = (libraryId: string) => ({ libraryId, rank: 'interactive' as const })
const mina = asker('mina')
const omar = asker('omar')
const harmless = { kind: 'unreadable', reason: 'no-article' }

describe('createPageReader', () => {
  const reader = createPageReader({ allow: new Set(), code: fixture('misbehaving'), timeoutMs: 3_000 })
  afterAll(() => reader.stop())

  test('a page that takes too long ends the thread, and the next one is read', async () => {
    const [stuck, next] = await Promise.all([
      reader.read(page('loop'), mina),
      reader.read(page('fine'), mina),
    ])
    expect(stuck).toMatchObject({ kind: 'unreadable', reason: 'took-too-long' })
    expect(next).toMatchObject(harmless)
  })

  test('a page that takes too much memory ends the thread, and the next one is read', async () => {
    const patient = createPageReader({ allow: new Set(), code: fixture('misbehaving'), timeoutMs: 30_000 })
    expect(await patient.read(page('memory'), mina)).toMatchObject({
      kind: 'unreadable',
      reason: 'too-complex',
    })
    expect(await patient.read(page('fine'), mina)).toMatchObject(harmless)
    await patient.stop()
  })

  test.each(['bug', 'exit'])('a %s of the thread fails its page and no other', async kind => {
    await expect(reader.read(page(kind), mina)).rejects.toThrow()
    expect(await reader.read(page('fine'), mina)).toMatchObject(harmless)
  })

  test('while a page is slow, pages of other libraries are read and those of its library wait', async () => {
    const patient = createPageReader({ allow: new Set(), code: fixture('misbehaving'), timeoutMs: 60_000 })
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const read: string[] = []
    const slow = patient.read({ ...page('wait'), body: new Uint8Array(flag.buffer) }, mina)
    const behind = patient.read(page('fine'), mina).then(() => read.push('behind the slow one'))
    for (const name of ['one', 'another']) {
      await patient.read(page('fine'), omar)
      read.push(name)
    }
    flag[0] = 1
    Atomics.notify(flag, 0)
    await slow
    await behind
    expect(read).toEqual(['one', 'another', 'behind the slow one'])
    await patient.stop()
  })

  test('a page that waits for a busy machine is read, and one that never ends is not', async () => {
    const hasty = createPageReader({ allow: new Set(), code: fixture('misbehaving'), timeoutMs: 300 })
    await hasty.check()
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const waiting = () => hasty.read({ ...page('wait'), body: new Uint8Array(flag.buffer) }, mina)
    const late = waiting()
    setTimeout(() => {
      flag[0] = 1
      Atomics.notify(flag, 0)
    }, 800)
    expect(await late).toMatchObject(harmless)
    flag[0] = 0
    expect(await waiting()).toMatchObject({ kind: 'unreadable', reason: 'took-too-long' })
    await hasty.stop()
  })

  test('check() fails when the sanitiser of the thread does not work', async () => {
    const broken = createPageReader({ allow: new Set(), code: fixture('refusing') })
    await expect(broken.check()).rejects.toThrow('Sanitising does not work')
  })

  test('the real thread reads, also after it ended', async () => {
    const real = createPageReader({ allow: new Set() })
    await real.check()
    const article = `<article><p>${'A sentence of some length, with commas, too. '.repeat(20)}</p></article>`
    for (let n = 0; n < 2; n += 1) {
      expect(await real.read(page('text/html', article), mina)).toMatchObject({ kind: 'read', words: 160 })
      await real.stop()
    }
  })
})
