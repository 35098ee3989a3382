import { createHash } from 'node:crypto'
import { COPY_WIDTHS, type CopyWidth } from '@lectern/contracts/images.ts'
import { limitConcurrency } from '@lectern/platform/process/limit-concurrency.ts'
import sharp, { type Sharp } from 'sharp'
import { pngOfIcon } from './icon-file.ts'
import { imageType } from './image-type.ts'

const maxPixels = 40_000_000
/** A JPEG has no longer side. libvips works in rows and columns, so a single row of all pixels costs much more. */
const maxSide = 65_535
/** WebP has at most 16,383. */
const maxHeight = 12_000
/** 50 cards with their favicons stay below 1.5 MB. */
export const maxCardBytes = 26_000
const maxSeconds = 15

// Decoders of other formats, such as SVG, PDF and TIFF, stay out of a stranger's reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}Buffer`),
})
sharp.cache(false)
sharp.concurrency(1)

export type Copy = { readonly width: CopyWidth; readonly content: Buffer }
export type Copies = {
  /** SHA-256 of the file, in hex. */
  readonly hash: string
  /** Size of the copy for reading, in pixels. */
  readonly width: number
  readonly height: number
  readonly copies: readonly Copy[]
}

/** The file is no image that we copy: not a raster image, damaged, or too large. */
export class NoImage extends Error {
  override readonly name = 'NoImage'
}

/** A decoded image may take 160 MB, so one is decoded at a time. */
const decoding = limitConcurrency(1)

/**
 * Makes WebP copies of an image, of its first frame where it moves. A copy holds pixels alone: no metadata, and nothing of
 * the file's own bytes.
 * @returns 'left-out' for an image of one or two pixels, which only counts its readers
 * @throws NoImage
 */
export const makeCopies = (file: Uint8Array, widths: readonly CopyWidth[]): Promise<Copies | 'left-out'> =>
  decoding.use(async () => {
    const image = imageType(file) === undefined ? pngOfIcon(file) : file
    if (image === undefined) throw new NoImage('not a raster image')
    try {
      return await copy(image, createHash('sha256').update(file).digest('hex'), widths)
    } catch (error) {
      throw new NoImage((error as Error).message, { cause: error })
    }
  })

async function copy(image: Uint8Array, hash: string, widths: readonly CopyWidth[]) {
  const open = () =>
    sharp(image, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: maxSeconds })
  const { autoOrient: size } = await open().metadata()
  if (size.width * size.height > maxPixels || Math.max(size.width, size.height) > maxSide)
    throw new NoImage('too many pixels')
  if (size.width <= 2 && size.height <= 2) return 'left-out'
  const scale = Math.min(1, COPY_WIDTHS.reading / size.width, maxHeight / size.height)
  const [width, height] = [size.width, size.height].map(side => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const copies: Copy[] = []
  for (const each of widths)
    copies.push({ width: each, content: await contentOf(open, each, { width, height }) })
  return { hash, width, height, copies }
}

function contentOf(
  open: () => Sharp,
  width: CopyWidth,
  read: { width: number; height: number },
): Promise<Buffer> {
  if (width === COPY_WIDTHS.reading)
    return open()
      .autoOrient()
      .resize({ ...read, fit: 'fill' })
      .webp({ quality: 78 })
      .toBuffer()
  if (width === COPY_WIDTHS.icon)
    return open()
      .autoOrient()
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  return cardOf(open, width)
}

/** In the order in which they are tried, until a copy is small enough. */
const cardQualities = [
  { quality: 74, part: 1 },
  { quality: 58, part: 1 },
  { quality: 42, part: 1 },
  { quality: 28, part: 1 },
  { quality: 28, part: 0.6 },
  { quality: 20, part: 0.3 },
]

/** Cut to the shape of a card's preview, and as good as its bytes allow. */
async function cardOf(open: () => Sharp, width: number): Promise<Buffer> {
  const height = Math.round((width * 9) / 16)
  const { data, info } = await open()
    .autoOrient()
    .resize({ width, height, fit: 'cover', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  let content = data
  for (const { quality, part } of cardQualities) {
    const smaller = sharp(data, { raw: info }).resize({ width: Math.max(1, Math.round(info.width * part)) })
    content = await smaller.webp({ quality }).toBuffer()
    if (content.length <= maxCardBytes) break
  }
  return content
}
