import type { Position } from './port.ts'

/** `commit/prepare`, as headers and checkpoints carry it. */
export const encodePosition = ({ commit, prepare }: Position): string => `${commit}/${prepare}`

/** undefined for a text that is no position. */
export const parsePosition = (text: string | undefined): Position | undefined => {
  const match = /^(\d{1,19})\/(\d{1,19})$/.exec(text ?? '')
  if (!match?.[1] || !match[2]) return undefined
  return { commit: BigInt(match[1]), prepare: BigInt(match[2]) }
}

/** Negative if a is before b, 0 if equal, positive if after. */
export const comparePositions = (a: Position, b: Position): number => {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1
  return 0
}

export const laterPosition = (a: Position | undefined, b: Position | undefined): Position | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return comparePositions(a, b) < 0 ? b : a
}

/** Response header with the position that a read must reach to show a command's effect. The gateway removes it. */
export const POSITION_HEADER = 'lectern-position'

/** Response header with the user id of a write without a session: signup and login. The gateway removes it. */
export const WRITER_HEADER = 'lectern-writer'
