import { text } from 'node:stream/consumers'
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

test('the history is told of beside links without making them any link', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { stream, tell, end } = openConnection(caller)
  tell({ what: ['account'] })
  tell({ what: ['links'], linkIds: [7] })
  tell({ what: [], history: true })
  tell({ what: ['links'], linkIds: [8] })
  vi.runAllTimers()
  end()
  const told = (await text(stream)).match(/^data: .*$/gm) ?? []
  expect(told.map(line => JSON.parse(line.slice(6)))).toEqual([
    { what: ['account'] },
    { what: ['links'], linkIds: [7, 8], history: true },
  ])
  vi.useRealTimers()
})
