import { Rejected, type RejectionCode } from '@lectern/contracts/api/errors.ts'
import { expect } from 'vitest'
import type { Decider } from '../domain/decider.ts'

/** given(past events).when(command), then the events it produces, its refusal, or nothing. */
export const givenOn = <State, Event, Command>(decider: Decider<State, Event, Command>) => {
  return (...past: Event[]) => ({
    when: (command: Command) => {
      const decide = () => decider.decide(command, foldAll(decider, past))
      return {
        // biome-ignore lint/suspicious/noThenProperty: the name is part of given, when, then, and nobody awaits it
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

/** The state after the events, the first of which has revision 0. */
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
