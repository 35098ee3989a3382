/** An image, or the frame of one that has no copy. */
const IMAGES = 'img, [data-image-missing]'

/**
 * Puts the images of a newer answer into an article with the same text. The text itself is not touched, so the selection
 * and what is drawn on it stay.
 * @param article in which `before` is drawn
 */
export const swapImages = (article: HTMLElement, before: DocumentFragment, after: DocumentFragment): void => {
  const drawn = [...article.querySelectorAll(IMAGES)]
  const newer = imagesByPlace(after)
  for (const [place, older] of imagesByPlace(before)) {
    const here = drawn.splice(0, older.length)
    const wanted = newer.get(place) ?? []
    if (here.length === wanted.length)
      here.forEach((image, n) => {
        if (older[n]?.outerHTML !== wanted[n]?.outerHTML) swap([image], wanted.slice(n, n + 1))
      })
    // Trackers are left out.
    else swap(here, wanted)
  }
}

const swap = (here: Element[], wanted: Element[]): void => {
  const [first, ...others] = here
  const link = first?.closest('a')
  // An image that opens large is no link.
  if (link && wanted[0] && !wanted[0].closest('a[href]')) link.removeAttribute('href')
  first?.replaceWith(...wanted.map(image => image.cloneNode(true)))
  for (const image of others) image.remove()
}

/** The images in the order of the article, by the elements and characters before them and the element that they are in. */
const imagesByPlace = (fragment: DocumentFragment): Map<string, Element[]> => {
  const images = new Map<string, Element[]>()
  let elements = 0
  let characters = 0
  const visit = (parent: Node): void => {
    const number = elements++
    for (const node of parent.childNodes) {
      if (node instanceof Text) characters += node.length
      else if (!(node instanceof Element)) continue
      else if (node.matches(IMAGES)) {
        const place = `${elements} ${characters} ${number}`
        images.set(place, [...(images.get(place) ?? []), node])
      } else visit(node)
    }
  }
  visit(fragment)
  return images
}
