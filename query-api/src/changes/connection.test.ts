import { text } from 'node:stream/consumers'
import type { Change } from '@lectern/contracts/api/changes.ts'
import { expect, test, vi } from 'vitest'
import { openConnection } from './connection.ts'

const caller = { userId: 'u1', libraryId: 'l1', sessionId: 's1' }

test('a tab that reads nothing is let go before much is kept for it', () => {
  const { stream, beat } = openConnection(caller)
  let beats = 0
  while (!stream.destroyed && beats < 1_000_000) {
    beat()
    beats += 1
  }
  expect(stream.destroyed).toBe(true)
  expect(beats * ': \n\n'.length).toBeLessThan(200_000)
})

test('changes that come fast are told together, however many', () => {
  const { stream, tell } = openConnection(caller)
  for (let linkId = 1; linkId <= 100_000; linkId += 1) tell({ what: ['links'], linkIds: [linkId % 7] })
  expect(stream.writableLength + stream.readableLength).toBeLessThan(1_000)
  stream.destroy()
})

/** What a tab is told after its first change, where these come at once. */
const toldAtOnce = async (...changes: Change[]): Promise<unknown[]> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { stream, tell, end } = openConnection(caller)
  for (const change of [{ what: ['account'] } as const, ...changes]) tell(change as Change)
  vi.runAllTimers()
  end()
  vi.useRealTimers()
  const told = (await text(stream)).match(/^data: .*$/gm) ?? []
  return told.slice(1).map(line => JSON.parse(line.slice(6)))
}

test('the history is told of beside links without making them any link', async () => {
  const [first, second] = [7, 8].map((id): Change => ({ what: ['links'], linkIds: [id] })) as [Change, Change]
  expect(await toldAtOnce(first, { what: [], history: true }, second)).toEqual([
    { what: ['links'], linkIds: [7, 8], history: true },
  ])
})

test('acts are named while they are few and each change is that of acts; searches say nothing of them', async () => {
  const of = (id: number): Change => ({ what: ['links'], linkIds: [id], acts: [{ key: `act ${id}` }] })
  const search: Change = { what: ['search'], linkIds: [] }
  expect(await toldAtOnce(of(1), search, { what: [], history: true }, of(2))).toEqual([
    {
      ...{ what: ['links', 'search'], linkIds: [1, 2], history: true },
      acts: [{ key: 'act 1' }, { key: 'act 2' }],
    },
  ])
  const many = Array.from({ length: 21 }, (_, n) => of(n))
  for (const changes of [[of(1), { what: ['extraction' as const], linkIds: [1] }], many])
    expect(await toldAtOnce(...changes)).toEqual([expect.not.objectContaining({ acts: expect.anything() })])
})
