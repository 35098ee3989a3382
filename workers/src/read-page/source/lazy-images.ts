import type { PageDocument, PageElement } from '../dom.ts'

const lazyAddresses = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-full-src',
  'data-image',
  'data-url',
]
const lazySets = ['srcset', 'data-srcset', 'data-lazy-srcset']
/** The reader shows no image wider, in CSS pixels. */
const wanted = 1_600
const maxAddress = 2_048
/** Candidates of one set that are looked at. */
const maxCandidates = 40

/**
 * Gives each image the address that it is shown from: pages that load images when they are scrolled to write it in attributes of
 * their own, in `srcset`, in the sources of `<picture>` or in `<noscript>`.
 */
export function lazyImages(document: PageDocument): void {
  for (const hidden of document.querySelectorAll('noscript')) withScripts(hidden)
  for (const image of document.querySelectorAll('img')) {
    const source = image.getAttribute('src')
    const ofSet = candidateOf(image)
    const lazy = lazyAddresses.map(name => image.getAttribute(name)).find(isAddress)
    const chosen =
      ofSet && ofSet.width > 1 ? ofSet.address : (lazy ?? (isPlaceholder(source) && ofSet?.address))
    if (chosen) image.setAttribute('src', chosen.trim())
  }
}

/** A noscript that holds one image takes the place of the stand-in before it. */
function withScripts(hidden: PageElement): void {
  const images = [...hidden.querySelectorAll('img')]
  const [image] = images
  if (!image || images.length > 1 || hidden.textContent?.trim()) return
  const before = hidden.previousElementSibling
  const standIn = before?.tagName === 'IMG' ? before : (before?.querySelector('img') ?? null)
  if (standIn && !before?.textContent?.trim()) {
    if (isPlaceholder(standIn.getAttribute('src'))) standIn.replaceWith(image)
    hidden.remove()
  } else hidden.replaceWith(image)
}

const isAddress = (value: string | null): value is string =>
  value !== null &&
  value.length <= maxAddress &&
  /^\s*(https?:|\/|[\w.-]+\/|[\w%.-]+\.(jpe?g|png|gif|webp|avif))/i.test(value)

function isPlaceholder(source: string | null): boolean {
  return (
    !source?.trim() ||
    (/^\s*data:/i.test(source) && source.length < 2_000) ||
    /(^|[/_-])(blank|spacer|placeholder|transparent|grey|gray|pixel|1x1|lazy|loading)[\w-]*\.(gif|png|svg|jpe?g|webp)/i.test(
      source.slice(0, maxAddress),
    )
  )
}

/** The largest address of a set up to the width that a reader shows, or the smallest above. */
function candidateOf(image: PageElement): Candidate | null {
  const { parentNode } = image
  const sources = parentNode?.tagName === 'PICTURE' ? [...parentNode.children] : []
  const sets = [image, ...sources.filter(isRaster)].flatMap(element =>
    lazySets.map(name => element.getAttribute(name) ?? ''),
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
