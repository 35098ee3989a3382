import { webAddress } from '@lectern/contracts/api/link-requests.ts'

/** A host with a dot and no scheme, and what may follow it: 'example.org', '//example.org:8080/a'. */
const BARE = /^(?:\/\/)?(?:[^\s/?#:@.]+\.)+(?:xn--[\w-]+|\p{L}{2,})(?::\d{1,5})?(?:[/?#]|$)/u

/** The text as an address to save: without a scheme it gets https. Other texts stay as they are, trimmed. */
export const withScheme = (text: string): string => {
  const address = text.trim()
  return BARE.test(address) ? `https://${address.replace(/^\/\//, '')}` : address
}

/** The address that a text is, or null where it is none that can be saved. */
export const toAddress = (text: string): string | null => webAddress.safeParse(withScheme(text)).data ?? null

/** URL_MAX, which the dashboard would have to export to this lazy part. */
const WORD_MAX = 4_096

/** Without the marks around an address in a sentence. A bracket that opens in the address also closes in it: Log_(computing). */
const bare = (word: string): string => {
  const text = word
    .replace(/^.*?(?=https?:\/\/)/i, '')
    .replace(/^['"“‘«<[({]+/, '')
    .replace(/['"”’»>\]}.,;:!?]+$/, '')
  const isOpen = text.split('(').length < text.split(')').length
  return isOpen && text.endsWith(')') ? bare(text.slice(0, -1)) : text
}

/**
 * The first address in a text, with the rest of the text. An address without a scheme counts where it has a path, begins
 * with www or is the whole text, since 'etc.and' is a slip of the keyboard.
 */
export const addressIn = (text: string): { address: string; rest: string } | null => {
  const words = text.split(/\s+/)
  const isBare = (word: string) => words.length === 1 || /^www\.|\//i.test(word)
  // Longer ones are no addresses, and looking for their ends would take long.
  for (const isMeant of [(word: string) => /https?:\/\//i.test(word), isBare])
    for (const word of words.filter(each => each.length <= WORD_MAX && isMeant(each))) {
      const address = toAddress(bare(word))
      if (address) return { address, rest: text.replace(word, '').replace(/\s+/g, ' ').trim() }
    }
  return null
}

/**
 * All addresses in a text, each once, in their order. In a list each line is one as it stands; else they are words of
 * sentences. Words without a scheme count where their line has none with one.
 */
export const addressesIn = (text: string): string[] => {
  const lines = text.split(/[\r\n]+/).filter(line => line.trim() !== '')
  const list = lines.map(line => (line.length <= WORD_MAX ? likelyAddress(line.trim()) : null))
  const found = list.every(address => address !== null) ? list : lines.flatMap(addressesInLine)
  return [...new Set(found.filter(address => address !== null))]
}

const addressesInLine = (line: string): (string | null)[] => {
  const words = line.split(/\s+/).filter(word => word !== '' && word.length <= WORD_MAX)
  const whole = words.filter(word => /https?:\/\//i.test(word))
  const isBare = (word: string) => words.length === 1 || /^www\.|\//i.test(word)
  return (whole.length > 0 ? whole : words.filter(isBare)).map(word => likelyAddress(bare(word)))
}

/** The same as toAddress. A refusal of the schema takes longer than the look before it, which counts in 5 MB of words. */
const likelyAddress = (text: string): string | null =>
  /^https?:/i.test(text) || BARE.test(text) ? toAddress(text) : null
