import type { ActStore } from './store.ts'

/**
 * The user's acts in IndexedDB, whose code loads after that of the first screen. Calls take effect in their order, and throw
 * where it does not load.
 */
export const openLateStore = (userId: string): ActStore => {
  const opening = import('./store.ts').then(({ openActStore }) => openActStore(userId))
  return {
    all: async () => (await opening).all(),
    put: async acts => (await opening).put(acts),
    remove: async seqs => (await opening).remove(seqs),
    close: () =>
      void opening.then(
        store => store.close(),
        () => undefined,
      ),
  }
}
