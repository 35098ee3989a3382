/** Pages that a person saved are interactive, those of imported links are bulk. */
export type Rank = 'interactive' | 'bulk'

type Ranked = { readonly rank: Rank }

const isBulk = ({ rank }: Ranked): boolean => rank === 'bulk'

/** How many more may take a place. Bulk work takes at most half of the places, so that a person's save finds one. */
export function placesLeft(one: Ranked, taken: Iterable<Ranked>, places: number): number {
  const all = [...taken]
  const left = places - all.length
  return isBulk(one) ? Math.min(left, Math.ceil(places / 2) - all.filter(isBulk).length) : left
}

export const hasPlace = (one: Ranked, taken: Iterable<Ranked>, places: number): boolean =>
  placesLeft(one, taken, places) > 0
