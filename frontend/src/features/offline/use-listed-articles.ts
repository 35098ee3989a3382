import { useEffect, useState } from 'react'
import { useSavedState } from '../../data/library/use-saved-articles.ts'
import { estimateRoom, type Room } from '../../data/saved-articles/room.ts'
import { listAllSaved, type SavedSummary } from '../../data/saved-articles/store.ts'
import { useUser } from '../../data/session/use-session.tsx'

type Stored = {
  readonly articles: readonly SavedSummary[]
  /** The browser's estimate, where it gives one. */
  readonly room: Room | undefined
}

/** The saved articles, expired ones included, as they are now in all tabs; undefined while they are read. */
export const useListedArticles = (): { stored: Stored | undefined; hasFailed: boolean } => {
  const { id } = useUser()
  const [stored, setStored] = useState<Stored>()
  const [hasFailed, setFailed] = useState(false)
  const ids = useSavedState(state => state.ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when other articles are kept
  useEffect(() => {
    let isGone = false
    Promise.all([listAllSaved(id), estimateRoom()]).then(
      ([articles, room]) => isGone || setStored({ articles, room }),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [id, ids])
  return { stored, hasFailed }
}
