/** Widths in pixels of the copies of a picture, at most: two for cards, one for favicons, one for reading. */
export const COPY_WIDTHS = { card: 400, cardWide: 800, icon: 64, reading: 1_600 } as const
export type CopyWidth = (typeof COPY_WIDTHS)[keyof typeof COPY_WIDTHS]

/** Pictures of one article that are copied. Further ones are shown as frames. */
export const ARTICLE_IMAGES_MAX = 60

/**
 * The address of our copy of a picture.
 * @param hash SHA-256 of the file as it was fetched, in hex
 * @param width default: the copy for reading
 */
export const imagePath = (hash: string, width?: CopyWidth): string =>
  `/api/images/${hash}${width === undefined ? '' : `?w=${width}`}`

/** A picture has a copy, is none to show, or could not be had. */
export type ImageOutcome = 'stored' | 'left-out' | 'failed'

/**
 * Whether a picture is to be fetched: it is new, failed a day ago, or had to leave the full store (`stored` without an image).
 * @param known isFresh: tried within a day
 */
export const isImageWanted = (
  known:
    | { readonly outcome: ImageOutcome; readonly image: string | null; readonly isFresh: boolean }
    | undefined,
): boolean => {
  if (known === undefined) return true
  return known.outcome === 'stored' ? known.image === null : known.outcome === 'failed' && !known.isFresh
}

export type StoredImage = {
  /** An http(s) or data url. */
  readonly source: string
  readonly alt: string
  readonly title: string | undefined
}

/**
 * Replaces each img of a stored article. Our sanitiser wrote its HTML: attributes stand in double quotes, and a value has
 * neither quotes nor angle brackets.
 */
export const replaceImages = (html: string, replacement: (image: StoredImage) => string): string =>
  html.replace(/<img\b[^>]*>/g, tag => {
    const attributes = new Map(
      Array.from(tag.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
        name,
        withoutEntities(value),
      ]),
    )
    return replacement({
      source: attributes.get('src') ?? '',
      alt: attributes.get('alt') ?? '',
      title: attributes.get('title'),
    })
  })

/** Ends the address of a picture that is drawn in its page, which is no file: the page's own address. */
export const DRAWN = '#drawn-in-the-page'

/** Drawings are shown as frames, since we copy pixels alone. */
const isDrawing = (source: string): boolean => /\.svgz?(?:[?#]|$)/i.test(source) || source.endsWith(DRAWN)

/** The addresses of the pictures of a stored article that can be copied, each once, in order. */
export const imageSources = (html: string): string[] => {
  const sources = new Set<string>()
  replaceImages(html, ({ source }) => {
    if (source !== '' && !isDrawing(source)) sources.add(source)
    return ''
  })
  return [...sources]
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

const withoutEntities = (value: string): string =>
  value.replace(/&(?:amp|lt|gt|quot);/g, name => ENTITIES[name] ?? '')
