import { crc32, deflateSync } from 'node:zlib'

const USUAL = [480, 270] as const
const TALL = [400, 1_600] as const

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

/** A PNG with a gradient of two muted colours, a tall one for a seed with `tall`. Equal seeds give equal pictures. */
export const gradient = (seed: string): Buffer => {
  const [width, height] = seed.includes('tall') ? TALL : USUAL
  const hue = crc32(seed)
  const from = [40 + (hue & 63), 50 + ((hue >> 6) & 63), 60 + ((hue >> 12) & 63)]
  const to = [150 + ((hue >> 18) & 63), 130 + ((hue >> 4) & 63), 110 + ((hue >> 9) & 63)]
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const part = (x / width + y / height) / 2
      const pixel = from.map((colour, n) => Math.round(colour + ((to[n] ?? 0) - colour) * part))
      rows.set(pixel, y * (1 + width * 3) + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per channel, RGB.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
