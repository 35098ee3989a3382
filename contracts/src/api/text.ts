import { z } from 'zod'

/** Rejects control characters, NUL (which Postgres does not take) and halves of surrogate pairs. */
export const text = (message: string) =>
  z.string(message).transform(value =>
    value
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed()
      .trim(),
  )
