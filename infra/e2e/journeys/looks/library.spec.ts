import type { Page } from '@playwright/test'
import { expect, grant, PAGE_READ_MS, saveLink, saveLinks, site, test } from '../../src/journey.ts'
import {
  closeDialog,
  expectLooksRight,
  expectLooksRightIn,
  inEveryLook,
  isNarrow,
  openSidebar,
} from '../../src/looks.ts'

const UNBROKEN = 'W'.repeat(90)
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })
const menu = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLooksRight(page)
}

inEveryLook(() => {
  test('the empty library looks right', async ({ signedIn: page }) => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Save to Lectern' }).click()
    await expect(page.getByText('Drag it to your bookmarks bar')).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/dashboard?favorite=true')
    await expect(page.getByText('No favorites here yet')).toBeVisible()
    await expectLooksRight(page)
  })

  test('what was saved at once, what a search left out and tags of the archive look right', async ({
    signedIn: page,
  }) => {
    const { id } = await saveLink(page.request, site('/a/Tomato'), 'An archived tomato', { tags: ['once'] })
    await page.request.patch(`/api/links/${id}/archive`, { data: { isArchived: true } })
    await saveLink(page.request, site('/a/Tomatoes'), 'A tomato')
    await page.goto('/dashboard')
    await page.waitForLoadState('networkidle')
    const paste = (text: string) =>
      page.evaluate(`{
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', ${JSON.stringify(text)})
        document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
      }`)
    await paste(`${site('/t/One')}\n${site('/t/Two')}`)
    await expect(toasts(page).getByRole('button', { name: 'Add tags' })).toBeVisible()
    await expectLooksRight(page)
    await paste('nothing')
    await expect(toasts(page).getByText('There is no address in what you pasted')).toBeVisible()
    await expectLooksRight(page)
    for (const q of ['tomato', 'archived']) {
      await page.goto(`/dashboard?q=${q}`)
      await expect(page.getByRole('button', { name: '1 in the archive: show' })).toBeVisible()
      await expectLooksRight(page)
    }
    await openSidebar(page)
    await expect(page.getByRole('link', { name: 'once' })).toBeVisible()
    await expectLooksRight(page)
  })

  test('the library looks right in both views, with its menus, toasts and faults', async ({
    signedIn: page,
  }) => {
    await saveLink(page.request, site('/a/Ready'), 'كيف تنمو الطماطم على الشرفة', { tags: ['أ', '庭'] })
    await saveLink(page.request, site('/consent'), 'A page that asks')
    await saveLink(page.request, site('/missing'), 'A page that is not there')
    const tags = ['t'.repeat(100), 'b', 'c', 'd']
    await saveLink(page.request, site('/t/Unbroken'), UNBROKEN, { note: 'N'.repeat(500), tags })
    for (const view of ['list', 'grid']) {
      await page.goto(`/dashboard?view=${view}`)
      await expect(page.getByRole('article')).toHaveCount(4)
      await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(2)
      await expectLooksRight(page)
    }
    for (const name of ['Account menu', /^Sort/, /^Progress/]) {
      await menu(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    if (isNarrow(page)) {
      await openSidebar(page)
      await expectLooksRight(page)
      await closeDialog(page)
    }
    await card(page, UNBROKEN).getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Link' })).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)

    const archive = card(page, UNBROKEN).getByRole('button', { name: 'Archive' })
    await page.route('**/archive', route =>
      route.fulfill({ status: 500, json: { message: 'No', error: 'No' } }),
    )
    await archive.click()
    await expect(page.getByText('Failed to toggle archive', { exact: true })).toBeVisible()
    await expectLooksRight(page)
    await page.unroute('**/archive')
    await archive.click()
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toasts(page).getByRole('button', { name: 'Redo' })).toBeVisible()
    await expectLooksRight(page)

    await page.goto('/dashboard?progress=unread')
    await expect(page.getByRole('button', { name: 'Progress: Unread' })).toBeVisible()
    await expectLooksRight(page)
    await page.route('**/api/links?*', route =>
      route.fulfill({ status: 500, json: { message: 'A fault', error: 'A fault' } }),
    )
    await page.reload()
    await expect(page.getByText('Your links could not be loaded')).toBeVisible()
    await expectLooksRight(page)
  })

  test('the shelf of articles that one has begun looks right in both views and every theme', async ({
    signedIn: page,
  }) => {
    for (const title of ['On balconies', 'كيف تنمو الطماطم على الشرفة', UNBROKEN, 'Four', 'Fifth']) {
      const { id } = await saveLink(page.request, site(`/t/${title.length}`), title)
      const { contentHash } = await (await page.request.get(`/api/links/${id}/content`)).json()
      const answer = await page.request.put(`/api/links/${id}/position`, {
        data: { offset: 200, contentHash },
      })
      expect(answer.ok()).toBe(true)
    }
    for (const view of ['list', 'grid']) {
      await page.goto(`/dashboard?view=${view}`)
      await expect(page.getByRole('region', { name: 'Continue reading' })).toBeVisible()
      await expectLooksRightIn(page, 'light', 'dark')
    }
  })

  test('the search, the export and the shortcuts look right', async ({ signedIn: page, account }) => {
    await saveLink(page.request, site('/t/Balconies'), 'On balconies', { note: 'Read it twice.' })
    const { id } = await saveLink(page.request, site('/t/Unbroken'), UNBROKEN)
    await page.goto('/dashboard?q=in%3Ait')
    await expect(page.getByText('need a lifetime plan')).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/dashboard?q=balconies')
    await expect(page.locator('article mark').first()).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'How to search' }).click()
    await expect(page.getByRole('dialog', { name: 'How to search' })).toBeVisible()
    await expectLooksRight(page)
    await page.goto('/dashboard?q=nothing+like+it')
    await expect(page.getByText('Nothing matches “nothing like it”')).toBeVisible()
    await expectLooksRight(page)
    await grant(account, 'pro')
    const state = async () => (await (await page.request.get(`/api/links/${id}`)).json()).extraction
    await expect.poll(state, { timeout: PAGE_READ_MS }).toBe('ready')
    for (const view of ['grid', 'list']) {
      await page.goto(`/dashboard?view=${view}&q=overnight`)
      await expect(page.locator('article mark').first()).toBeVisible()
      await expectLooksRight(page)
    }

    await card(page, 'On balconies').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Export as EPUB' }).click()
    await expect(page.getByRole('dialog').getByRole('radio', { name: 'ZIP' })).toBeEnabled()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(list).toBeVisible()
    await expectLooksRight(page)
    await list.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).uncheck()
    await expectLooksRight(page)
  })

  test('a selection and its dialogs look right', async ({ signedIn: page }) => {
    await saveLinks(
      page.request,
      Array.from({ length: 120 }, (_, n) => `Link ${n + 1}`),
    )
    await page.goto('/dashboard?view=list')
    await expect(card(page, 'Link 120')).toBeVisible()
    await page.keyboard.type('*a')
    await expect(page.getByRole('button', { name: 'Select all 120 that match' })).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Select all 120 that match' }).click()
    await expect(page.getByText('120 links selected')).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Edit Selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Selected' })
    for (const field of ['Collection', 'Favorite', 'Tags', 'Archive'])
      await dialog.getByRole('checkbox', { name: field }).check()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await expect(page.getByText('You are about to delete 120 links.')).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'See plans' })).toBeVisible()
    await expectLooksRight(page)
    await closeDialog(page)
    await page.goto('/dashboard?view=grid')
    await expect(card(page, 'Link 120')).toBeVisible()
    await page.keyboard.type('jx')
    await expect(page.getByText('1 link selected')).toBeVisible()
    await expectLooksRight(page)
  })
})
