export type JsonLimits = { readonly depth: number; readonly values: number }

const [SPACE, COMMA, QUOTE, BACKSLASH] = [0x20, 0x2c, 0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether a JSON text nests arrays and objects deeper, or has more values in all, than the limits say. An empty object takes
 * two bytes of text and fifty of memory, so a limit in bytes does not bound what parsing takes.
 */
export const isLargerThan = (json: string, { depth: depthMax, values: valuesMax }: JsonLimits): boolean => {
  let [depth, values] = [0, 1]
  let [inString, isFirst] = [false, false]
  for (let place = 0; place < json.length; place++) {
    const code = json.charCodeAt(place)
    if (inString) {
      if (code === BACKSLASH) place += 1
      else if (code === QUOTE) inString = false
      continue
    }
    if (code <= SPACE) continue
    const isOpening = code === OPEN_ARRAY || code === OPEN_OBJECT
    const isClosing = code === CLOSE_ARRAY || code === CLOSE_OBJECT
    if (code === COMMA || (isFirst && !isClosing)) values += 1
    if (isOpening) depth += 1
    else if (isClosing) depth -= 1
    if (depth > depthMax || values > valuesMax) return true
    isFirst = isOpening
    inString = code === QUOTE
  }
  return false
}
