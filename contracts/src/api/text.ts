import { z } from 'zod/mini'

/** Rejects control characters, NUL (which Postgres does not take) and halves of surrogate pairs. */
export const text = (message: string) =>
  z.pipe(
    z.string(message),
    z.transform(value =>
      value
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .toWellFormed()
        .trim(),
    ),
  )

const NO_NAME = 'Please give it a name.'

/** The name that a person gives to a token, a device or a passkey. */
export const givenName = (most: number) =>
  z.pipe(
    text(NO_NAME),
    z.string().check(z.minLength(1, NO_NAME), z.maxLength(most, `A name has at most ${most} characters.`)),
  )
