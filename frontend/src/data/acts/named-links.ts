import { type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { type Id, numberOf, ownerOf } from '../id.ts'

/**
 * Links as acts on many of them name them: ids, and [first, last] of one's own that follow each other. A tab of an earlier version may
 * send an act, so those of somebody else never are numbers.
 */
export type NamedLinks = readonly (IdRanges[number] | Id)[]

const isOwn = (id: Id): id is number => typeof id === 'number'

/** Links that are not sent yet stand alone, since their names are replaced by ids. */
export const nameLinks = (ids: readonly Id[]): NamedLinks => [
  ...ids.filter(id => !isOwn(id) || id < 0),
  ...toIdRanges(ids.filter(isOwn).filter(id => id > 0)),
]

/** Every id. */
export const idsOf = (named: NamedLinks): readonly Id[] => [
  ...named.filter(each => typeof each === 'string'),
  ...idsIn(named.filter(each => typeof each !== 'string') as IdRanges),
]

/** The links of this library, as a call about it names them. */
export const numbersOf = (named: NamedLinks, library?: string): IdRanges => {
  if (library === undefined) return named.filter(each => typeof each !== 'string') as IdRanges
  return named.flatMap(each => (typeof each === 'string' && ownerOf(each) === library ? numberOf(each) : []))
}

/** The links of each library. @param libraryOf says whose a link is, also one that is not sent yet */
export const byLibrary = (
  ids: readonly Id[],
  libraryOf: (id: Id) => string | undefined,
): (readonly [library: string | undefined, ids: readonly Id[]])[] => [...Map.groupBy(ids, libraryOf)]
