import type { Page } from '@playwright/test'
import { expect, grant, newAccount, saveLink, site, test } from '../src/journey.ts'
import { expectLooksRight } from '../src/looks.ts'
import { linkTo } from '../src/mails.ts'
import { makeCollection, openBrowser } from '../src/people.ts'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 320, height: 640 }

const looksRightBothWays = async (page: Page) => {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size)
    await expectLooksRight(page)
  }
}
const openShare = async (page: Page) => {
  const entry = page.getByRole('link', { name: /^Garden/ })
  await entry.hover()
  await page.getByRole('button', { name: 'Actions for Garden' }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await expect(page.getByRole('dialog', { name: 'Share "Garden"' })).toBeVisible()
}
test('a collection is kept by two: invited by mail, saved, commented, and left when the owner says so', async ({
  page,
  account,
  browser,
}) => {
  await grant(account, 'ultra')
  const collectionId = await makeCollection(page)
  await saveLink(page.request, site('/a/Seeds'), 'Owner saved this', { collectionId })
  await page.setViewportSize(WIDE)
  await page.goto(`/dashboard?collection=${collectionId}`)

  const guest = newAccount()
  await openShare(page)
  await page.getByLabel('Email addresses').fill(guest.email)
  await page.getByLabel('They join as').selectOption('editor')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Open invitations' }).getByText(guest.email)).toBeVisible()
  await looksRightBothWays(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()

  // The guest has no account, and comes back to the invitation after making one.
  const other = await openBrowser(browser)
  await other.goto(await linkTo('invitation', guest.email))
  await expect(other.getByRole('heading', { level: 1 })).toContainText('shares a collection with you')
  await looksRightBothWays(other)
  await other.getByRole('link', { name: 'Create an account' }).click()
  await expect(other.getByLabel('Email')).toHaveValue(guest.email)
  await other.getByLabel('Username').fill(guest.username)
  await other.getByLabel('Password').fill(guest.password)
  await other.getByRole('button', { name: 'Create Account' }).click()
  await other.getByRole('link', { name: 'Continue with Free Account' }).click()
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible()
  await expect(other.getByRole('article', { name: 'Owner saved this' })).toBeVisible()
  await expect(other.getByRole('navigation', { name: 'Shared with me' })).toContainText('Garden')
  await looksRightBothWays(other)

  // The owner's entry shows the guest's face.
  await expect(page.getByRole('link', { name: /^Garden/ })).toContainText(`shared with ${guest.username}`)

  // What the guest saves shows to the owner at once.
  await other.getByRole('button', { name: 'Add Link' }).first().click()
  await other.getByLabel('URL').fill(site('/a/Peas'))
  await other.getByLabel('Title').fill('Guest saved this')
  await other.getByRole('button', { name: 'Save Link' }).click()
  await expect(other.getByRole('article', { name: 'Guest saved this' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Guest saved this' })).toContainText(
    `Saved by ${guest.username}`,
  )

  // Flags are each person's own, and are taken back.
  const star = (of: Page) =>
    of.getByRole('article', { name: 'Owner saved this' }).getByRole('button', { name: 'Favorite' })
  await star(other).click()
  await expect(star(other)).toHaveAttribute('aria-pressed', 'true')
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(other.getByText('Undone', { exact: true })).toBeVisible()
  await expect(star(other)).toHaveAttribute('aria-pressed', 'false')
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false')

  // Both edit the title: the second is asked, and nobody's text is lost.
  await other
    .getByRole('article', { name: 'Guest saved this' })
    .getByRole('button', { name: 'More actions' })
    .click()
  await other.getByRole('menuitem', { name: 'Edit details' }).click()
  const sheet = other.getByRole('dialog', { name: 'Edit details' })
  await sheet.getByLabel('Title').fill('The title of the guest')
  const all = await (await page.request.get(`/api/links?collection=${collectionId}`)).json()
  const { id: linkId } = all.links.find(({ title }: { title: string }) => title === 'Guest saved this')
  await page.request.patch(`/api/links/${linkId}`, { data: { title: 'The title of the owner' } })
  await expect(sheet.getByText('Changed by somebody else meanwhile, to:')).toBeVisible()
  await expect(sheet.getByText('The title of the owner')).toBeVisible()
  await sheet.getByRole('button', { name: 'Keep mine' }).click()
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('article', { name: 'The title of the guest' })).toBeVisible()

  // Who did what is told to both.
  await other.getByRole('button', { name: 'Actions for Garden, this collection' }).click()
  await other.getByRole('menuitem', { name: 'Activity' }).click()
  const feed = other.getByRole('dialog', { name: 'Activity in Garden' })
  await expect(feed.getByRole('article', { name: /^You: / }).first()).toBeVisible()
  await expect(
    feed.getByRole('article', { name: new RegExp(`^${account.username}: `) }).first(),
  ).toBeVisible()
  await looksRightBothWays(other)
  await other.getByRole('button', { name: 'Close activity' }).click()

  // A comment that the members see.
  await other.getByRole('article', { name: 'Owner saved this' }).getByRole('link').first().click()
  await expect(other).toHaveURL(/\/reader\/\d+\?library=/)
  await other.getByRole('button', { name: /^Notes/ }).click()
  await other.getByRole('button', { name: 'New note' }).click()
  await other.getByLabel('Content').fill('Read this twice.')
  await other.getByLabel('Visible to members').check()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('article', { name: 'Note: Read this twice.' })).toBeVisible()
  await looksRightBothWays(other)
  await page.getByRole('article', { name: 'Owner saved this' }).getByRole('link').first().click()
  await page.getByRole('button', { name: /^Notes/ }).click()
  await expect(
    page.getByRole('article', { name: `Note of ${guest.username}: Read this twice.` }),
  ).toBeVisible()

  // The owner removes the guest, who is reading.
  await page.goto(`/dashboard?collection=${collectionId}`)
  await openShare(page)
  await page.getByRole('button', { name: `Remove ${guest.username}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(other).toHaveURL(/\/dashboard/)
  await expect(other.getByText(/"Garden" of .* is not shared with you any more/).first()).toBeVisible()
  await expect(other.getByRole('navigation', { name: 'Shared with me' })).toHaveCount(0)
  // What the guest saved stays with the collection.
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('article', { name: 'The title of the guest' })).toBeVisible()
  await other.context().close()
})
