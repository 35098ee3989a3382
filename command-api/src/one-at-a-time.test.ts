import { permits } from '@lectern/platform/process/permits.ts'
import { describe, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

describe('oneAtATime', () => {
  it('runs work of one key in order, each after the other, whatever fails', async () => {
    const inOrder = oneAtATime()
    const seen: string[] = []
    const work = (name: string) => async () => {
      seen.push(`${name} begins`)
      await Promise.resolve()
      seen.push(`${name} ends`)
      if (name === 'a') throw new Error('a failed')
      return name
    }
    const results = await Promise.allSettled([inOrder('key', work('a')), inOrder('key', work('b'))])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('lets other keys pass', async () => {
    const inOrder = oneAtATime()
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = inOrder('one', () => promise)
    expect(await inOrder('two', async () => 'passed')).toBe('passed')
    resolve()
    await held
  })

  it('turns away what would wait behind a thousand others', async () => {
    const inOrder = oneAtATime()
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 1_000 }, () => inOrder('key', () => promise))
    await expect(inOrder('key', () => promise)).rejects.toMatchObject({ code: 'unavailable' })
    resolve()
    await Promise.all(waiting)
    expect(await inOrder('key', async () => 'welcome')).toBe('welcome')
  })
})

describe('permits', () => {
  it('lets so many run at once and hands on what is given back, also by a failure', async () => {
    const two = permits(2)
    const { promise, reject } = Promise.withResolvers<void>()
    let running = 0
    const work = () => {
      running += 1
      return promise
    }
    const all = Promise.allSettled([two.use(work), two.use(work), two.use(work)])
    await Promise.resolve()
    expect(running).toBe(2)
    reject(new Error('failed'))
    await all
    expect(running).toBe(3)
    expect(await two.use(async () => 'free')).toBe('free')
  })
})
