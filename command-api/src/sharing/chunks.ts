/** Far below what one append takes. */
const BYTES_AT_ONCE = 250_000

/** Links in some commands, each of which one append takes. */
export function* chunksOf<Link>(links: readonly Link[]): Generator<Link[]> {
  let chunk: Link[] = []
  let bytes = 0
  for (const link of links) {
    chunk.push(link)
    bytes += Buffer.byteLength(JSON.stringify(link))
    if (bytes < BYTES_AT_ONCE) continue
    yield chunk
    chunk = []
    bytes = 0
  }
  if (chunk.length > 0) yield chunk
}
