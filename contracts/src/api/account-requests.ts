import { z } from 'zod/mini'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from '../limits.ts'
import { typedCode } from './codes.ts'

/**
 * Invisible characters and characters that change the direction of text: names that differ in these alone look the
 * same. The Braille blank is listed because its Unicode category is symbol.
 */
export const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]/u
/** Combining marks that overlap other lines. No language needs more than four on one letter. */
const PILE_OF_MARKS = /\p{M}{5}/u

const filled = z.string('Please fill in all fields')

export const SignupRequest = z.object({
  email: z.pipe(
    filled.check(
      z.trim(),
      z.minLength(1, 'Please fill in all fields'),
      z.maxLength(EMAIL_MAX, 'Please enter a valid email'),
    ),
    z.email('Please enter a valid email'),
  ),
  username: filled.check(
    z.trim(),
    z.minLength(1, 'Please fill in all fields'),
    z.maxLength(USERNAME_MAX, 'Username is too long'),
    // Login folds a full-width @ to @.
    z.refine(name => !name.normalize('NFKC').includes('@'), 'A username cannot contain @'),
    z.refine(
      name => name.isWellFormed() && !UNSEEN.test(name),
      'A username cannot contain invisible characters',
    ),
    z.refine(name => !PILE_OF_MARKS.test(name), 'A username cannot contain so many accents on one letter'),
  ),
  password: filled.check(
    z.minLength(1, 'Please fill in all fields'),
    z.minLength(PASSWORD_MIN, 'Password must be at least 6 characters'),
    z.maxLength(PASSWORD_MAX, 'Password is too long'),
  ),
})
export type SignupRequest = z.input<typeof SignupRequest>

/** Longer credentials are refused before hashing. */
const WRONG = 'Invalid username or password. Please try again.'

/** `email` may also be the username. */
export const LoginRequest = z.object({
  email: z
    .string('Email is required')
    .check(z.trim(), z.minLength(1, 'Email is required'), z.maxLength(EMAIL_MAX, WRONG)),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_MAX, WRONG)),
  /** One-time or recovery code, where the account wants one (CODE_HEADER). */
  code: z.optional(typedCode),
})
export type LoginRequest = z.input<typeof LoginRequest>
