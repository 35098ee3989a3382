/** Decodes the part of a label after xn-- (RFC 3492). Throws on text that is no punycode. */
const decode = (label: string): string => {
  const dash = label.lastIndexOf('-')
  const points = [...label.slice(0, Math.max(dash, 0))].map(char => char.codePointAt(0) ?? 0)
  let [n, i, bias] = [128, 0, 72]
  for (let at = dash + 1; at < label.length; ) {
    const before = i
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = '0123456789'.includes(label[at] ?? '')
        ? label.charCodeAt(at) - 22
        : label.charCodeAt(at) - 97
      at += 1
      if (!(digit >= 0 && digit < 36)) throw new RangeError('not punycode')
      i += digit * weight
      const threshold = Math.min(26, Math.max(1, k - bias))
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const length = points.length + 1
    let delta = Math.floor((i - before) / (before === 0 ? 700 : 2))
    delta += Math.floor(delta / length)
    let k = 0
    for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
    bias = k + Math.floor((36 * delta) / (delta + 38))
    n += Math.floor(i / length)
    i %= length
    points.splice(i, 0, n)
    i += 1
  }
  return String.fromCodePoint(...points)
}

/** Scripts of one word; those written together in one language stand together. */
const SCRIPTS = [
  ['Latin'],
  ['Cyrillic'],
  ['Greek'],
  ['Arabic'],
  ['Hebrew'],
  ['Devanagari'],
  ['Thai'],
  ['Han', 'Hangul'],
  ['Han', 'Hiragana', 'Katakana'],
]
const isOneScript = (text: string): boolean =>
  SCRIPTS.some(names => {
    const letters = names.map(name => `\\p{Script_Extensions=${name}}`).join('')
    return new RegExp(`^[${letters}\\d-]+$`, 'u').test(text)
  })
/** Cyrillic letters that look like Latin ones. A word of these alone stays encoded. */
const LOOKALIKE = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ\d-]+$/

/** Decodes the labels of a host. A label of mixed scripts stays as it is, since its letters may pose as others. */
export const decodedHost = (host: string): string =>
  host
    .split('.')
    .map(label => {
      if (!label.startsWith('xn--')) return label
      try {
        const text = decode(label.slice(4))
        const isForeign = /\P{ASCII}/u.test(text)
        return isForeign && isOneScript(text) && !LOOKALIKE.test(text) ? text : label
      } catch {
        return label
      }
    })
    .join('.')
