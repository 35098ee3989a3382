import type { Act } from '../data/acts/kinds.ts'
import type { ActStore } from '../data/outbox/store.ts'

/** A store of acts in memory, and what it has by their numbers. */
export const keptActs = (kept: readonly Act[]): { stored: Map<number, Act>; store: ActStore } => {
  const stored = new Map(kept.map(act => [act.seq, act]))
  const store: ActStore = {
    all: async () => [...stored.values()].sort((a, b) => a.seq - b.seq),
    put: async acts => {
      for (const act of acts) stored.set(act.seq, act)
    },
    remove: async seqs => {
      for (const seq of seqs) stored.delete(seq)
    },
    close: () => undefined,
  }
  return { stored, store }
}
