import { median } from './statistics.ts'

/**
 * Measures several things in turn in each round, so that other load on the machine affects all of them alike.
 * @returns the results of each in order of rounds
 */
export const inTurn = async <Results extends Record<string, unknown>>(
  rounds: number,
  measures: { readonly [Name in keyof Results]: () => Promise<Results[Name]> },
): Promise<{ [Name in keyof Results]: Results[Name][] }> => {
  const names: (keyof Results)[] = Object.keys(measures)
  const results = Object.fromEntries(names.map(name => [name, []])) as unknown as {
    [Name in keyof Results]: Results[Name][]
  }
  for (let round = 0; round < rounds; round++)
    for (const name of names) results[name].push(await measures[name]())
  return results
}

/** The median of one figure over all rounds. */
export const medianOf = <T>(results: readonly T[], figure: (result: T) => number): number =>
  median(results.map(figure))
