import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import { expect } from 'vitest'
import type { Decider } from '../domain/decider.ts'

/** given(past events).when(command) then what it produces, that it refuses, or that it stays quiet. */
export const givenOn = <State, Event, Command>(decider: Decider<State, Event, Command>) => {
  return (...past: Event[]) => ({
    when: (command: Command) => {
      const decide = () => decider.decide(command, foldAll(decider, past))
      return {
        // biome-ignore lint/suspicious/noThenProperty: given, when, then reads so, and nobody awaits it
        then: (...events: Event[]) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefused: (code: RejectionCode, details: object = {}) => {
          const refusal = catchRefusal(decide)
          expect(refusal).toMatchObject({ code, details })
        },
      }
    },
  })
}

/** The state after some events, from the first revision on. */
export const foldAll = <State, Event>(
  { initial, evolve }: Pick<Decider<State, Event, never>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State => events.reduce((state, event, revision) => evolve(state, event, revision), initial())

const catchRefusal = (decide: () => unknown): unknown => {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Rejected) return error
    throw error
  }
}
