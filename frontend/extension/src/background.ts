import { forgetOffer, handOver, keepOffer, mayOffer, showOffer } from './offers.ts'
import { saveAddress } from './save-address.ts'
import { saveAtOnce, showOutcome } from './save-at-once.ts'
import { readServer } from './server.ts'
import { usableToken } from './token.ts'

/** Saves the page of a tab: at once with a token, else in the Add New Link form. Before a server is chosen, it asks for one. */
const save = async (tab: chrome.Tab): Promise<void> => {
  const server = await readServer()
  if (server === undefined) return chrome.runtime.openOptionsPage()
  const { id, url = '', title } = tab
  const kept = /^https?:/.test(url) ? await usableToken() : undefined
  const outcome = kept && (await saveAtOnce(kept, { url, title }))
  if (outcome === undefined) return openForm(server, tab)
  if (id !== undefined) await showOutcome(id, outcome)
}

const openForm = async (server: string, { id, index = 0, url, title }: chrome.Tab): Promise<void> => {
  const isWebPage = /^https?:/.test(url ?? '')
  const offer = isWebPage && (await mayOffer(server)) ? crypto.randomUUID() : undefined
  const address = saveAddress(server, { url: url ?? '', title }, offer)
  const beside = id === undefined ? {} : { index: index + 1, openerTabId: id }
  const form = await chrome.tabs.create({ url: address, ...beside })
  if (offer !== undefined && id !== undefined && form.id !== undefined)
    await keepOffer(form.id, { offer, tabId: id, url: url ?? '' })
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
