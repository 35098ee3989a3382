import { commandSubjects, SetAllowance } from '@lectern/contracts/jobs.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'

/** A reaction sets plan and limit of a library after an event of its owner's account. */
export const setAllowance = ({ libraries }: Pick<Aggregates, 'libraries'>) => ({
  subject: commandSubjects.setAllowance,
  schema: SetAllowance,
  handle: async ({ commandId, libraryId, ...allowance }: SetAllowance) => {
    const command = { type: 'SetAllowance', ...allowance, now: new Date().toISOString() } as const
    return libraries.handle(libraryId, command, issuedBySystem(commandId))
  },
})
