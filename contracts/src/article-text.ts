/**
 * UTF-16 units of an article's text: the textContent of its stored HTML with each run of white space as one space. Positions
 * of notes and of reading count in it.
 * @param html as workers store it: a `>` inside an attribute and all special characters of the text are escaped
 */
export const textLengthOf = (html: string): number => articleText(html).length

const LETTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** That text. @param html as above */
export const articleText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, code => LETTERS[code] ?? code)
    .replace(/\s+/g, ' ')
