import type { Page } from '@playwright/test'
import { expect, saveLink, site, test } from '../src/journey.ts'
import { failPage, makeOperator } from '../src/operator.ts'

const job = (page: Page, key: string) => page.getByRole('listitem').filter({ has: page.getByText(key) })

test('an operator sees what failed, has it done again or drops it, and no link is lost', async ({
  signedIn: page,
  account,
}) => {
  const url = site('/t/Dropped')
  const { id } = await saveLink(page.request, url, 'Dropped')
  const [first, second] = [
    await failPage(account.email, id, url, 'first'),
    await failPage(account.email, id, url, 'second'),
  ]

  const email = await makeOperator(account.email)
  expect((await page.request.post('/api/login', { data: { email, password: account.password } })).ok()).toBe(
    true,
  )
  await page.goto('/operate')
  await expect(page.getByRole('list', { name: 'Parts' }).getByRole('listitem')).toHaveText([
    /^Gateway.*Runs$/,
    /^Projectors.*Runs$/,
    /^Workers.*Runs$/,
    /^Event store \d.*Runs$/,
    /^Postgres \d.*Runs$/,
    /^NATS \d.*Runs$/,
  ])
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('failed for good.')
  await expect(page.getByRole('list', { name: 'Pages that people saved' })).not.toContainText('/t/Dropped')

  await page.getByRole('button', { name: `Retry ${first}` }).click()
  await expect(page.getByText('1 job to be done again').first()).toBeVisible()
  await expect(page.getByRole('button', { name: `Retry ${first}` })).toHaveCount(0)

  const drop = page.getByRole('button', { name: `Drop ${second}` })
  await drop.click()
  const dialog = page.getByRole('dialog', { name: 'Drop this job?' })
  await expect(dialog).toContainText('The link says that its page could not be read')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(drop).toBeFocused()
  await drop.press('Enter')
  await dialog.getByRole('button', { name: 'Drop', exact: true }).click()
  await expect(page.getByText('1 job dropped').first()).toBeVisible()
  await expect(job(page, second)).toHaveCount(0)

  await page.request.post('/api/login', { data: account })
  expect(await (await page.request.get(`/api/links/${id}`)).json()).toMatchObject({ extraction: 'ready' })
})

test('nobody else sees the page of operators', async ({ signedIn: page }) => {
  await page.goto('/operate')
  await expect(page.getByRole('heading', { name: 'This page is for operators' })).toBeVisible()
  expect((await page.request.get('/api/operation')).status()).toBe(404)
})
