import { imageType } from './image-type.ts'

const entryBytes = 16
const headerBytes = 6

/** The largest PNG in a .ico file. Icons in it that are bitmaps are passed over. */
export function pngOfIcon(file: Uint8Array): Uint8Array | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < headerBytes || view.getUint32(0, true) !== 0x00010000) return undefined
  const count = Math.min(view.getUint16(4, true), Math.floor((file.length - headerBytes) / entryBytes))
  const pngs = Array.from({ length: count }, (_, n) => {
    const entry = headerBytes + n * entryBytes
    const start = view.getUint32(entry + 12, true)
    return file.subarray(start, start + view.getUint32(entry + 8, true))
  }).filter(part => imageType(part) === 'png')
  return pngs.sort((a, b) => b.length - a.length)[0]
}
