import { z } from 'zod'
import { Plan } from '../plans.ts'

// These names and shapes are stored forever. Never a secret, an address or a name of a person in an event.

const at = z.iso.datetime()

export const AccountOpened = z.object({
  type: z.literal('AccountOpened'),
  data: z.object({ userId: z.uuid(), libraryId: z.uuid(), at }),
})

/** A plan given by an operator. libraryId is the library whose allowance follows. */
export const PlanGranted = z.object({
  type: z.literal('PlanGranted'),
  data: z.object({ userId: z.uuid(), libraryId: z.uuid(), plan: Plan, at }),
})

export const AccountEvent = z.discriminatedUnion('type', [AccountOpened, PlanGranted])
export type AccountEvent = z.infer<typeof AccountEvent>

export const accountStream = (userId: string): string => `account-${userId}`
