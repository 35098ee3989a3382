import type { Browser, Page } from '@playwright/test'
import { type Account, expect, need, newAccount } from './journey.ts'

export type Person = { readonly page: Page; readonly account: Account }

/** Another person's browser, without a session. */
export const openBrowser = async (browser: Browser): Promise<Page> => {
  const baseURL = need('LECTERN_URL')
  const origins = [{ origin: baseURL, localStorage: [{ name: 'tutorialCompleted', value: 'true' }] }]
  const context = await browser.newContext({
    ...{ baseURL, locale: 'en-US', serviceWorkers: 'block', storageState: { cookies: [], origins } },
  } as Parameters<Browser['newContext']>[0])
  return context.newPage()
}

/** Another person, with an account and a session in a browser of their own. */
export const openPerson = async (browser: Browser): Promise<Person> => {
  const [page, account] = [await openBrowser(browser), newAccount()]
  const answer = await page.request.post('/api/signup', { data: account })
  expect(answer.ok(), await answer.text()).toBe(true)
  return { page, account }
}

export type Shared = { readonly libraryId: string; readonly collectionId: number }

/** The owner hands out the link of an invitation, and the other person accepts. No mail is sent. */
export const join = async (owner: Page, collectionId: number, role: string, other: Page): Promise<Shared> => {
  const invitations = `/api/collections/${collectionId}/invitations`
  const data = { emails: [], role, forAnyone: true }
  const { url } = await (await owner.request.post(invitations, { data })).json()
  const token = new URL(url).pathname.split('/').at(-1)
  const answer = await other.request.post(`/api/invitations/${token}/accept`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

export const sharedPath = ({ libraryId, collectionId }: Shared): string =>
  `/shared/${libraryId}/${collectionId}`

export const makeCollection = async (page: Page, name = 'Garden'): Promise<number> => {
  const data = { name, color: '#10B981' }
  return (await (await page.request.post('/api/collections', { data })).json()).id
}
