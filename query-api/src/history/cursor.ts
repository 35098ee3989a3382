import { Rejected } from '@lectern/contracts/api/errors.ts'
import { EARLIEST } from '../links/cursor.ts'

/** The place of an act in the order of the history. */
export type Place = { readonly at: Date; readonly stream: 'l' | 'n'; readonly revision: number }

const CURSOR = /^(-?[0-9a-z]{1,11})\.([ln])([0-9a-z]{1,6})$/

/** Opaque to clients: milliseconds and revision in base 36. */
export const encodePlace = ({ at, stream, revision }: Place): string =>
  `${at.getTime().toString(36)}.${stream}${revision.toString(36)}`

/** @throws Rejected invalid-input */
export const decodePlace = (text: string): Place => {
  const [, time = '', stream = '', number = ''] = CURSOR.exec(text) ?? []
  const [at, revision] = [new Date(Number.parseInt(time, 36)), Number.parseInt(number, 36)]
  if (Number.isNaN(at.getTime()) || at.getTime() < EARLIEST || !(revision <= 2_147_483_647))
    throw new Rejected('invalid-input', {}, 'This cursor is not one of ours.')
  return { at, stream: stream as Place['stream'], revision }
}
