export type Permits = { use<T>(work: () => Promise<T>): Promise<T> }

/** Lets at most `count` pieces of work run at once; the others wait in order. */
export const permits = (count: number): Permits => {
  let free = count
  const waiting: (() => void)[] = []
  return {
    use: async work => {
      if (free > 0) free -= 1
      else await new Promise<void>(resolve => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
