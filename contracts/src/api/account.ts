import { z } from 'zod'
import { EMAIL_MAX, PASSWORD_MAX, USERNAME_MAX } from '../limits.ts'
import { Plan } from '../plans.ts'

export const SignupRequest = z.object({
  email: z.string().trim().max(EMAIL_MAX).pipe(z.email('Please enter a valid email')),
  username: z
    .string()
    .trim()
    .min(1, 'Please fill in all fields')
    .max(USERNAME_MAX, 'Username is too long')
    .refine(name => !name.includes('@'), 'A username cannot contain @'),
  password: z
    .string()
    .min(6, 'Password must be at least 6 characters')
    .max(PASSWORD_MAX, 'Password is too long'),
})
export type SignupRequest = z.input<typeof SignupRequest>

/** email takes the username as well. */
export const LoginRequest = z.object({
  email: z.string().trim().min(1, 'Email is required').max(EMAIL_MAX),
  password: z.string().min(1, 'Password is required').max(PASSWORD_MAX),
})
export type LoginRequest = z.input<typeof LoginRequest>

/** GET /api/user, and the answer to login. */
export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  /** A paid plan. */
  isPro: z.boolean(),
  plan: Plan,
  /** null is unlimited. */
  itemsAllowed: z.int().nullable(),
})
export type User = z.infer<typeof User>

export const SignupAnswer = z.object({ success: z.literal(true) })
export type SignupAnswer = z.infer<typeof SignupAnswer>
