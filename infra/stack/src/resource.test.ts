import { describe, expect, it } from 'vitest'
import { parallel, type Resource, sequence, together } from './resource.ts'

/** A part that starts and stops when the test says so. `told` receives its calls. */
const aPart = (name: string, told: string[]) => {
  const serving = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const part: Resource = {
    name,
    up: () => {
      told.push(`${name} up`)
      return serving.promise
    },
    down: () => {
      told.push(`${name} down`)
      return ended.promise
    },
    healthy: async () => true,
  }
  return { part, serve: serving.resolve, end: ended.resolve }
}

describe('a sequence', () => {
  it('starts no further part after down', async () => {
    const told: string[] = []
    const [first, second] = [aPart('first', told), aPart('second', told)]
    const both = sequence(first.part, second.part)
    const up = both.up()
    const down = both.down()
    first.serve()
    await expect(up).rejects.toThrow('first was taken down')
    second.end()
    first.end()
    await down
    expect(told).toEqual(['first up', 'second down', 'first down'])
  })
})

describe('parts together', () => {
  it('start at once and stop in reverse, each after the next one has ended', async () => {
    const told: string[] = []
    const [first, second] = [aPart('first', told), aPart('second', told)]
    const both = together(first.part, second.part)
    const up = both.up()
    expect(told).toEqual(['first up', 'second up'])
    first.serve()
    second.serve()
    await up
    const down = both.down()
    expect(told.slice(2)).toEqual(['second down'])
    second.end()
    first.end()
    await down
    expect(told.slice(2)).toEqual(['second down', 'first down'])
  })
})

it('takes all parallel parts down if one cannot start', async () => {
  const told: string[] = []
  const { part, serve, end } = aPart('good', told)
  const bad: Resource = { ...part, name: 'bad', up: () => Promise.reject(new Error('cannot')) }
  const up = parallel(part, bad).up()
  end()
  serve()
  await expect(up).rejects.toThrow('cannot')
  expect(told).toEqual(['good up', 'good down', 'good down'])
})
