/** The address of the Lectern that pages are saved to, as an origin such as https://lectern.example. */

const KEY = 'server'

/** https, or http on this computer. */
const isTrusted = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))

/** The origin of an address as people type it, also without its scheme; null where it is none that we send pages to. */
export const originOf = (typed: string): string | null => {
  const text = typed.trim()
  const isOfThisComputer = /^(localhost|127\.0\.0\.1)(?=[:/]|$)/i.test(text)
  const address = /^[a-z]+:\/\//i.test(text) ? text : `${isOfThisComputer ? 'http' : 'https'}://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  return url && isTrusted(url) && url.username === '' && url.password === '' ? url.origin : null
}

/** The pages of a server, as browsers name them for a permission. Firefox knows no ports there. */
export const permissionFor = (origin: string): { origins: string[] } => {
  const { protocol, hostname } = new URL(origin)
  return { origins: [`${protocol}//${hostname}/*`] }
}

/** undefined until a person has chosen one. */
export const readServer = async (): Promise<string | undefined> => {
  const { [KEY]: server } = await chrome.storage.local.get(KEY)
  return typeof server === 'string' ? server : undefined
}

export const keepServer = (origin: string): Promise<void> => chrome.storage.local.set({ [KEY]: origin })
