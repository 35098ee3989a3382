import { type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'

/** Links as acts on many of them name them: ids, and [first, last] of ids that follow each other. */
export type NamedLinks = Readonly<IdRanges>

/** Links that are not sent yet stand alone, since their names are replaced by ids. */
export const nameLinks = (ids: readonly number[]): IdRanges => [
  ...ids.filter(id => id < 0),
  ...toIdRanges(ids.filter(id => id > 0)),
]

/** Every id. */
export const idsOf = (named: NamedLinks): readonly number[] => [...idsIn(named as IdRanges)]
