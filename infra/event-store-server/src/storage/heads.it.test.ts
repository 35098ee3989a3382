import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../test-support/postgres.ts'
import type { ExpectedRevision } from './event.ts'
import { openSession, type Session } from './session.ts'

const HEADS = 2
const STREAMS = 20
const ROUNDS = 10

let postgres: TestPostgres
let session: Session
beforeAll(async () => {
  postgres = await startPostgres()
  session = await openSession(postgres.url, HEADS)
})
afterAll(async () => {
  await session.close()
  await postgres.stop()
})

const append = (stream: string, expected: ExpectedRevision) => {
  const event = {
    id: randomUUID(),
    type: 'Numbered',
    isJson: true,
    data: Buffer.from('{}'),
    metadata: Buffer.of(),
  }
  return session.writer.write({ act: 'append', stream, expected, events: [event] }, Date.now() + 60_000)
}

test('appends succeed on more streams than the cache holds, while other streams are read', async () => {
  const streams = Array.from({ length: STREAMS }, (_, n) => `crowded-${n}`)
  for (let round = 0; round < ROUNDS; round++) {
    const expected = round === 0 ? 'no_stream' : round - 1
    const [results] = await Promise.all([
      Promise.all(streams.map(stream => append(stream, expected))),
      ...streams.map((_, n) => session.heads.resolve(`read-${round}-${n}`)),
    ])
    for (const result of results) expect(result).toMatchObject({ kind: 'done', revision: round })
  }
  expect(session.lost.aborted).toBe(false)
  const cached = streams.filter(stream => session.heads.peek(stream) !== undefined)
  expect(cached.length).toBeLessThanOrEqual(HEADS)
})
