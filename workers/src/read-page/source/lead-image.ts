import { nearest, type PageDocument, type PageElement, textOf } from '../dom.ts'

/** In UTF-16 units. A figure with a longer text holds more than the image. */
const maxFigure = 600

export type LeadImage = { putBack(article: PageElement): void }

/**
 * The image that the page shows and names as its own (og:image). Readability loses it where it stands in the header of the
 * article. `putBack` puts it first, with its figure, where the article has no such image. Needs the addresses of `lazyImages`.
 */
export function leadImage(document: PageDocument, address: string | null): LeadImage {
  const file = fileOf(address)
  const image = file ? imageOf(document, file) : undefined
  const figure = nearest(image ?? null, element => element.tagName === 'FIGURE')
  const whole = figure && textOf(figure).length <= maxFigure ? figure : null
  const copy = (whole ?? image)?.cloneNode(true)
  return {
    putBack(article) {
      if (!copy || !file || imageOf(article, file)) return
      if (whole) article.prepend(copy)
      else {
        const around = document.createElement('figure')
        around.append(copy)
        article.prepend(around)
      }
    },
  }
}

const imageOf = (root: PageDocument | PageElement, file: string) =>
  [...root.querySelectorAll('img')].find(image => fileOf(image.getAttribute('src')) === file)

/** The name of the file in an address, without the size that some sites put into it. Short names are no sign of the same image. */
function fileOf(address: string | null): string | null {
  const name = /([^/?#]+)\.(?:jpe?g|png|webp|avif)(?:[?#]|$)/i.exec(address?.slice(0, 2_048) ?? '')?.[1]
  const file = name?.replace(/[-_]?\d{2,4}x\d{2,4}$/i, '').toLowerCase()
  return file && file.length >= 4 && !/^(logo|default|icon|share|og-?image)/.test(file) ? file : null
}
