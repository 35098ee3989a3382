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
