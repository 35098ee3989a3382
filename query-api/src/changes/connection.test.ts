import { expect, test } from 'vitest'
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
