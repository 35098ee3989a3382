import type { ArticleText, Span } from '../../../../parts/article-text/article-text.ts'

/** The words of an article, found block by block as they are reached. */
export const wordsOf = (
  { text, blocks }: Pick<ArticleText, 'text' | 'blocks'>,
  language: string | undefined,
) => {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const known = new Map<number, readonly Span[]>()

  const inBlock = (index: number): readonly Span[] => {
    const found = known.get(index)
    if (found) return found
    const { start, end } = blocks[index] ?? { start: 0, end: 0 }
    const words: Span[] = []
    for (const { segment, index: at, isWordLike } of segmenter.segment(text.slice(start, end)))
      if (isWordLike) words.push({ start: start + at, end: start + at + segment.length })
    known.set(index, words)
    return words
  }

  /** The first word of the blocks from `index` on, or the last one of those before it. */
  const seek = (index: number, by: 1 | -1): Span | null => {
    for (let block = index; block >= 0 && block < blocks.length; block += by) {
      const word = inBlock(block).at(by === 1 ? 0 : -1)
      if (word) return word
    }
    return null
  }

  const blockAt = (offset: number): number => {
    const after = blocks.findIndex(({ end }) => end > offset)
    return after < 0 ? blocks.length - 1 : after
  }

  return {
    /** The word at an offset, or the next one after it. */
    at: (offset: number): Span | null => {
      const block = blockAt(offset)
      return inBlock(block).find(({ end }) => end > offset) ?? seek(block + 1, 1) ?? seek(block, -1)
    },
    /** The word before or after a word; null at the end of the article. */
    beside: (word: Span, by: 1 | -1): Span | null => {
      const block = blockAt(word.start)
      const words = inBlock(block)
      const index = words.findIndex(({ start }) => start === word.start)
      return words[index + by] ?? seek(block + by, by)
    },
  }
}

export type Words = ReturnType<typeof wordsOf>
