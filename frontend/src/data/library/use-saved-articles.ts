import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SavedArticles, SavedState } from '../saved-articles/saved-articles.ts'
import { useLibrary } from './use-library.tsx'

const NOTHING: SavedState = {
  ids: new Set(),
  saving: new Set(),
  run: { total: 0, saved: 0, failures: [], stopped: null, isOver: true },
}

/** What keeps articles for reading offline; undefined while its code loads. */
export const useSavedArticles = (): SavedArticles | undefined => {
  const { savedArticles: load } = useLibrary()
  const [articles, setArticles] = useState<SavedArticles>()
  useEffect(() => {
    load().then(setArticles, () => undefined)
  }, [load])
  return articles
}

/** A part of what is saved, and of what is being saved. The screen follows it in all tabs. `select` returns the same value while it is alike. */
export const useSavedState = <Part>(select: (state: SavedState) => Part): Part => {
  const articles = useSavedArticles()
  return useSyncExternalStore(articles?.subscribe ?? never, () => select(articles?.state() ?? NOTHING))
}

const never = () => () => undefined
