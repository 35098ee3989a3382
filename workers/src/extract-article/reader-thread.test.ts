import { afterAll, describe, expect, test } from 'vitest'
import { createPageReader, rests } from './reader-thread.ts'

const fixture = (name: string) => new URL(`../../fixtures/threads/${name}.ts`, import.meta.url)
const page = (contentType: string, body = '') => ({
  url: 'https://example.com/',
  contentType,
  body: new TextEncoder().encode(body),
})
const harmless = { kind: 'unreadable', reason: 'no-article' }

describe('createPageReader', () => {
  const reader = createPageReader({ allow: new Set(), code: fixture('misbehaving'), timeoutMs: 3_000 })
  afterAll(() => reader.stop())

  test('a page that takes too long ends the thread, and the next one is read', async () => {
    const [stuck, next] = await Promise.all([reader.read(page('loop')), reader.read(page('fine'))])
    expect(stuck).toMatchObject({ kind: 'unreadable', reason: 'took-too-long' })
    expect(next).toMatchObject(harmless)
  })

  test('a page that takes too much memory too', async () => {
    const patient = createPageReader({ allow: new Set(), code: fixture('misbehaving'), timeoutMs: 30_000 })
    expect(await patient.read(page('memory'))).toMatchObject({ kind: 'unreadable', reason: 'too-complex' })
    expect(await patient.read(page('fine'))).toMatchObject(harmless)
    await patient.stop()
  })

  test.each(['bug', 'exit'])('a %s of the thread is an error of its page alone', async kind => {
    await expect(reader.read(page(kind))).rejects.toThrow()
    expect(await reader.read(page('fine'))).toMatchObject(harmless)
  })

  test('a page that found the processors crowded has the next one wait, unless the process is to end', async () => {
    const stopping = new AbortController()
    const code = fixture('misbehaving')
    const crowded = createPageReader({ allow: new Set(), code, signal: stopping.signal })
    await crowded.read(page('crowded'))
    let isRead = false
    const next = crowded.read(page('fine')).then(() => {
      isRead = true
    })
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(isRead).toBe(false)
    stopping.abort()
    await next
    await crowded.stop()
  })

  test('a thread whose sanitiser does not work is refused', async () => {
    const broken = createPageReader({ allow: new Set(), code: fixture('refusing') })
    await expect(broken.check()).rejects.toThrow('Sanitising does not work')
  })

  test('the real thread reads, also after it was started anew', async () => {
    const real = createPageReader({ allow: new Set(), pagesPerThread: 1 })
    await real.check()
    const article = `<article><p>${'A sentence of some length, with commas, too. '.repeat(20)}</p></article>`
    for (let n = 0; n < 2; n += 1) {
      expect(await real.read(page('text/html', article))).toMatchObject({ kind: 'read', words: 160 })
    }
    await real.stop()
  })
})

describe('after a page, reading', () => {
  const free = { workedMs: 20, waitedMs: 2 }
  const crowded = { workedMs: 20, waitedMs: 120 }

  test('goes on at once where the processors have room for it', () => {
    const restAfter = rests()
    for (let n = 0; n < 20; n++) expect(restAfter(free)).toBe(0)
    expect(restAfter(crowded)).toBe(0)
  })

  test('rests while it is in the way, the longer the more, but not for ever', () => {
    const restAfter = rests()
    for (let n = 0; n < 20; n++) restAfter(crowded)
    expect(restAfter(crowded)).toBe(480)
    expect(restAfter({ workedMs: 20, waitedMs: 5_000 })).toBe(1_000)
    for (let n = 0; n < 100; n++) restAfter(free)
    expect(restAfter(free)).toBe(0)
  })
})
