import { z } from 'zod/mini'
import { Plan } from '../plans.ts'

/** GET /api/user. */
export const User = z.object({
  id: z.guid(),
  email: z.string(),
  username: z.string(),
  firstName: z.nullable(z.string()),
  /** A paid plan. */
  isPro: z.boolean(),
  plan: Plan,
  /** null is unlimited. */
  itemsAllowed: z.nullable(z.int()),
  /** Tells the store from the one before a restore. Clients of before do not have it. */
  epoch: z.optional(z.string()),
})
export type User = z.infer<typeof User>

/** POST /api/login: the user. The plan is absent where it is not known at once; GET /api/user gives it. */
export const LoginAnswer = z.partial(User, { isPro: true, plan: true, itemsAllowed: true })
export type LoginAnswer = z.infer<typeof LoginAnswer>

export const SignupAnswer = z.object({ success: z.boolean() })
export type SignupAnswer = z.infer<typeof SignupAnswer>
