import type { Position } from './port.ts'

/** `commit/prepare`, as the lectern-position header and checkpoints carry it. */
export const encodePosition = ({ commit, prepare }: Position): string => `${commit}/${prepare}`

/** undefined for anything that is no position: callers treat it as absent. */
export const parsePosition = (text: string | undefined): Position | undefined => {
  const match = /^(\d{1,19})\/(\d{1,19})$/.exec(text ?? '')
  if (!match?.[1] || !match[2]) return undefined
  return { commit: BigInt(match[1]), prepare: BigInt(match[2]) }
}

/** Negative where a is before b, 0 where equal, positive where after. */
export const comparePositions = (a: Position, b: Position): number => {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1
  return 0
}

export const laterPosition = (a: Position | undefined, b: Position | undefined): Position | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return comparePositions(a, b) < 0 ? b : a
}

/** Response header by which a command says how far a read must be to show its effect. The gateway keeps it to itself. */
export const POSITION_HEADER = 'lectern-position'

/** Response header that names whose write it was where the request had no session yet: signup and login. */
export const WRITER_HEADER = 'lectern-writer'
