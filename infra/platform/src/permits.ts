export type Permits = { use<T>(work: () => Promise<T>): Promise<T> }
export type PermitsBy = { use<T>(key: string, work: () => Promise<T>): Promise<T> }

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

/** The same for each key by itself. */
export const permitsBy = (count: number): PermitsBy => {
  const byKey = new Map<string, { readonly permits: Permits; users: number }>()
  return {
    use: async (key, work) => {
      const own = byKey.get(key) ?? { permits: permits(count), users: 0 }
      byKey.set(key, own)
      own.users += 1
      try {
        return await own.permits.use(work)
      } finally {
        own.users -= 1
        if (own.users === 0) byKey.delete(key)
      }
    },
  }
}
