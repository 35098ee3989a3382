/** Pages that a person saved are interactive, those of imported links are bulk. */
export type Rank = 'interactive' | 'bulk'

type Ranked = { readonly rank: Rank }

export const isBulk = ({ rank }: Ranked): boolean => rank === 'bulk'

/** Whether one more may take a place. Bulk work takes at most half of the places, so that a person's save finds one. */
export function hasPlace(one: Ranked, taken: Iterable<Ranked>, places: number): boolean {
  const all = [...taken]
  if (all.length >= places) return false
  return !isBulk(one) || all.filter(isBulk).length < Math.ceil(places / 2)
}
