import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

export const zipOf = async (
  files: Record<string, string | Buffer>,
  options: Partial<yazl.Options> = {},
): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, options)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}
