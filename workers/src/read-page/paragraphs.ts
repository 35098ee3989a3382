import { type PageDocument, type PageElement, rename } from './dom.ts'

/** Elements that are stored, and before which a browser ends a paragraph. */
const ENDING = `article, blockquote, div, dd, dl, dt, figcaption, figure, h1, h2, h3, h4, h5, h6, hr, li, ol, p, pre, section, table, ul`

/** Paragraphs that hold more than lines are none for a browser, which would give their end another place. */
export function loosenParagraphs(document: PageDocument, article: PageElement): void {
  for (const paragraph of article.querySelectorAll('p'))
    if (paragraph.querySelector(ENDING) !== null) rename(document, paragraph, 'div')
}
