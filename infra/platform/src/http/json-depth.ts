const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Whether a JSON text nests arrays and objects more than `max` deep. Brackets in strings do not count. */
export const isDeeperThan = (json: string, max: number): boolean => {
  let depth = 0
  let inString = false
  for (let place = 0; place < json.length; place++) {
    const code = json.charCodeAt(place)
    if (inString) {
      if (code === BACKSLASH) place += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) {
      inString = true
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1
      if (depth > max) return true
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1
    }
  }
  return false
}
