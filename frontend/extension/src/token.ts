import { permissionFor, readServer } from './server.ts'

/** A token for one server. It is never sent to another one. */
export type Kept = { readonly server: string; readonly token: string }

const KEY = 'token'

/** A token as Lectern's settings show it. */
export const isToken = (typed: string): boolean => /^lect_[\w-]{20,100}$/.test(typed)

export const readKept = async (): Promise<Kept | undefined> => {
  const { [KEY]: kept } = await chrome.storage.local.get(KEY)
  return kept as Kept | undefined
}

export const keepToken = (kept: Kept | undefined): Promise<void> =>
  kept ? chrome.storage.local.set({ [KEY]: kept }) : chrome.storage.local.remove(KEY)

/** The token for the server that was chosen, where the browser lets us call it. */
export const usableToken = async (): Promise<Kept | undefined> => {
  const [kept, server] = [await readKept(), await readServer()]
  if (kept === undefined || kept.server !== server) return undefined
  return (await chrome.permissions.contains(permissionFor(server))) ? kept : undefined
}
