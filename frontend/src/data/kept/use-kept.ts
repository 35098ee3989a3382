import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLibrary } from '../use-library.tsx'
import type { Kept, KeptState } from './kept.ts'

const NOTHING: KeptState = {
  ids: new Set(),
  saving: new Set(),
  run: { total: 0, saved: 0, failures: [], stopped: null, isOver: true },
}

/** What keeps articles for reading offline; undefined while its code loads. */
export const useKept = (): Kept | undefined => {
  const { kept: load } = useLibrary()
  const [kept, setKept] = useState<Kept>()
  useEffect(() => {
    load().then(setKept, () => undefined)
  }, [load])
  return kept
}

/** A part of what is kept and saved. The screen follows it in all tabs. `select` returns the same value while it is alike. */
export const useKeptState = <Part>(select: (state: KeptState) => Part): Part => {
  const kept = useKept()
  return useSyncExternalStore(kept?.subscribe ?? never, () => select(kept?.state() ?? NOTHING))
}

const never = () => () => undefined
