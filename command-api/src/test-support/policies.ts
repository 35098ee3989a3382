import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition, parsePosition } from '@lectern/platform/event-store/position.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { AT, aLibrary } from '@lectern/stack/test-support/events.ts'
import { expect, onTestFinished, vi } from 'vitest'
import { usersIn } from '../accounts/users.ts'
import type { LibraryCommand } from '../domain/library.ts'
import { writeCheckpoint } from '../policies/checkpoint.ts'
import { type PolicyParts, runPolicies } from '../policies/policies.ts'
import { readRowIn } from '../read-row.ts'
import { positionsIn } from '../reading/positions.ts'
import { providedPagesIn } from '../reading/provided-pages.ts'
import { sharesIn } from '../shares/shares.ts'
import { invitationsIn } from '../sharing/invitations.ts'
import { peopleIn } from '../sharing/people.ts'
import type { TestApi } from './api.ts'

/** Longer than a checkpoint is put off. */
const SAVED_MS = 1_500

/** Policies that a test starts and ends itself, on the parts of an API that follows no events. */
export const policiesOn = (api: TestApi) => {
  const log = createLog('policies-test', 'silent')

  /** Runs policies beside the test. @returns a function that ends them as a crash would */
  const start = (changes: Partial<PolicyParts> = {}) => {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const { aggregates, pool, store, storeId } = api
    runPolicies({
      ...{ ...aggregates, pool, store, storeId, log, signal: stop.signal, stripe: undefined },
      positions: positionsIn(pool),
      providedPages: providedPagesIn(pool, { isLow: () => false }),
      shares: sharesIn(pool),
      addMail: async () => {},
      invitations: invitationsIn(pool),
      people: peopleIn(pool, aggregates.libraries),
      readRow: readRowIn(pool),
      users: usersIn(pool, 1),
      ...changes,
    })
    return () => stop.abort()
  }

  /** Appends events as they are, also ones that contracts would refuse. */
  const record = async (stream: string, ...events: { type: string; data: unknown }[]) => {
    const added = events.map(event => ({ id: randomUUID(), metadata: {}, ...event }))
    return (await api.store.append(stream, 'any', added)).position
  }
  const granted = (libraryId: string, plan: Plan) => ({
    type: 'PlanGranted',
    data: { userId: randomUUID(), libraryId, plan, at: AT },
  })
  const grant = (libraryId: string, ...plans: Plan[]) =>
    record(accountStream(randomUUID()), ...plans.map(plan => granted(libraryId, plan)))
  const deleteLink = (libraryId: string, linkId: number) =>
    record(libraryStream(libraryId), aLibrary({ libraryId }).deleted(linkId))

  const checkpoint = async (): Promise<string | undefined> => {
    const { rows } = await api.pool.query('SELECT position FROM command.policies_checkpoint')
    return rows[0]?.position
  }
  /** Resolves when everything up to a position is done, and no crash repeats it. */
  const passed = async (position: Position) => {
    const isPassed = async () => {
      const reached = parsePosition(await checkpoint())
      return reached !== undefined && comparePositions(reached, position) >= 0
    }
    await expect.poll(isPassed, { timeout: 20_000 }).toBe(true)
  }
  const isHeldAt = async (position: Position | undefined) => {
    await pause(SAVED_MS)
    expect(await checkpoint()).toBe(position && encodePosition(position))
  }
  /** Policies begin after everything that is stored. */
  const skipToEnd = async () => {
    const end = await api.store.end()
    if (end) await writeCheckpoint(api.pool, api.storeId, end)
    return end
  }
  const typesOf = async (stream: string): Promise<string[]> => {
    const types: string[] = []
    for await (const { type } of api.store.readStream(stream)) types.push(type)
    return types
  }
  /** How often the allowance was changed since the library was opened. */
  const allowancesOf = async (libraryId: string) =>
    (await typesOf(libraryStream(libraryId))).filter(type => type === 'AllowanceChanged').length - 1

  return { ...{ log, start, record, granted, grant, deleteLink }, passed, isHeldAt, skipToEnd, allowancesOf }
}

/** Libraries that hand each command to the test. */
export const librariesOf = (handle: (libraryId: string, command: LibraryCommand) => Promise<unknown>) =>
  ({ handle }) as unknown as PolicyParts['libraries']

/** Parts that do nothing, and the libraries that steps were about. */
export const watchedSteps = () => {
  const taken: string[] = []
  const libraries = librariesOf(async id => void taken.push(id))
  const deleteOf = vi.fn(async (id: string, _links: unknown) => void taken.push(id))
  const positions = { deleteOf } as unknown as PolicyParts['positions']
  return { taken, deleteOf, parts: { libraries, positions } }
}
