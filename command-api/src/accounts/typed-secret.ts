import { randomInt } from 'node:crypto'

/** No letter or digit that another one looks like: people type these secrets, on small keyboards, too. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 4

/** A random secret in groups of four with hyphens between them, such as 'k7mp-…'. Each group has 19.8 random bits. */
export const newTypedSecret = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** A secret as it is typed, with or without its hyphens. */
export const typedSecret = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '')
