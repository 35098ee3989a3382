import { createHash, randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeCopies, maxCardBytes, NoImage } from './copies.ts'

const { card, cardWide, icon, reading } = COPY_WIDTHS

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c63' } })

const png = (...chunks: [type: string, data: Buffer][]) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[...chunks, ['IEND', Buffer.of()] as const].flatMap(([type, data]) => {
      const named = Buffer.concat([Buffer.from(type), data])
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(data.length)
      sum.writeUInt32BE(crc32(named))
      return [length, named, sum]
    }),
  ])

const copiesOf = async (
  file: Uint8Array,
  width: (typeof COPY_WIDTHS)[keyof typeof COPY_WIDTHS] = reading,
) => {
  const made = await makeCopies(file, [width])
  if (made === 'left-out') throw new Error('left out')
  const content = made.copies[0]?.content ?? Buffer.of()
  return { ...made, content, copy: await sharp(content).metadata() }
}

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s becomes a WebP of its size',
  async format => {
    const file = await picture(640, 360).toFormat(format).toBuffer()
    const { hash, width, height, copy } = await copiesOf(file)
    expect(hash).toBe(createHash('sha256').update(file).digest('hex'))
    expect({ width, height }).toEqual({ width: 640, height: 360 })
    expect(copy).toMatchObject({ format: 'webp', width: 640, height: 360 })
  },
)

test('a copy for reading is at most 1,600 wide, and tells the size that it has', async () => {
  const { width, height, copy } = await copiesOf(await picture(4_000, 3_001).png().toBuffer())
  expect({ width, height }).toEqual({ width: 1_600, height: 1_200 })
  expect(copy).toMatchObject({ width, height })
})

test('a very high picture stays below the height that WebP allows', async () => {
  const { width, height, copy } = await copiesOf(await picture(500, 30_000).png().toBuffer())
  expect({ width, height }).toEqual({ width: 200, height: 12_000 })
  expect(copy).toMatchObject({ width, height })
})

test.each([
  [40_000_000, 1],
  [1, 40_000_000],
])('a picture of %i × %i is refused before it is decoded', async (width, height) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0], 8)
  const file = png(['IHDR', header], ['IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))])
  const error = await makeCopies(file, [reading]).catch(error => error)
  expect(error).toMatchObject({ name: 'NoImage', message: 'too many pixels' })
})

test('a picture that a camera took upright stays upright', async () => {
  const file = await picture(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { width, height, copy } = await copiesOf(file)
  expect({ width, height }).toEqual({ width: 200, height: 400 })
  expect(copy).toMatchObject({ width, height })
})

test('of a moving picture the first frame is copied', async () => {
  const frames = [
    picture(40, 30),
    sharp({ create: { width: 40, height: 30, channels: 3, background: 'blue' } }),
  ]
  const pages = await Promise.all(frames.map(frame => frame.png().toBuffer()))
  const file = await sharp(pages, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(file, { animated: true }).metadata()).pages).toBe(2)
  const { copy } = await copiesOf(file)
  expect(copy.pages ?? 1).toBe(1)
  expect(copy).toMatchObject({ width: 40, height: 30 })
})

test.each([card, cardWide])(
  'a card copy %i wide of any picture is small enough for a page of 50',
  async width => {
    const noise = randomFillSync(Buffer.alloc(1_600 * 900 * 3))
    const file = await sharp(noise, { raw: { width: 1_600, height: 900, channels: 3 } })
      .png()
      .toBuffer()
    const { content } = await copiesOf(file, width)
    expect(content.length).toBeLessThanOrEqual(maxCardBytes)
    expect(50 * maxCardBytes).toBeLessThan(1_500_000)
  },
)

test('a card copy has the shape of a preview, and a small picture is not blown up', async () => {
  expect((await copiesOf(await picture(1_000, 1_000).png().toBuffer(), card)).copy).toMatchObject({
    width: 400,
    height: 225,
  })
  expect((await copiesOf(await picture(120, 60).png().toBuffer(), card)).copy).toMatchObject({
    width: 120,
    height: 60,
  })
})

test('the PNG in an icon file is copied, a bitmap in one is not', async () => {
  const iconFile = (image: Buffer) => {
    const head = Buffer.alloc(22)
    head.writeUInt16LE(1, 2)
    head.writeUInt16LE(1, 4)
    head.writeUInt32LE(image.length, 14)
    head.writeUInt32LE(22, 18)
    return Buffer.concat([head, image])
  }
  const { copy } = await copiesOf(iconFile(await picture(128, 128).png().toBuffer()), icon)
  expect(copy).toMatchObject({ width: 64, height: 64 })
  await expect(makeCopies(iconFile(Buffer.alloc(1_064, 40)), [icon])).rejects.toThrow(NoImage)
  await expect(makeCopies(iconFile(Buffer.alloc(0)).subarray(0, 12), [icon])).rejects.toThrow(NoImage)
})

test.each([1, 2])('a picture of %i × the same pixels is left out', async side => {
  expect(await makeCopies(await picture(side, side).gif().toBuffer(), [reading])).toBe('left-out')
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const notImages: [string, () => Buffer | Promise<Buffer>][] = [
  ['an SVG with a script', () => Buffer.from(svg)],
  ['an SVG behind an XML declaration', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
  ['a page', () => Buffer.from('<!doctype html><title>Sign in</title>')],
  ['nothing', () => Buffer.alloc(0)],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj')],
  ['a TIFF', () => picture(20, 20).tiff().toBuffer()],
  [
    'a JPEG signature before a page',
    () => Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1'),
  ],
  ['half a PNG', async () => half(await noisy().png().toBuffer())],
  ['half a JPEG', async () => half(await noisy().jpeg().toBuffer())],
  ['half a WebP', async () => half(await noisy().webp().toBuffer())],
  ['half a GIF', async () => half(await noisy().gif().toBuffer())],
  ['a PNG of 81 megapixels in few bytes', () => picture(9_000, 9_000).png().toBuffer()],
  ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
]
const noisy = () =>
  sharp(randomFillSync(Buffer.alloc(200 * 200 * 3)), { raw: { width: 200, height: 200, channels: 3 } })
const half = (file: Buffer) => file.subarray(0, file.length / 2)

test.each(notImages)('%s has no copy', async (_, make) => {
  await expect(makeCopies(await make(), [reading, card])).rejects.toThrow(NoImage)
})

test('a copy has nothing of what a file carries besides its pixels', async () => {
  const page = '<script>alert(document.domain)</script>'
  const file = await picture(60, 40)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: page, Copyright: 'Mina, 4 Elm Street' } })
    .toBuffer()
  const polyglot = Buffer.concat([file, Buffer.from(`<html>${page}`)])
  const { content } = await copiesOf(polyglot)
  expect(polyglot.includes('<script>')).toBe(true)
  expect(content.includes('script')).toBe(false)
  expect(content.includes('Elm Street')).toBe(false)
})
