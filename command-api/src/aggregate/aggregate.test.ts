import { expect, it } from 'vitest'
import { library } from '../domain/library.ts'
import { opened } from '../test-support/library.ts'
import { apply, emptyAggregate } from './aggregate.ts'

const metadata = { actorId: 'a', via: 'web', commandId: 'command', commandHash: 'hash' } as const

it('remembers commands whose ids came from clients, and no others', () => {
  const aggregate = emptyAggregate(library.initial())
  apply(library, aggregate, opened, { revision: 0, metadata, at: 0 })
  apply(library, aggregate, opened, {
    revision: 1,
    metadata: { ...metadata, commandId: 'generated here', generated: true },
    at: 0,
  })
  expect([...aggregate.recent.keys()]).toEqual(['command'])
  expect(aggregate.revision).toBe(1)
})
