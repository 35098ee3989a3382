import { offerPage, takeDocument } from './injected.ts'
import { permissionFor, readServer } from './server.ts'

/** Lectern takes no larger pages. */
const PAGE_MAX = 5_242_880

/** A page that a form may have the text of. Nothing is taken from it until the person asks for it there. */
type Offer = { readonly offer: string; readonly tabId: number; readonly url: string }

// The browser ends this script when it has nothing to do, so offers are in its memory for the session.
const keyOf = (formTab: number) => `offer-${formTab}`
const find = async (formTab: number): Promise<Offer | undefined> => {
  const { [keyOf(formTab)]: found } = await chrome.storage.session.get(keyOf(formTab))
  return found as Offer | undefined
}

const TEXT_KEY = 'text'

/** The permission alone says so where the choice is from before there were tokens, which need it as well. */
const wantsText = async (): Promise<boolean> => {
  const { [TEXT_KEY]: wants } = await chrome.storage.local.get(TEXT_KEY)
  return wants !== false
}
export const keepWantsText = (wants: boolean): Promise<void> =>
  chrome.storage.local.set({ [TEXT_KEY]: wants })

/** Whether the person has let us hand pages over to this server. */
export const mayOffer = async (server: string): Promise<boolean> =>
  (await wantsText()) && chrome.permissions.contains(permissionFor(server))

export const keepOffer = async (formTab: number, offer: Offer): Promise<void> => {
  await chrome.storage.session.set({ [keyOf(formTab)]: offer })
  if ((await chrome.tabs.get(formTab)).status === 'complete') await showOffer(formTab)
}

/** Tells the form in this tab, where it is one, that it may have the page. Each load of the form is told, for example after a sign-in. */
export const showOffer = async (formTab: number): Promise<void> => {
  const [found, server] = [await find(formTab), await readServer()]
  if (found === undefined || server === undefined) return
  const form = {
    target: { tabId: formTab },
    func: offerPage,
    args: [found.offer, server] as [string, string],
  }
  // The browser refuses where the tab shows another site now.
  await chrome.scripting.executeScript(form).catch(() => undefined)
}

/** The document that a form asks for; null where it is not offered to this form, or cannot be had any more. */
export const handOver = async (formTab: number, origin: string | undefined, offer: unknown) => {
  const found = await find(formTab)
  if (found === undefined || found.offer !== offer || origin !== (await readServer())) return null
  const page = {
    target: { tabId: found.tabId },
    func: takeDocument,
    args: [found.url, PAGE_MAX] as [string, number],
  }
  // activeTab lasts until the tab moves on or is closed.
  const [taken] = await chrome.scripting.executeScript(page).catch(() => [])
  return taken?.result ?? null
}

export const forgetOffer = (formTab: number): Promise<void> => chrome.storage.session.remove(keyOf(formTab))
