import { NOTE_MAX } from '@lectern/contracts/limits.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { addressIn, toAddress } from '../../../lib/address.ts'
import type { Prefill } from '../../../parts/dialogs.ts'

const withTitle = (url: string, title: string | null): Prefill => ({ url, ...(title && { title }) })

/** The link that the browser extension put into the address of the dashboard; null without it. */
const ofExtension = (query: URLSearchParams): Prefill | null => {
  const url = query.get('save')
  const offer = query.get('offer')
  if (query.get('source') !== 'chrome_extension' || !url) return null
  return { ...withTitle(url, query.get('title')), via: 'extension', ...(offer && { offer }) }
}

/**
 * The link that a phone's share sheet or the bookmarklet put into the address of /share. The link may stand inside the text or the
 * title. The rest of them becomes the note, so that nothing is lost. An address that cannot be saved stays as it is,
 * for the form to say so.
 */
const ofShare = (query: URLSearchParams): Prefill => {
  const all = (name: string) => [...new Set(query.getAll(name).map(value => value.trim()))].filter(Boolean)
  const [urls, texts, titles] = [all('url'), all('text'), all('title')]
  const whole = urls.find(toAddress)
  const within = whole === undefined ? [...texts, ...titles].find(addressIn) : undefined
  const url = whole ?? (within && addressIn(within)?.address) ?? urls[0] ?? ''
  const words = (value: string) =>
    addressIn(value)?.address === toAddress(url) ? addressIn(value)?.rest : value
  const title = titles.map(value => words(value)?.replace(/\s+/g, ' ')).find(Boolean) ?? null
  const note = [...urls, ...texts, ...titles.slice(1)]
    .filter(value => value !== url)
    .map(value => words(value) ?? '')
    .filter(value => value && value !== title)
    .join('\n')
  return { ...withTitle(url, titleOfPage(title)), ...(note && { note }), ...sender(query) }
}

/** Our extension opens /share, too. */
const sender = (query: URLSearchParams): Pick<Prefill, 'via' | 'offer'> => {
  const offer = query.get('offer')
  return query.get('via') === 'extension' ? { via: 'extension', ...(offer && { offer }) } : {}
}

/** Whether a page of another site led here. The extension and the address bar name none, and Android's share sheet an app. */
const isFromElsewhere = (): boolean =>
  /^https?:/.test(document.referrer) && new URL(document.referrer).origin !== location.origin

/**
 * The page that a share brought, to be saved at once; null where the person must look at it first: it cannot be saved as it is,
 * or a page of another site asks for it.
 */
export const sharedPage = (path: string, shared: Prefill | null): (Prefill & { url: string }) | null => {
  const url = toAddress(shared?.url ?? '')
  const isNoteFit = (shared?.note ?? '').length <= NOTE_MAX
  return path.startsWith('/share') && url !== null && isNoteFit && !isFromElsewhere()
    ? { ...shared, url }
    : null
}

/** The first values of the form that an address of ours asks for. */
export const readPrefill = (path: string, search: string): Prefill | null => {
  const query = new URLSearchParams(search)
  return path.startsWith('/share') ? ofShare(query) : ofExtension(query)
}
