import type { Page } from '@playwright/test'
import { KITCHEN_AND_GARDEN } from './library/kitchen-and-garden.ts'

/** The owner keeps a collection together with somebody else, who saves the last of its articles. @returns its path for the other */
export const shareCollection = async (owner: Page, other: Page, siteUrl: string): Promise<string> => {
  const data = { name: 'Allotment', color: '#10B981' }
  const { id: collectionId } = await (await owner.request.post('/api/collections', { data })).json()
  const invitation = { emails: [], role: 'editor', forAnyone: true }
  const invitations = `/api/collections/${collectionId}/invitations`
  const { url } = await (await owner.request.post(invitations, { data: invitation })).json()
  const token = new URL(url).pathname.split('/').at(-1)
  const { libraryId } = await (await other.request.post(`/api/invitations/${token}/accept`)).json()
  const last = KITCHEN_AND_GARDEN.at(-1)
  for (const saved of KITCHEN_AND_GARDEN) {
    const { site, path, title, tags, note } = saved
    const link = { url: `${siteUrl}/${site}/${path}`, title, tags, note, collectionId }
    const [by, query] = saved === last ? [other, `?library=${libraryId}`] : [owner, '']
    const answer = await by.request.post(`/api/links${query}`, { data: link })
    if (!answer.ok()) throw new Error(await answer.text())
  }
  return `/shared/${libraryId}/${collectionId}`
}

/** As the other sees the collection, at this path. */
export const sharedScreens = (path: string) => ({
  shared: async (page: Page) => {
    await page.goto(`${path}?view=grid`)
    await page.getByText('Saved by Lena').first().waitFor()
  },
})

/** The dialog in which its owner shares it. */
export const SHARING = {
  share: async (page: Page) => {
    await page.goto('/dashboard?collection=1')
    await page.getByRole('button', { name: 'Actions for Allotment' }).click()
    await page.getByRole('menuitem', { name: 'Share…' }).click()
    await page.getByRole('region', { name: 'Members' }).waitFor()
  },
}
