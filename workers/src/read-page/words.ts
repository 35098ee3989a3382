const inlineTags =
  /<\/?(a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|rb|ruby|s|samp|small|span|strong|sub|sup|time|u|var|wbr)( [^>]*)?>/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The small letters beside others, which say how these sound. The speech leaves them out, too. */
const small = /<(rt|rp)>[^<]*<\/\1>/g

/** The text of sanitised HTML, one line for each block. */
export const textOf = (html: string): string =>
  html
    .replace(small, '')
    .replace(inlineTags, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()

/** The number of words, also in languages without spaces such as Chinese, Japanese and Thai. */
export function countWords(text: string, language: string | null): number {
  const segmenter = new Intl.Segmenter(language ?? undefined, { granularity: 'word' })
  let words = 0
  // The segmenter gets one line at a time, which bounds its memory.
  for (const line of text.split('\n')) {
    for (const { isWordLike } of segmenter.segment(line)) if (isWordLike) words += 1
  }
  return words
}
