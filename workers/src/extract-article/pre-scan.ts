import { Parser } from 'htmlparser2'

const maxElements = 50_000
const maxDepth = 256

/** Whether a page can be parsed into a tree at a bearable cost (1,000 nested divs in 11 kB take Readability 5 s). */
export function isBearable(html: string): boolean {
  let elements = 0
  let depth = 0
  const parser = new Parser({
    onopentag() {
      elements += 1
      depth += 1
      if (elements > maxElements || depth > maxDepth) throw new TooComplex()
    },
    onclosetag() {
      depth -= 1
    },
  })
  try {
    parser.end(html)
    return true
  } catch (error) {
    if (error instanceof TooComplex) return false
    throw error
  }
}

class TooComplex extends Error {}
