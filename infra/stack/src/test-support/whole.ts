/** `make test-all` and `make faults` run every case of every matrix. */
const isWhole = process.env.EVERY_CASE === 'true'

/** The cases of a kill matrix, `[victim, step]`; in `make test` the last one of each victim. */
export const kills = <Victim extends string>(
  cases: readonly (readonly [victim: Victim, step: string])[],
): readonly (readonly [victim: Victim, step: string])[] =>
  isWhole ? cases : cases.filter(([victim], n) => cases.findLastIndex(([other]) => other === victim) === n)

/** Cases of which `make test` runs the first one alone: the others show the same another way. */
export const variants = <Case>(...cases: readonly Case[]): readonly Case[] =>
  isWhole ? cases : cases.slice(0, 1)

/** The runs of a property over real parts; in `make test` a third of them. */
export const runs = (all: number): { readonly numRuns: number } => ({
  numRuns: isWhole ? all : Math.ceil(all / 3),
})
