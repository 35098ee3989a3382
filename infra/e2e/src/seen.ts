import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Runs in the page, which has the browser's own types. An unknown database is not opened, since that would make it. */
const KEPT_KINDS = `(async () => {
  const name = (await indexedDB.databases()).find(each => each.name.startsWith('lectern-seen-'))?.name
  if (name === undefined) return []
  const done = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const db = await done(indexedDB.open(name))
  const kept = await done(db.transaction('readings').objectStore('readings').getAll())
  db.close()
  return kept.map(({ kind }) => kind)
})()`

/** Waits until the device keeps a reading of each of these kinds, the first parts of their queries' keys. */
export const expectSeen = (page: Page, ...kinds: string[]): Promise<void> =>
  expect.poll(() => page.evaluate<string[]>(KEPT_KINDS)).toEqual(expect.arrayContaining(kinds))

/** No call of the API is answered, as without a network. */
export const cutApi = (context: BrowserContext) => context.route('**/api/**', route => route.abort())

export const restoreApi = (context: BrowserContext) => context.unroute('**/api/**')
