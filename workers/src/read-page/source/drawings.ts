import { DRAWN } from '@lectern/contracts/images.ts'
import { nearest, type PageDocument, type PageElement, remembered, textOf } from '../dom.ts'

const vectorFile = /\.svgz?([?#]|$)/i
const emoji =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3#*\d]|\p{Emoji_Modifier})+$/u
/** Smaller drawings are icons, in CSS pixels. */
const minSide = 64
const maxName = 300

/**
 * Drawings, which have no copy of ours, leave a trace: a frame with their name that leads to the file, or to the page where they are
 * drawn in it. In a line of text they are their words, and an emoji is a character. Icons go.
 */
export function drawings(document: PageDocument, url: string): void {
  // Before drawings become words, which would make more of a line's drawings a part of it.
  const place: Place = { document, url, hasWords: remembered(holdsWords) }
  for (const image of document.querySelectorAll('img')) ofImage(place, image)
  for (const object of document.querySelectorAll('object[data], embed[src]')) {
    const address = object.getAttribute('data') ?? object.getAttribute('src') ?? ''
    if (!vectorFile.test(address.slice(0, 2_048))) continue
    const name = object.getAttribute('aria-label') ?? object.getAttribute('title') ?? textOf(object)
    object.replaceWith(frame(document, address, name))
  }
  for (const svg of [...document.querySelectorAll('svg')]) {
    if (svg.parentNode && nearest(svg.parentNode, isSvg) === null) ofSvg(place, svg)
  }
}

type Place = {
  readonly document: PageDocument
  readonly url: string
  /** Whether an element holds words of its own. */
  readonly hasWords: (line: PageElement) => boolean
}

const isSvg = ({ tagName }: PageElement) => tagName.toLowerCase() === 'svg'

function ofImage({ document, url, hasWords }: Place, image: PageElement): void {
  const source = image.getAttribute('src')?.trim() ?? ''
  const name = image.getAttribute('alt')?.trim() ?? ''
  if (name !== '' && name.length < 40 && emoji.test(name) && /\D/.test(name)) {
    image.replaceWith(name)
    return
  }
  const isDrawn = /^data:image\/svg/i.test(source)
  if (!isDrawn && !vectorFile.test(source.slice(0, 2_048))) return
  if (isIcon(image) || isInLine(image, hasWords)) image.replaceWith(name)
  else if (isDrawn && (name !== '' || isInFigure(image)))
    image.replaceWith(frame(document, `${pageOf(url)}${DRAWN}`, name))
}

function ofSvg({ document, url, hasWords }: Place, svg: PageElement): void {
  const image = svg.querySelector('image')
  const file = image?.getAttribute('href') ?? image?.getAttribute('xlink:href') ?? ''
  const name = nameOf(svg)
  const isPicture = isInFigure(svg) || (name !== '' && !isIcon(svg) && !isInLine(svg, hasWords))
  if (!isPicture) return
  const address = image && !file.startsWith('data:') && textOf(svg) === '' ? file : `${pageOf(url)}${DRAWN}`
  svg.replaceWith(frame(document, address || `${pageOf(url)}${DRAWN}`, name))
}

const pageOf = (url: string) => url.replace(/#.*$/, '')

function frame(document: PageDocument, address: string, name: string): PageElement {
  const image = document.createElement('img')
  image.setAttribute('src', address)
  image.setAttribute('alt', name.slice(0, maxName))
  return image
}

function nameOf(svg: PageElement): string {
  const title = [...svg.children].find(({ tagName }) => /^(title|desc)$/i.test(tagName))
  return (svg.getAttribute('aria-label') || (title ? textOf(title) : '')).trim()
}

/** By the size that it says, or the box that it is drawn in. */
function isIcon(element: PageElement): boolean {
  if (element.getAttribute('aria-hidden') === 'true') return true
  const box = (element.getAttribute('viewBox') ?? element.getAttribute('viewbox') ?? '')
    .trim()
    .split(/[\s,]+/)
  const style = element.getAttribute('style') ?? ''
  const size = (name: string, ofBox: string | undefined) => {
    const said =
      element.getAttribute(name) ||
      new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([\\d.]+(?:px|em|rem)?)`).exec(style)?.[1]
    if (said && /^[\d.]+(px)?$/.test(said)) return Number.parseFloat(said)
    if (said && /^[\d.]+r?em$/.test(said)) return Number.parseFloat(said) * 16
    return ofBox === undefined ? null : Number(ofBox)
  }
  const [width, height] = [size('width', box[2]), size('height', box[3])]
  return (width !== null && width < minSide) || (height !== null && height < minSide)
}

const isInFigure = (element: PageElement) =>
  nearest(element.parentNode, ({ tagName }) => tagName === 'FIGURE') !== null

/** Whether words stand beside it, or a link or a button holds it alone. */
function isInLine(element: PageElement, hasWords: Place['hasWords']): boolean {
  const line = nearest(
    element.parentNode,
    ({ tagName }) => !/^(A|SPAN|B|I|EM|STRONG|PICTURE|SMALL|SUP|SUB)$/.test(tagName),
  )
  if (!line || /^(FIGURE|BODY|ARTICLE|MAIN|SECTION)$/.test(line.tagName)) return false
  if (/^(BUTTON|LABEL|H[1-6]|NAV)$/.test(line.tagName)) return true
  return hasWords(line)
}

const holdsWords = (line: PageElement) =>
  [...line.childNodes].some(node => node.nodeType === 3 && Boolean(node.textContent?.trim()))
