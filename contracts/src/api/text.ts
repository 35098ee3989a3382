import { z } from 'zod'

/** Control characters are no text, and Postgres takes no NUL; half of a surrogate pair is no character. */
export const text = (message: string) =>
  z.string(message).transform(value =>
    value
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed()
      .trim(),
  )
