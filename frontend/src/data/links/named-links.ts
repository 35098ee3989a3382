import { type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'

/** Links as acts on many of them name them: ids, and [first, last] of ids that follow each other. */
export type NamedLinks = Readonly<IdRanges>

/** Links that are not sent yet stand alone, since their names are replaced by ids. */
export const nameLinks = (ids: readonly number[]): IdRanges => [
  ...ids.filter(id => id < 0),
  ...toIdRanges(ids.filter(id => id > 0)),
]

const known = new WeakMap<NamedLinks, readonly number[]>()

/** Every id. The same array each time, since 50,000 ids are asked for with each change of the outbox. */
export const idsOf = (named: NamedLinks): readonly number[] => {
  const ids = known.get(named) ?? [...idsIn(named as IdRanges)]
  known.set(named, ids)
  return ids
}
