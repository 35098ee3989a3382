export type BookPicture = {
  readonly content: Buffer
  readonly width: number
  readonly height: number
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly extension: 'jpg' | 'png'
}

/** sharp is loaded with the first picture, since most exports have none and it takes memory. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Our copy of a picture for a book. Copies are WebP, which EPUB has known since 2023 and most reading devices do not show; JPEG and PNG
 * are shown by all. A damaged copy is undefined.
 */
export const pictureForBook = async (copy: Uint8Array): Promise<BookPicture | undefined> => {
  const sharp = await loadSharp()
  try {
    const image = sharp(copy, { failOn: 'error' })
    const { isOpaque } = await image.stats()
    const made = isOpaque ? image.jpeg({ quality: 82 }) : image.png({ palette: true, quality: 90, effort: 4 })
    const { data: content, info } = await made.toBuffer({ resolveWithObject: true })
    const size = { width: info.width, height: info.height }
    return isOpaque
      ? { content, ...size, mediaType: 'image/jpeg', extension: 'jpg' }
      : { content, ...size, mediaType: 'image/png', extension: 'png' }
  } catch {
    return undefined
  }
}
