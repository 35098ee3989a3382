let isTold = false
const listeners = new Set<() => void>()

/** Whether the server has refused this version of the client (426). Only a newer one is answered then. */
export const isOutdated = (): boolean => isTold

export const tellOutdated = (): void => {
  isTold = true
  for (const listener of listeners) listener()
}

export const subscribeOutdated = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
