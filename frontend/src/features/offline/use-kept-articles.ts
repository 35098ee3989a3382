import { useEffect, useState } from 'react'
import { estimateRoom, type Room } from '../../data/kept/room.ts'
import { type KeptSummary, listAllKept } from '../../data/kept/store.ts'
import { useKeptState } from '../../data/kept/use-kept.ts'
import { useUser } from '../../data/session/use-session.tsx'

type Stored = {
  readonly articles: readonly KeptSummary[]
  /** The browser's estimate, where it gives one. */
  readonly room: Room | undefined
}

/** The saved articles, expired ones included, as they are now in all tabs; undefined while they are read. */
export const useKeptArticles = (): { stored: Stored | undefined; hasFailed: boolean } => {
  const { id } = useUser()
  const [stored, setStored] = useState<Stored>()
  const [hasFailed, setFailed] = useState(false)
  const ids = useKeptState(state => state.ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when other articles are kept
  useEffect(() => {
    let isGone = false
    Promise.all([listAllKept(id), estimateRoom()]).then(
      ([articles, room]) => isGone || setStored({ articles, room }),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [id, ids])
  return { stored, hasFailed }
}
