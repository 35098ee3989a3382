import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Asker, hashQueue } from './hash-queue.ts'

/** Asks for a hash for each asker. `done` has those who got one, in order. */
const crowdOf = (askers: readonly Asker[]) => {
  const [hashing, done] = [hashQueue(), [] as Asker[]]
  const ask = (asker: Asker) => hashing(asker, turn).then(() => done.push(asker))
  return { ask, done, answers: Promise.allSettled(askers.map(ask)) }
}
const strangers = (count: number) => Array.from({ length: count }, (_, n) => ({ network: `network ${n}` }))

it('lets an account pass a crowd of strangers', async () => {
  const { ask, done, answers } = crowdOf(strangers(150))
  await ask({ userId: 'mina', isOwner: false })
  expect(done.length).toBeLessThan(8)
  await answers
  expect(done.length).toBe(151)
})

it('lets an account pass a crowd that tries the passwords of another, and that other as well', async () => {
  const { ask, done, answers } = crowdOf(
    Array.from({ length: 150 }, () => ({ userId: 'jonas', isOwner: false })),
  )
  await ask({ userId: 'mina', isOwner: false })
  await ask({ userId: 'jonas', isOwner: true })
  expect(done.length).toBeLessThan(8)
  await answers
})

it('lets a stranger pass those of another network', async () => {
  const { ask, done, answers } = crowdOf(Array.from({ length: 150 }, () => ({ network: 'a crowd' })))
  await ask({ network: 'alone' })
  expect(done.length).toBeLessThan(8)
  await answers
})

it('refuses strangers beyond those that it can serve within seconds', async () => {
  const answers = await crowdOf(strangers(320)).answers
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.length).toBe(320 - 201)
  expect(refused[0]).toMatchObject({ code: 'unavailable' })
})

it('refuses a crowd that tries the passwords of one account beyond that, and not its owner', async () => {
  const crowd = crowdOf(Array.from({ length: 320 }, () => ({ userId: 'jonas', isOwner: false })))
  await crowd.ask({ userId: 'jonas', isOwner: true })
  const answers = await crowd.answers
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(320 - 201)
})
