import { z } from 'zod'
import { Plan } from '../plans.ts'

// These names and shapes are stored forever. No event holds a secret, an address or a person's name.

const at = z.iso.datetime()

export const AccountOpened = z.object({
  type: z.literal('AccountOpened'),
  data: z.object({ userId: z.uuid(), libraryId: z.uuid(), at }),
})

/** An operator gave a plan. The allowance of library `libraryId` follows. */
export const PlanGranted = z.object({
  type: z.literal('PlanGranted'),
  data: z.object({ userId: z.uuid(), libraryId: z.uuid(), plan: Plan, at }),
})

export const AccountEvent = z.discriminatedUnion('type', [AccountOpened, PlanGranted])
export type AccountEvent = z.infer<typeof AccountEvent>

export const accountStream = (userId: string): string => `account-${userId}`
