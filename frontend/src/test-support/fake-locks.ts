/** Web Locks for tests, where happy-dom has none: exclusive locks that pass on in the order of the requests. */
export const createFakeLocks = () => {
  const holders = new Map<string, Promise<unknown>>()
  const request = async (
    name: string,
    { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
    run: (lock: object | null) => Promise<unknown>,
  ): Promise<unknown> => {
    const held = holders.get(name)
    if (held && ifAvailable) return run(null)
    const { promise, resolve } = Promise.withResolvers<void>()
    const mine = Promise.all([held, promise])
    holders.set(name, mine)
    try {
      await held
      signal?.throwIfAborted()
      return await run({ name })
    } finally {
      if (holders.get(name) === mine) holders.delete(name)
      resolve()
    }
  }
  return { request }
}
