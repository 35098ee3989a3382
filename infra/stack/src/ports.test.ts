import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { freePort, isOursAgain } from './ports.ts'

const MODULE = new URL('./ports.ts', import.meta.url).href

const others: ChildProcess[] = []
const endOthers = () =>
  Promise.all(
    others.splice(0).map(other => {
      const ended = once(other, 'exit')
      other.kill('SIGKILL')
      return ended
    }),
  )
afterEach(endOthers)

/** Evaluates an expression over the functions of ports.ts in a separate process, which lives on because it listens. */
const elsewhere = async <Result>(expression: string): Promise<Result> => {
  const code = `import { freePort, isOursAgain } from '${MODULE}'; process.on('message', () => {}).send(await (${expression}))`
  const other = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  others.push(other)
  const [result] = await once(other, 'message')
  return result
}

it('gives no port twice, to however many processes at once', async () => {
  const many = 'Promise.all(Array.from({ length: 40 }, freePort))'
  const given = await Promise.all([
    ...Array.from({ length: 40 }, freePort),
    ...Array.from({ length: 6 }, () => elsewhere<number[]>(many)),
  ])
  const ports = given.flat()
  expect(ports).toHaveLength(7 * 40)
  expect(new Set(ports).size).toBe(ports.length)
})

it('allows a port of an earlier start unless it is in use or in the block of another process', async () => {
  const mine = await freePort()
  expect(await isOursAgain(mine)).toBe(true)
  expect(await elsewhere(`isOursAgain(${mine})`)).toBe(false)
  const theirs = await elsewhere<number>('freePort()')
  expect(await isOursAgain(theirs)).toBe(false)
  await endOthers()
  expect(await isOursAgain(theirs)).toBe(true)
})
