export type Lru<T> = {
  get(key: string): T | undefined
  /** Stores or weighs anew, as the most recently used. */
  set(key: string, value: T): void
  delete(key: string): void
  clear(): void
}

/** Keeps what was used last within a total weight; `weigh` is asked at each `set`. */
export const lruByWeight = <T>(maxWeight: number, weigh: (value: T) => number): Lru<T> => {
  const entries = new Map<string, { value: T; weight: number }>()
  let total = 0

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    total -= entry.weight
  }

  return {
    get: key => entries.get(key)?.value,
    set: (key, value) => {
      remove(key)
      const weight = weigh(value)
      entries.set(key, { value, weight })
      total += weight
      if (total <= maxWeight) return
      for (const oldest of entries.keys()) {
        if (total <= maxWeight || oldest === key) break
        remove(oldest)
      }
    },
    delete: remove,
    clear: () => {
      entries.clear()
      total = 0
    },
  }
}
