/** Elements that have no end tag. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col'])
/** Code units of an excerpt's text, for a text whose words are longer than any language's. */
const UNITS_MAX = 6_000

const words = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The first words of an article.
 * @param html as workers store it (contracts/src/article-text.ts): every element is closed, and no attribute has a `>`
 */
export const excerptOf = (html: string, wordsMax: number): { html: string; isWhole: boolean } => {
  const open: string[] = []
  let [left, units] = [wordsMax, 0]
  let out = ''
  for (const [token] of html.matchAll(/<[^>]*>?|[^<]+/g)) {
    // The HTML was cut in a tag.
    if (token.startsWith('<') && !token.endsWith('>')) break
    if (token.startsWith('<')) {
      const [, end, name = ''] = /^<(\/?)([a-z0-9]+)/i.exec(token) ?? []
      if (end) open.pop()
      else if (!VOID.has(name)) open.push(name)
      out += token
      continue
    }
    const kept = firstWords(token, left, UNITS_MAX - units)
    left -= kept.words
    units += kept.text.length
    out += kept.text
    if (kept.text.length < token.length) return { html: `${out}…${closing(open)}`, isWhole: false }
  }
  // Something is open where the HTML itself was cut.
  return { html: out + closing(open), isWhole: open.length === 0 }
}

const closing = (open: readonly string[]): string =>
  open
    .toReversed()
    .map(name => `</${name}>`)
    .join('')

/** The beginning of escaped text with so many words and code units at most, and how many words it has. */
const firstWords = (text: string, wordsMax: number, unitsMax: number): { text: string; words: number } => {
  let count = 0
  let end = 0
  for (const { segment, index, isWordLike } of words.segment(text)) {
    // A letter that is written as &amp; and such is no word.
    const isEntity = isWordLike === true && text[index - 1] === '&' && text[index + segment.length] === ';'
    if (isWordLike && !isEntity) count += 1
    if (count > wordsMax || index + segment.length > unitsMax)
      return { text: whole(text.slice(0, end)), words: wordsMax }
    end = index + segment.length
  }
  return { text, words: count }
}

/** A cut inside of &amp; and such would show its rest. */
const whole = (text: string): string => text.replace(/&[a-z0-9#]*$/i, '').trimEnd()
