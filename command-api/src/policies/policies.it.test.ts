import { randomUUID } from 'node:crypto'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it, vi } from 'vitest'
import { openTestLibrary, startCommandApi, stateOf } from '../test-support/api.ts'
import { librariesOf, policiesOn, watchedSteps } from '../test-support/policies.ts'
import type { PolicyParts } from './policies.ts'

const parts = duringTests(startOwnParts)
const api = duringTests(() => startCommandApi(parts))
const { log, start, record, granted, grant, deleteLink, passed, isHeldAt, skipToEnd, allowancesOf } =
  policiesOn(api)

it('the allowance follows a granted plan, once, also where every step is taken by two processes', async () => {
  const caller = await openTestLibrary(api)
  start()
  start()
  await passed(await grant(caller.libraryId, 'pro'))
  expect((await stateOf(api, caller)).allowance.plan).toBe('pro')
  expect(await allowancesOf(caller.libraryId)).toBe(1)
})

it('a plan that was granted during a signup comes to the library once that is opened', async () => {
  const [libraryId, ownerId] = [randomUUID(), randomUUID()]
  const warned = vi.spyOn(log, 'warn')
  start()
  const end = await grant(libraryId, 'ultra')
  await expect
    .poll(() => warned.mock.calls)
    .toContainEqual([expect.objectContaining({ about: libraryId }), 'a step waits'])
  const opening = {
    type: 'OpenLibrary',
    libraryId,
    ownerId,
    plan: 'free',
    now: new Date().toISOString(),
  } as const
  const issued = { actorId: ownerId, via: 'system', commandId: randomUUID() } as const
  await api.aggregates.libraries.handle(libraryId, opening, issued)
  await passed(end)
  const plan = await api.aggregates.libraries.read(libraryId, ({ allowance }) => allowance.plan)
  expect(plan).toBe('ultra')
})

it('steps of one library are taken one after another, and those of another library meanwhile', async () => {
  await skipToEnd()
  const [one, other] = [randomUUID(), randomUUID()]
  await grant(one, 'ultra', 'free')
  const end = await grant(other, 'pro')
  const begun: unknown[] = []
  const isOtherThere = Promise.withResolvers<void>()
  const libraries = librariesOf(async (libraryId, command) => {
    if (command.type === 'SetAllowance') begun.push([command.plan, command.causeRevision])
    if (libraryId === other) isOtherThere.resolve()
    await isOtherThere.promise
  })
  start({ libraries })
  await passed(end)
  expect(begun).toEqual([
    ['ultra', 0],
    ['pro', 0],
    ['free', 1],
  ])
})

it('a step that must wait holds the checkpoint and no other step, and is taken later', async () => {
  const before = await skipToEnd()
  const [stuck, other] = [randomUUID(), randomUUID()]
  let isUp = false
  const asked: string[] = []
  const libraries = librariesOf(async libraryId => {
    if (libraryId === stuck && !isUp) throw new Error('Its events cannot be read')
    asked.push(libraryId)
  })
  const { deleteOf, parts: watched } = watchedSteps()
  start({ ...watched, libraries })
  await grant(stuck, 'pro')
  await deleteLink(stuck, 7)
  const end = await grant(other, 'pro')
  await expect.poll(() => asked).toEqual([other])
  await expect.poll(() => deleteOf.mock.calls).toEqual([[stuck, [7]]])
  await isHeldAt(before)

  isUp = true
  await passed(end)
  expect(asked).toEqual([other, stuck])
})

it('a step about money is taken again at the next start if its library could not be read', async () => {
  const before = await skipToEnd()
  const [refused, other] = [randomUUID(), randomUUID()]
  const asked: string[] = []
  const libraries = librariesOf(async libraryId => {
    asked.push(libraryId)
    if (libraryId === refused) throw new UnreadableEvent('A later version wrote this')
  })
  const stop = start({ libraries })
  await grant(refused, 'pro')
  const end = await grant(other, 'pro')
  await expect.poll(() => asked).toEqual([refused, other])
  await isHeldAt(before)
  expect(asked).toEqual([refused, other])
  stop()

  asked.length = 0
  start({ libraries: librariesOf(async libraryId => void asked.push(libraryId)) })
  await passed(end)
  expect(asked).toEqual([refused, other])
})

it('payments that wait until their operator allows them leave room for the steps of everybody', async () => {
  const before = await skipToEnd()
  const asked: string[] = []
  const stop = start({ libraries: librariesOf(async libraryId => void asked.push(libraryId)) })
  const unwanted = Array.from({ length: 1_001 }, (_, n) => ({
    type: 'PaymentUnwanted',
    data: { userId: randomUUID(), paymentIntentId: `pi_${n}`, at: new Date().toISOString() },
  }))
  await record(accountStream(randomUUID()), ...unwanted)
  const libraryId = randomUUID()
  await grant(libraryId, 'pro')
  await expect.poll(() => asked).toEqual([libraryId])
  await isHeldAt(before)
  stop()
})

it('an event of a library that cannot be read is passed: its read model is parked', async () => {
  await skipToEnd()
  const told = vi.spyOn(log, 'error')
  start()
  await passed(await record(libraryStream(randomUUID()), { type: 'LinkDeleted', data: {} }))
  expect(told).toHaveBeenCalledWith(expect.anything(), 'an event led to no step')
})

it('a step for a closed account is passed', async () => {
  await skipToEnd()
  const { libraryId } = await openTestLibrary(api)
  await api.store.tombstone(libraryStream(libraryId))
  start()
  await passed(await grant(libraryId, 'pro'))
})

it('a step has one effect if the process ends after it and before the checkpoint', async () => {
  const caller = await openTestLibrary(api)
  const before = await skipToEnd()
  const { libraries } = api.aggregates
  const isDone = Promise.withResolvers<void>()
  const dying: PolicyParts['libraries'] = {
    ...libraries,
    handle: async (...given) => {
      const outcome = await libraries.handle(...given)
      stop()
      isDone.resolve()
      return outcome
    },
  }
  const stop = start({ libraries: dying })
  const end = await grant(caller.libraryId, 'pro')
  await isDone.promise
  expect(await allowancesOf(caller.libraryId)).toBe(1)
  await isHeldAt(before)

  start()
  await passed(end)
  expect(await allowancesOf(caller.libraryId)).toBe(1)
})

// The last test: the event stays in the log, and policies that began with the first one would be held there.
it('an event of an account that cannot be read holds the checkpoint, and steps after others go on', async () => {
  const caller = await openTestLibrary(api)
  const before = await skipToEnd()
  await record(accountStream(randomUUID()), { type: 'PlanSwapped', data: {} })
  const account = accountStream(randomUUID())
  for (const plan of ['pro', 'ultra'] as const) {
    const stop = start()
    await record(account, granted(caller.libraryId, plan))
    await expect.poll(async () => (await stateOf(api, caller)).allowance.plan).toBe(plan)
    await isHeldAt(before)
    stop()
  }
  expect(await allowancesOf(caller.libraryId)).toBe(2)
})
