export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

const signatures: [ImageType, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftyp(avif|avis)/s],
]

/** The type of a raster image by its first bytes, whatever its host says; undefined for all other files. */
export function imageType(file: Uint8Array): ImageType | undefined {
  const head = Buffer.from(file.subarray(0, 16)).toString('latin1')
  return signatures.find(([, signature]) => signature.test(head))?.[0]
}
