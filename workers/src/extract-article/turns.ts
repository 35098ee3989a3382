/**
 * Runs work at a number of places, one piece for a key at a time. Keys that have work waiting take turns, however much each
 * has.
 */
export function turns(places: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** In the order of their turns. The line of a key at work may be empty. */
  const lines = new Map<string, (() => void)[]>()
  const atWork = new Set<string>()

  const startNext = () => {
    while (atWork.size < places) {
      const key = [...lines.keys()].find(waiting => !atWork.has(waiting))
      if (key === undefined) return
      atWork.add(key)
      lines.get(key)?.shift()?.()
    }
  }

  const leave = (key: string) => {
    atWork.delete(key)
    const line = lines.get(key) ?? []
    lines.delete(key)
    if (line.length > 0) lines.set(key, line)
    startNext()
  }

  return (key, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? []
      line.push(() => {
        void work()
          .then(resolve, reject)
          .finally(() => leave(key))
      })
      lines.set(key, line)
      startNext()
    })
}
