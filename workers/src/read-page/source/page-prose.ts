import { classesOf, nearest, type PageDocument, type PageElement } from '../dom.ts'
import { marks } from './marks.ts'
import { textLengths } from './text-lengths.ts'

/** Letters of a paragraph of sentences. */
const minParagraph = 60
const maxLinked = 0.4
const aside =
  /(^|[\s_-])(comments?|comment-?(?:area|list|section|thread)s?|replies|responses|discussion|disqus|respond|related|sidebar|widgets?)(\s|$|[_-])/i
const footer = /(^|\s)((site|page|main|global)[_-]*)?footer(\s|$)/i
/** An article with more letters is one, whatever else is on the page. */
const maxPart = 1_500
/** How many times as many letters in paragraphs a page has that may have another article, and one that surely has. */
const [much, mostly] = [3, 10]

/** `none`: what was found is no article of this page. `perhaps`: the page has much more text. */
export type Doubt = 'no' | 'perhaps' | 'none'

/** Tells how much of a page's text an article is. */
export type PageProse = { doubt(article: PageElement): Doubt }

/** Letters in the paragraphs of a page, but for those of its edges and its comments. Needs the marks of `losses`. */
export function pageProse(document: PageDocument): PageProse {
  const lengths = textLengths(document.documentElement)
  let letters = 0
  const footers = new Set<string>()
  const visit = (element: PageElement, isEdge: boolean, isFooter: boolean) => {
    const { tagName } = element
    const isHere = isEdge || /^(NAV|FOOTER|ASIDE|FORM|DIALOG)$/.test(tagName) || isAside(element)
    const isFoot = isFooter || isFooterOfPage(element)
    const own = element.getAttribute(marks.block)
    if (isFoot && own !== null) footers.add(own)
    const { text, linked } = lengths.get(element) ?? { text: 0, linked: 0 }
    if (!isHere && tagName === 'P' && text >= minParagraph && linked <= text * maxLinked) letters += text
    for (const child of element.children) visit(child, isHere, isFoot)
  }
  visit(document.body, false, false)

  return {
    doubt(article) {
      const found = textLengths(article).get(article)?.text ?? 0
      const blocks = [...article.querySelectorAll(`p[${marks.block}], li[${marks.block}]`)]
      const isFooter =
        blocks.length > 0 && blocks.every(block => footers.has(block.getAttribute(marks.block) ?? ''))
      if (isFooter) return 'none'
      if (found >= maxPart || letters <= found * much) return 'no'
      return letters > found * mostly ? 'none' : 'perhaps'
    },
  }
}

const isFooterOfPage = (element: PageElement) =>
  element.tagName === 'FOOTER' ||
  element.getAttribute('role') === 'contentinfo' ||
  footer.test(`${classesOf(element)} ${element.getAttribute('id') ?? ''}`.slice(0, 1_000))

const isAside = (element: PageElement) =>
  !/^(BODY|MAIN|ARTICLE)$/.test(element.tagName) &&
  aside.test(`${classesOf(element)} ${element.getAttribute('id') ?? ''}`.slice(0, 1_000)) &&
  nearest(element, ({ tagName }) => tagName === 'ARTICLE') === null
