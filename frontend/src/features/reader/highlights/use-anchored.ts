import { type RefObject, useEffect, useState } from 'react'
import type { Note } from '../../../data/answers.ts'
import { articleText } from '../../../parts/article-text/article-text.ts'
import { type Anchored, createAnchorer, quoteOf } from './anchoring/anchor-notes.ts'

const NONE: Anchored = { anchored: [], orphans: [] }
/** Anchoring leaves the thread to input after this time. */
const SLICE_MS = 40

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))

/** The places of the notes in the article that is shown, found anew when the text or the notes change; null until they are. */
export const useAnchored = (
  article: RefObject<HTMLElement | null>,
  /** The HTML that the article was drawn from. */
  fragment: DocumentFragment,
  contentHash: string | null,
  notes: readonly Note[] | undefined,
): Anchored | null => {
  const [anchored, setAnchored] = useState<Anchored | null>(null)
  const [anchorer, setAnchorer] = useState<{ readonly of: ReturnType<typeof createAnchorer> } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the article is drawn from the fragment
  useEffect(() => {
    if (!article.current) return
    setAnchored(null)
    setAnchorer({ of: createAnchorer(articleText(article.current).text, contentHash) })
  }, [article, fragment, contentHash])

  useEffect(() => {
    if (!anchorer || !notes) return
    let isGone = false
    const anchor = async () => {
      const marked = notes.filter(note => quoteOf(note) !== null)
      if (marked.length === 0) return NONE
      let began = performance.now()
      for (const note of marked) {
        anchorer.of.spanOf(note)
        if (performance.now() - began < SLICE_MS) continue
        await nextTask()
        if (isGone) return null
        began = performance.now()
      }
      return anchorer.of.all(marked)
    }
    void anchor().then(found => {
      if (found && !isGone) setAnchored(found)
    })
    return () => {
      isGone = true
    }
  }, [anchorer, notes])

  return anchored
}
