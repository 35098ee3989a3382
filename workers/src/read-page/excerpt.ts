import { countWords, textOf } from './words.ts'

/** Length that is read to find the first sentence, in UTF-16 units of HTML. */
const maxRead = 100_000
/** Shorter lines with an end are greetings, labels and credits. */
const minWords = 6

/** Parts whose sentences are not the article's own prose. */
const apart = /<(figure|table|pre|h[1-6]|ul|ol|dl)\b[^>]*>.*?<\/\1>/gs
const ends = /[.!?…。！？؟।։][\p{Pf}\p{Pe}"'\]]*(\s|$)/u
/** Who wrote a text and when, whose picture it is, and what a site asks for. */
const aboutText =
  /^[\p{P}\s]*(by|written by|words by|von|par|por|photo\w*|images?|illustration|credits?|source|published|posted|updated|last (updated|modified|edited)|first published|originally published|estimated reading|reading time|listen to|subscribe|sign up|advertis\w+|share this|this (post|article|story) (was|first|originally))\b[:\s]/iu
const aboutWords = 25

/**
 * The first paragraph of an article from its first real sentence on: no byline, date, caption or heading.
 * @param html sanitised
 * @returns null where there is none, such as in a poem or a list
 */
export function firstSentences(html: string, language: string | null): string | null {
  const lines = textOf(
    html
      .slice(0, maxRead)
      .replace(/<[^>]*$/, '')
      .replace(apart, '\n'),
  ).split('\n')
  const isSentence = (line: string) => {
    if (!ends.test(line)) return false
    const words = countWords(line, language)
    return words >= minWords && !(words < aboutWords && aboutText.test(line))
  }
  return lines.find(isSentence) ?? null
}
