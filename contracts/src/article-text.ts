/**
 * UTF-16 units of an article's text: the textContent of its stored HTML with each run of white space as one space. Positions
 * of notes and of reading count in it.
 * @param html as workers store it: a `>` inside an attribute and all special characters of the text are escaped
 */
export const textLengthOf = (html: string): number =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, '&')
    .replace(/\s+/g, ' ').length
