/** Longest quote in a preview, in characters. */
const QUOTE_MAX = 130

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The first sentence of an excerpt, without its own quote marks. A long sentence is cut after a word and ends with an ellipsis. */
export const quoteOf = (excerpt: string): string | null => {
  const text = excerpt.replace(/\s+/g, ' ').trim()
  if (text === '') return null
  const [first] = sentences.segment(text)
  const sentence = unquoted((first?.segment ?? text).trim())
  if (sentence.length <= QUOTE_MAX) return sentence
  const cut = sentence.slice(0, QUOTE_MAX)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > QUOTE_MAX / 2 ? lastSpace : QUOTE_MAX).replace(/[\s,;:–—-]+$/, '')}…`
}

const unquoted = (sentence: string) => (/^["“”«].*["“”»]$/.test(sentence) ? sentence.slice(1, -1) : sentence)
