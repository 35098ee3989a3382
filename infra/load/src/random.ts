/** Numbers from 0 to 1 (mulberry32). A seed always gives equal numbers. */
export type Random = () => number

export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const shuffled = <T>(items: readonly T[], random: Random): T[] => {
  const order = items.map(item => ({ item, place: random() }))
  return order.toSorted((a, b) => a.place - b.place).map(({ item }) => item)
}
