import type { Position } from '@lectern/platform/event-store/port.ts'
import { aLibrary } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

const paused = async <T>(work: () => Promise<T>): Promise<T> => {
  api.projectors.kill('SIGSTOP')
  try {
    return await work()
  } finally {
    api.projectors.kill('SIGCONT')
  }
}

it('the next read shows each of 300 saves to the caller', async () => {
  const caller = aCaller()
  const { stream, opened, saved } = aLibrary(caller)
  await api.record(stream, [opened()])
  for (let linkId = 1; linkId <= 300; linkId += 1) {
    const after = await api.record(stream, [saved(linkId)])
    const { body, headers } = await api.getOnce('/api/links?limit=1', { as: caller, after })
    expect(headers['lectern-behind']).toBeUndefined()
    expect(body).toMatchObject({ links: [{ id: linkId }], total: linkId })
  }
})

it('a read also waits for a write that changes no read model', async () => {
  const caller = aCaller()
  const after = await api.record(`account-${caller.userId}`, [aLibrary(caller).opened()])
  const { headers, status } = await api.getOnce('/api/counts', { as: caller, after })
  expect([status, headers['lectern-behind']]).toEqual([200, undefined])
})

it('a read waits 2 s at most, and not at all if 16 of its session wait or its caller wrote nothing', async () => {
  const [caller, other] = [aCaller(), aCaller()]
  const { stream, opened, saved } = aLibrary(caller)
  const first = await api.record(stream, [opened(), saved(1)])
  await api.get('/api/links', { as: caller, after: first })

  await paused(async () => {
    const after = await api.record(stream, [saved(2)])
    const read = (position: Position | undefined, as = caller) =>
      api.getOnce('/api/links', { as, after: position })
    const order: string[] = []
    const waiting = Array.from({ length: 16 }, () =>
      read(after).then(answer => {
        order.push('waited')
        return answer
      }),
    )
    const seventeenth = await read(after)
    order.push('at once')
    expect(seventeenth.headers['lectern-behind']).toBe('true')
    for (const [position, as] of [
      [undefined, caller],
      [first, caller],
      [undefined, other],
    ] as const) {
      const answer = await read(position, as)
      expect([answer.status, answer.headers['lectern-behind']]).toEqual([200, undefined])
    }
    order.push('without a wait')
    for (const answer of await Promise.all(waiting)) {
      expect(answer.headers['lectern-behind']).toBe('true')
      expect(answer.body.links).toHaveLength(1)
    }
    expect(order.slice(0, 2)).toEqual(['at once', 'without a wait'])
  })
})

it('held reads are released when notifications are cut off', async () => {
  const caller = aCaller()
  const { stream, opened, saved } = aLibrary(caller)
  await api.record(stream, [opened()])
  for (let linkId = 1; linkId <= 5; linkId += 1) {
    const cut = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'query-api-progress' AND datname = current_database()`
    await api.pool.query(cut)
    const after = await api.record(stream, [saved(linkId)])
    const { body, headers } = await api.getOnce('/api/links', { as: caller, after })
    expect(headers['lectern-behind']).toBeUndefined()
    expect(body.total).toBe(linkId)
  }
})
