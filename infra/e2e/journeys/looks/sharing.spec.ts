import type { Page } from '@playwright/test'
import { expect, grant, newAccount, saveLink, site, test } from '../../src/journey.ts'
import {
  closeDialog,
  expectLooksRight,
  expectLooksRightIn,
  inEveryLook,
  openSidebar,
} from '../../src/looks.ts'
import { join, makeCollection, openPerson, sharedPath } from '../../src/people.ts'

const LONG = 'W'.repeat(90)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const dialog = (page: Page) => page.getByRole('dialog')
const looksRight = (page: Page) => expectLooksRightIn(page, 'light', 'dark')

/** Opens Share… of the collection with this name, which its owner's page shows. */
const openShare = async (page: Page, name: string) => {
  await openSidebar(page)
  await page.getByRole('link', { name }).first().hover()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await expect(dialog(page)).toBeVisible()
}

inEveryLook(() => {
  test('a collection that several people keep looks right to its owner', async ({
    signedIn: page,
    account,
    browser,
  }) => {
    const id = await makeCollection(page, LONG)
    await saveLink(page.request, 'https://many.localhost/one', LONG, { collectionId: id })
    await page.goto(`/dashboard?collection=${id}`)
    await openShare(page, LONG)
    await expect(dialog(page).getByText('With Lifetime Ultra')).toBeVisible()
    await looksRight(page)
    await grant(account, 'ultra')
    const [editor, reader] = [await openPerson(browser), await openPerson(browser)]
    const firstName = 'N'.repeat(40)
    await editor.page.request.put('/api/account/first-name', { data: { firstName } })
    const { libraryId } = await join(page, id, 'editor', editor.page)
    await join(page, id, 'reader', reader.page)
    const data = { url: 'https://many.localhost/two', title: 'Two', collectionId: id }
    await editor.page.request.post(`/api/links?library=${libraryId}`, { data })
    const emails = [newAccount().email, `${'a'.repeat(60)}@${'b'.repeat(40)}.example`]
    await page.request.post(`/api/collections/${id}/invitations`, { data: { emails, role: 'commenter' } })
    const window = page.viewportSize() ?? { width: 0, height: 0 }
    // Everything fits here: axe counts a target that a fixed bar covers halfway as too small, though it can be scrolled.
    await page.setViewportSize({ ...window, height: 2_400 })
    for (const view of ['grid', 'list']) {
      await page.goto(`/dashboard?collection=${id}&view=${view}`)
      await expect(page.getByText('Saved by N')).toBeVisible()
      await looksRight(page)
    }
    await page.setViewportSize(window)
    await openShare(page, LONG)
    await expect(page.getByRole('region', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
    await looksRight(page)
    await page.getByRole('button', { name: /^Offer the collection to/ }).click()
    await expect(page.getByText('is offered to take it over')).toBeVisible()
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
    await dialog(page).getByLabel('Email addresses').fill('nobody')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByLabel('Email addresses')).toHaveAccessibleDescription(/valid email/)
    await looksRight(page)
    await dialog(page).getByLabel('Email addresses').fill('')
    await page.getByLabel('Anyone with this link may accept, once').check()
    await page.getByRole('button', { name: 'Make a link' }).click()
    await expect(page.getByRole('textbox', { name: 'Link of the invitation' })).toBeVisible()
    await looksRight(page)
    await page.getByRole('button', { name: 'Public link…' }).click()
    await expect(page.getByRole('button', { name: 'Make public link' })).toBeVisible()
    await looksRight(page)
    await page.getByRole('button', { name: 'Make public link' }).click()
    await expect(page.getByRole('textbox', { name: 'Address' })).toBeVisible()
    await looksRight(page)
    for (const each of [editor, reader]) await each.page.context().close()
  })

  test('a collection of somebody else looks right, with its dialogs', async ({
    signedIn: page,
    account,
    browser,
  }) => {
    const owner = await openPerson(browser)
    await grant(owner.account, 'ultra')
    const id = await makeCollection(owner.page, LONG)
    const { id: linkId } = await saveLink(owner.page.request, site('/t/Seeds'), LONG, {
      collectionId: id,
      note: 'A note',
    })
    const shared = await join(owner.page, id, 'editor', page)
    await page.goto(sharedPath(shared))
    await expect(page.getByText(`Saved by ${owner.account.username}`)).toBeVisible()
    await looksRight(page)
    const open = async (entry: string) => {
      await page.getByRole('button', { name: `Actions for ${LONG}, this collection` }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      if (entry === 'Members') await expectLooksRight(page)
      await page.getByRole('menuitem', { name: entry }).click()
      await expect(dialog(page)).toBeVisible()
    }
    await open('Members')
    await expect(dialog(page).getByText(`${account.username} (you)`)).toBeVisible()
    await looksRight(page)
    await closeDialog(page)
    await open('Activity')
    await expect(dialog(page).getByRole('article').first()).toBeVisible()
    await looksRight(page)
    await closeDialog(page)
    await open('Leave…')
    await looksRight(page)
    await closeDialog(page)

    const { members } = await (await owner.page.request.get(`/api/collections/${id}/members`)).json()
    const data = { memberId: members[0].id }
    await owner.page.request.post(`/api/collections/${id}/handover`, { data })
    const offer = page.getByRole('region', { name: 'Offer to take over' })
    await offer.getByRole('button', { name: 'Take it over' }).click()
    await expect(offer.getByRole('alert')).toBeVisible()
    await looksRight(page)

    await page.getByRole('article').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await dialog(page).getByLabel('Title').fill('Mine')
    await owner.page.request.patch(`/api/links/${linkId}`, { data: { title: `${LONG}, theirs` } })
    await expect(dialog(page).getByRole('button', { name: 'Take theirs' })).toBeVisible()
    await looksRight(page)
    await dialog(page).getByRole('button', { name: 'Take theirs' }).click()
    await closeDialog(page)

    await page.route('**/api/links?*', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 402, json: { message: 'The library is full.', error: 'Full' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Add Link' }).first().click()
    await dialog(page).getByLabel('URL').fill('https://many.localhost/three')
    await dialog(page).getByLabel('Title').fill('Three')
    await dialog(page).getByRole('button', { name: 'Save Link' }).click()
    await expect(page.getByRole('button', { name: 'Save to my own library instead' })).toBeVisible()
    await looksRight(page)

    await page.goto(`/reader/${linkId}?library=${shared.libraryId}`)
    await page.getByRole('button', { name: /^Notes/ }).click()
    await page.getByRole('button', { name: 'New note' }).click()
    await page.getByLabel('Content').fill('Read this twice.')
    await page.getByLabel('Visible to members').check()
    await looksRight(page)
    await owner.page.request.delete(`/api/collections/${id}/members/${members[0].id}`)
    await page.goto(sharedPath(shared))
    await expect(page.getByRole('heading', { name: 'This collection is not shared with you' })).toBeVisible()
    await looksRight(page)
    await owner.page.context().close()
  })

  test('an invitation looks right to a visitor and to an account, also when it is over', async ({
    signedIn: page,
    account,
    browser,
  }) => {
    const owner = await openPerson(browser)
    await grant(owner.account, 'ultra')
    const id = await makeCollection(owner.page, LONG)
    const invitations = `/api/collections/${id}/invitations`
    const invite = async () => {
      const data = { emails: [], role: 'commenter', forAnyone: true }
      const { invitations: made, url } = await (await owner.page.request.post(invitations, { data })).json()
      return { path: new URL(url).pathname, invitationId: made[0].id }
    }
    const [used, withdrawn] = [await invite(), await invite()]
    await owner.page.request.delete(`${invitations}/${withdrawn.invitationId}`)
    await page.goto(used.path)
    await expect(page.getByText(`You are signed in as ${account.email}.`)).toBeVisible()
    await looksRight(page)
    await page.goto(withdrawn.path)
    await expect(heading(page, 'This invitation is over')).toBeVisible()
    await looksRight(page)
    await page.request.post(`/api${used.path.replace('invitation', 'invitations')}/accept`)
    await page.goto(used.path)
    await expect(page.getByRole('button', { name: /^I have accepted it/ })).toBeVisible()
    await looksRight(page)
    await page.context().clearCookies()
    const { path } = await invite()
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
    await looksRight(page)
    await owner.page.context().close()
  })
})
