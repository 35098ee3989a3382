import { classesOf, type PageDocument, type PageElement, rename, textOf } from '../dom.ts'

const caption =
  /(^|[\s_-])(\w*caption(s|[-_]?text)?|(image|photo|img|picture|media)[-_]?(credits?|description|text|info)|credits?)(\s|$|[_-])/i
/** In UTF-16 units. */
const maxCaption = 600
/** Most UTF-16 units of words in italics or small print. */
const maxWords = 200
/** How far above its caption an image may stand. */
const maxSteps = 3

/**
 * Makes figures of images whose captions stand beside them: by the caption's class, or in an element that holds nothing but
 * the image and a short text in italics or small print. In a figure the caption is no sentence of the article.
 */
export function captions(document: PageDocument): void {
  const textAround = rememberedText()
  for (const element of document.querySelectorAll('[class]')) {
    if (!isCaption(element) || element.parentNode === null || isInFigure(element)) continue
    const holder = holderOf(element, textAround)
    if (holder) makeFigure(document, holder, element)
  }
  for (const words of document.querySelectorAll('em, i, small')) {
    const holder = words.parentNode
    if (!holder || !/^(P|DIV|CENTER)$/.test(holder.tagName) || isInFigure(words)) continue
    const text = textOf(words)
    const isAlone = text !== '' && text.length < maxWords && textAround(holder) === text
    if (isAlone && isImageFirst(holder, words)) makeFigure(document, holder, words)
  }
}

/** Reads the text of an element once, so that many captions in one element cost no square. */
function rememberedText(): (element: PageElement) => string {
  const texts = new Map<PageElement, string>()
  return element => {
    const text = texts.get(element) ?? textOf(element)
    texts.set(element, text)
    return text
  }
}

const isCaption = (element: PageElement) =>
  /^(P|DIV|SPAN|SMALL|EM|I|CITE|FIGCAPTION|DD|H[4-6])$/.test(element.tagName) &&
  caption.test(classesOf(element)) &&
  textOf(element).length <= maxCaption &&
  element.querySelector('img') === null

function isInFigure(element: PageElement): boolean {
  for (let parent = element.parentNode; parent; parent = parent.parentNode) {
    if (/^(FIGURE|TABLE|PRE)$/.test(parent.tagName)) return true
  }
  return false
}

/** The nearest element around a caption that holds one or more images and no more text than captions and credits. */
function holderOf(element: PageElement, textAround: (element: PageElement) => string): PageElement | null {
  let parent = element.parentNode
  for (let step = 0; parent && step < maxSteps; step += 1) {
    if (/^(BODY|ARTICLE|MAIN|HTML)$/.test(parent.tagName)) return null
    if (textAround(parent).length > 2 * maxCaption) return null
    if (parent.querySelector('img, picture, video') !== null) {
      const others = [...parent.querySelectorAll('[class]')].filter(isCaption).map(textOf).join('')
      return textAround(parent).length <= others.length + 20 ? parent : null
    }
    parent = parent.parentNode
  }
  return null
}

const isImageFirst = (holder: PageElement, text: PageElement) => {
  const [image, ...others] = holder.querySelectorAll('img')
  return (
    image !== undefined &&
    others.length === 0 &&
    text.querySelector('img') === null &&
    holder.querySelector('p') === null
  )
}

function makeFigure(document: PageDocument, holder: PageElement, text: PageElement): void {
  if (text.tagName === 'EM' || text.tagName === 'I' || text.tagName === 'SMALL') {
    const words = document.createElement('figcaption')
    text.replaceWith(words)
    words.append(text)
  } else rename(document, text, 'figcaption')
  // A paragraph cannot hold a figure, and a holder with credits of its own becomes one figure.
  rename(document, holder, 'figure')
}
