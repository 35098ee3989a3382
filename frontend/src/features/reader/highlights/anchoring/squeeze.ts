/** White space, soft hyphens and zero-width spaces: extractions, and services that export quotes, differ in them. */
const UNSEEN = /[\s\u00ad\u200b\u2060\ufeff]/
const RUNS_OF_UNSEEN = new RegExp(`${UNSEEN.source}+`, 'g')

export const squeeze = (text: string): string => text.replace(RUNS_OF_UNSEEN, '')

/** A text without its white space, and the way between its offsets and those of the text. */
export type Squeezed = {
  readonly text: string
  /** How many characters are kept before an offset of the text. */
  readonly fromOffset: (offset: number) => number
  /** The offset in the text of a kept character; the text's length for the end. */
  readonly toOffset: (kept: number) => number
}

export const squeezeText = (text: string): Squeezed => {
  const kept = new Uint32Array(text.length)
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // Most characters are letters; the expression is for the few others.
    if (
      code === 32 ||
      ((code < 33 || code === 0xa0 || code === 0xad || code > 0x1000) && UNSEEN.test(text.charAt(index)))
    )
      continue
    kept[count++] = index
  }
  return {
    text: squeeze(text),
    toOffset: index => (index < count ? (kept[index] ?? 0) : text.length),
    fromOffset: offset => {
      let low = 0
      let high = count
      while (low < high) {
        const middle = (low + high) >> 1
        if ((kept[middle] ?? 0) < offset) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}
