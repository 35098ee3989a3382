const inlineTags =
  /<\/?(a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)( [^>]*)?>/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Text of sanitised HTML, one line a block. */
export const textOf = (html: string): string =>
  html
    .replace(inlineTags, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim()

/** Words of a text, also where they are not spaced, as in Chinese, Japanese and Thai. */
export function countWords(text: string, language: string | null): number {
  const segmenter = new Intl.Segmenter(language ?? undefined, { granularity: 'word' })
  let words = 0
  // Lines bound what the segmenter holds at once.
  for (const line of text.split('\n')) {
    for (const { isWordLike } of segmenter.segment(line)) if (isWordLike) words += 1
  }
  return words
}
