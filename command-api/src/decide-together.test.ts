import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Decision,
  decideTogether,
  foldInProposed,
  type Given,
  type Proposed,
} from './decide-together.ts'
import { type LibraryCommand, library } from './domain/library.ts'
import { type Folded, foldIn, unfolded } from './folded.ts'
import { anyCommand, now } from './test-support/any-command.ts'
import { allowed, opened } from './test-support/library.ts'

const metadata = (commandId: string, commandHash = commandId) =>
  ({ actorId: 'a', via: 'web', commandId, commandHash }) as const

const openLibrary = () => {
  const folded = unfolded(library.initial())
  for (const [revision, event] of [opened, allowed(5)].entries())
    foldIn(library, folded, event, { revision, metadata: metadata('open'), at: 0 })
  return folded
}

/** The state, with what is remembered of commands but for when. */
const comparable = ({ state, revision, recent }: Folded<unknown>) => ({
  state,
  revision,
  recent: [...recent].map(([id, { hash, first, last }]) => [id, hash, first, last]),
})
const told = (decision: Decision<LibraryEvent>) => {
  if ('earlier' in decision) return ['earlier', decision.earlier.first, decision.earlier.last]
  if (!('refusal' in decision)) return decision.events
  const { refusal } = decision
  return refusal instanceof Rejected ? [refusal.code, refusal.details] : refusal
}

/** All commands, as many at a time as `sizes` says, each time with a successful append. */
const decideAll = (given: readonly Given<LibraryCommand>[], sizes: readonly number[]) => {
  const folded = openLibrary()
  const events: Proposed<LibraryEvent>[] = []
  const answers: unknown[] = []
  for (let from = 0, round = 0; from < given.length; round++) {
    const size = sizes[round % sizes.length] ?? 1
    const together = decideTogether(library, folded, given.slice(from, from + size))
    foldInProposed(library, folded, together.unfolded)
    events.push(...together.events)
    answers.push(...together.decided.map(({ decision }) => told(decision)))
    from += together.decided.length
  }
  return { events, answers, folded: comparable(folded) }
}

// Few ids and hashes, so that commands are repeated, and ids used for others.
const anyGiven = fc
  .record({
    command: anyCommand,
    metadata: fc.record({ id: fc.nat(20), hash: fc.constantFrom('usual', 'usual', 'other') }),
  })
  .map(({ command, metadata: { id, hash } }) => ({ command, metadata: metadata(`command-${id}`, hash) }))

const save = (n: number, note: string): Given<LibraryCommand> => ({
  command: {
    type: 'SaveLink',
    url: `https://example.com/${n}`,
    title: 'A title',
    note,
    tags: [],
    ignoreDuplicate: true,
    now,
  },
  metadata: metadata(`save-${n}`),
})

describe('commands decided together', () => {
  it('lead to what they lead to one by one, however they are grouped', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(anyGiven, { maxLength: 60 }), sizes, (given, groups) => {
        expect(decideAll(given, groups)).toEqual(decideAll(given, [1]))
      }),
      { numRuns: 500 },
    )
  })

  it('leave the state as it was where one alone leads to events', () => {
    fc.assert(
      fc.property(fc.array(anyGiven, { maxLength: 20 }), anyGiven, (before, last) => {
        const folded = openLibrary()
        foldInProposed(library, folded, decideTogether(library, folded, before).unfolded)
        const then = structuredClone(comparable(folded))
        const { events, unfolded: left } = decideTogether(library, folded, [last])
        expect(left).toEqual(events)
        expect(comparable(folded)).toEqual(then)
      }),
    )
  })

  it('stay far below what an append may hold, but for one that is larger by itself', () => {
    const folded = openLibrary()
    foldIn(library, folded, allowed(null, 'unlimited'), { revision: 2, metadata: metadata('grant'), at: 0 })
    const [large, small] = ['n'.repeat(300_000), 'n'.repeat(1_000)]
    const given = [
      save(1, small),
      save(2, large),
      ...Array.from({ length: 600 }, (_, n) => save(n + 3, small)),
    ]
    const sizes: number[] = []
    for (let from = 0; from < given.length; ) {
      const { decided, events, unfolded: left } = decideTogether(library, folded, given.slice(from))
      foldInProposed(library, folded, left)
      if (events.length > 1) expect(JSON.stringify(events).length).toBeLessThan(300_000)
      sizes.push(decided.length)
      from += decided.length
    }
    expect(sizes.slice(0, 2)).toEqual([1, 1])
    expect(folded.state.links.size).toBe(given.length)
  })
})
