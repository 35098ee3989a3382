import { forgetOffer, handOver, keepOffer, mayOffer, showOffer } from './offers.ts'
import { saveAddress } from './save-address.ts'
import { saveAtOnce, showOutcome } from './save-at-once.ts'
import { readServer } from './server.ts'
import { usableToken } from './token.ts'

/** Saves the page of a tab: with a token from here, else by opening Lectern with it. Before a server is chosen, it asks for one. */
const save = async (tab: chrome.Tab): Promise<void> => {
  const server = await readServer()
  if (server === undefined) return chrome.runtime.openOptionsPage()
  const { id, url = '', title } = tab
  const kept = /^https?:/.test(url) ? await usableToken() : undefined
  const outcome = kept && (await saveAtOnce(kept, { url, title }))
  if (outcome === undefined) return openLectern(server, tab)
  if (id !== undefined) await showOutcome(id, outcome)
}

const openLectern = async (server: string, { id, index = 0, url, title }: chrome.Tab): Promise<void> => {
  const isWebPage = /^https?:/.test(url ?? '')
  const offer = isWebPage && (await mayOffer(server)) ? crypto.randomUUID() : undefined
  const address = saveAddress(server, { url: url ?? '', title }, offer)
  const beside = id === undefined ? {} : { index: index + 1, openerTabId: id }
  const opened = await chrome.tabs.create({ url: address, ...beside })
  if (offer !== undefined && id !== undefined && opened.id !== undefined)
    await keepOffer(opened.id, { offer, tabId: id, url: url ?? '' })
}

chrome.action.onClicked.addListener(tab => void save(tab))
chrome.tabs.onUpdated.addListener((id, { status }) => {
  if (status === 'complete') void showOffer(id)
})
chrome.tabs.onRemoved.addListener(id => void forgetOffer(id))
chrome.runtime.onMessage.addListener((message, { tab, origin, url }, answer) => {
  const { offer } = message as { offer?: unknown }
  // Firefox names no origin.
  const from = origin ?? (url && new URL(url).origin)
  if (tab?.id !== undefined) handOver(tab.id, from, offer).then(answer, () => answer(null))
  // The answer comes later.
  return true
})
