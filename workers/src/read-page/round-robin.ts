/** Runs work at a number of places, at most one piece for each key at a time. Keys with waiting work take turns. */
export function roundRobin(places: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** Waiting work by key, in the order of their turns. A key that is running may have none. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Set<string>()

  const startNext = () => {
    while (running.size < places) {
      const key = [...waiting.keys()].find(each => !running.has(each))
      if (key === undefined) return
      running.add(key)
      waiting.get(key)?.shift()?.()
    }
  }

  const end = (key: string) => {
    running.delete(key)
    const rest = waiting.get(key) ?? []
    waiting.delete(key)
    if (rest.length > 0) waiting.set(key, rest)
    startNext()
  }

  return (key, work) =>
    new Promise((resolve, reject) => {
      const ofKey = waiting.get(key) ?? []
      ofKey.push(() => {
        void work()
          .then(resolve, reject)
          .finally(() => end(key))
      })
      waiting.set(key, ofKey)
      startNext()
    })
}
