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
 * All addresses in a text, each once, in their order: lines that are one, and in other lines the words that are. Words without a
 * scheme count where the line has none with one.
 */
export const addressesIn = (text: string): string[] => {
  const found = new Set<string>()
  for (const line of text.split(/[\r\n]+/)) {
    const whole = line.length <= WORD_MAX ? toAddress(line) : null
    const words = whole === null ? line.split(/\s+/).filter(word => word.length <= WORD_MAX) : []
    const withScheme = words.filter(word => /https?:\/\//i.test(word))
    const meant = withScheme.length > 0 ? withScheme : words.filter(word => /^www\.|\//i.test(word))
    for (const address of whole === null ? meant.map(word => toAddress(bare(word))) : [whole])
      if (address !== null) found.add(address)
  }
  return [...found]
}
