import type { Prefill } from '../../../parts/dialogs.ts'

/** Reads the url (`save`) and title that the browser extension put into the address; null without them. */
export const readPrefill = (search: string): Prefill | null => {
  const query = new URLSearchParams(search)
  const url = query.get('save')
  if (query.get('source') !== 'chrome_extension' || !url) return null
  const title = query.get('title')
  return { url, ...(title ? { title } : {}) }
}
