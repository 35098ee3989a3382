import { nearest, type PageDocument, type PageElement, rename, textOf } from '../dom.ts'
import { anyAddress, isAddress, isStandIn, lateAddress } from './lazy-addresses.ts'

/** `srcset`, `data-srcset`, `data-lazy-srcset`, … */
const nameOfSet = /(srcset|data-original-set|data-lazy-set)$/
/** The reader shows no image wider, in CSS pixels. */
const wanted = 1_600
const maxAddress = 2_048
/** Candidates of one set that are looked at. */
const maxCandidates = 40
/** Elements without a picture of their own in which a script or a style puts one. */
const holders = '[role="img"][style*="url("], div[data-src], span[data-src], figure[data-src], a[data-src]'

/**
 * Gives each image the address that it is shown from: pages that load images when they are scrolled to write it in attributes of
 * their own, in `srcset`, in the sources of `<picture>`, in `<noscript>` or in a style.
 */
export function lazyImages(document: PageDocument): void {
  for (const hidden of document.querySelectorAll('noscript')) withScripts(hidden)
  for (const picture of document.querySelectorAll('picture')) {
    if (picture.querySelector('img') === null && picture.querySelector('source') !== null)
      picture.append(document.createElement('img'))
  }
  for (const image of document.querySelectorAll('img')) {
    const source = image.getAttribute('src')
    const ofSet = candidateOf(image)
    const isLate = isStandIn(source) || /lazy/i.test(image.getAttribute('class') ?? '')
    const other = () => ofSet?.address ?? anyAddress(image) ?? linkedFile(image)
    const chosen =
      ofSet && ofSet.width > 1 ? ofSet.address : (lateAddress(image) ?? (isLate ? other() : null))
    if (chosen) image.setAttribute('src', chosen.trim())
  }
  for (const holder of document.querySelectorAll(holders)) fromHolder(document, holder)
}

/** A noscript that holds one image takes the place of the stand-in beside it. */
function withScripts(hidden: PageElement): void {
  const images = [...hidden.querySelectorAll('img')]
  const [image] = images
  if (!image || images.length > 1 || hidden.textContent?.trim()) return
  // An image of one pixel only counts its readers.
  if (['width', 'height'].some(name => /^[012](px)?$/.test(image.getAttribute(name) ?? ''))) return
  const before = standInOf(hidden.previousElementSibling)
  const after = standInOf(hidden.nextElementSibling)
  const isLate = (standIn: PageElement | null) => standIn !== null && isStandIn(standIn.getAttribute('src'))
  if (before) {
    if (isLate(before)) before.replaceWith(image)
    hidden.remove()
  } else if (after && isLate(after)) {
    after.replaceWith(image)
    hidden.remove()
  } else hidden.replaceWith(image)
}

const standInOf = (beside: PageElement | null): PageElement | null => {
  const image = beside?.tagName === 'IMG' ? beside : (beside?.querySelector('img') ?? null)
  return image && !beside?.textContent?.trim() ? image : null
}

/** The file that a link around a small image leads to. */
function linkedFile({ parentNode }: PageElement): string | null {
  const href = parentNode?.tagName === 'A' ? parentNode.getAttribute('href') : null
  return href && /\.(jpe?g|png|gif|webp|avif)([?#]|$)/i.test(href.slice(0, maxAddress)) ? href : null
}

/** An empty element whose picture is in an attribute or in its style. */
function fromHolder(document: PageDocument, holder: PageElement): void {
  if (textOf(holder) !== '' || holder.querySelector('img, iframe, video') !== null) return
  const style = (holder.getAttribute('style') ?? '').slice(0, maxAddress)
  const isNamed = holder.getAttribute('role') === 'img'
  const address = isNamed ? (/url\(\s*['"]?([^'")]+)/i.exec(style)?.[1] ?? null) : anyAddress(holder)
  if (!isAddress(address)) return
  const image = document.createElement('img')
  image.setAttribute('src', address)
  image.setAttribute('alt', holder.getAttribute('aria-label') ?? holder.getAttribute('alt') ?? '')
  const isFigure = /^(DIV|FIGURE)$/.test(holder.tagName) && nearest(holder.parentNode, isInFigure) === null
  ;(isFigure ? rename(document, holder, 'figure') : holder).append(image)
}

const isInFigure = ({ tagName }: PageElement) => tagName === 'FIGURE'

/** The largest address of a set up to the width that a reader shows, or the smallest above. */
function candidateOf(image: PageElement): Candidate | null {
  const { parentNode } = image
  const sources = parentNode?.tagName === 'PICTURE' ? [...parentNode.children] : []
  const sets = [image, ...sources.filter(isRaster)].flatMap(element =>
    [...element.attributes].filter(({ name }) => nameOfSet.test(name)).map(({ value }) => value),
  )
  const candidates = sets.flatMap(parseSet)
  const small = candidates.filter(({ width }) => width <= wanted).sort((a, b) => b.width - a.width)
  const large = candidates.filter(({ width }) => width > wanted).sort((a, b) => a.width - b.width)
  return (small[0]?.width ?? 0) >= wanted / 2 || !large[0] ? (small[0] ?? null) : large[0]
}

const isRaster = (source: PageElement) => {
  const type = source.getAttribute('type')
  return source.tagName === 'SOURCE' && (type === null || /^image\/(jpeg|png|webp|gif|avif)$/.test(type))
}

/** Width in CSS pixels; a density counts as that many times 800, and one without any is 1. */
type Candidate = { readonly address: string; readonly width: number }

function parseSet(set: string): Candidate[] {
  const found: Candidate[] = []
  const words = set.slice(0, maxAddress * maxCandidates).split(/\s+/, maxCandidates * 3)
  let address = ''
  for (const word of words) {
    const size = /^(\d{1,5}(?:\.\d{1,3})?)([wx]),?$/.exec(word)
    if (size && isAddress(address)) {
      found.push({ address, width: Number(size[1]) * (size[2] === 'x' ? 800 : 1) })
      address = ''
    } else if (word !== '' && word !== ',') address = word.replace(/^,|,$/g, '')
  }
  if (found.length === 0 && isAddress(address)) found.push({ address, width: 1 })
  return found
}
