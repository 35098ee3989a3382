import { expect, it } from 'vitest'
import { library } from './domain/library.ts'
import { foldIn, unfolded } from './folded.ts'
import { opened } from './test-support/library.ts'

const metadata = { actorId: 'a', via: 'web', commandId: 'command', commandHash: 'hash' } as const

it('remembers a command by the id that its client gave it, and none whose id we made', () => {
  const folded = unfolded(library.initial())
  foldIn(library, folded, opened, { revision: 0, metadata, at: 0 })
  foldIn(library, folded, opened, {
    revision: 1,
    metadata: { ...metadata, commandId: 'made here', generated: true },
    at: 0,
  })
  expect([...folded.recent.keys()]).toEqual(['command'])
  expect(folded.revision).toBe(1)
})
