import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** A Pocket CSV: this many articles, the first one again, and one row without a web address. */
const pocketCsv = (articles: number): string => {
  const row = (n: number) =>
    `Article ${n},https://pocket.example/${n},${1_500_000_000 + n},history|maps,${n % 2 ? 'archive' : 'unread'}`
  return [
    'title,url,time_added,tags,status',
    ...Array.from({ length: articles }, (_, n) => row(n + 1)),
    row(1),
    'Broken,javascript:void(0),1500000000,,unread',
    '',
  ].join('\n')
}

/** Uploads such a file on the import screen, up to its preview. */
export const chooseFile = async (page: Page, articles: number) => {
  await page.goto('/import')
  await page.getByRole('group').getByText('Pocket', { exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const file = { name: 'pocket.csv', mimeType: 'text/csv', buffer: Buffer.from(pocketCsv(articles)) }
  // A busy machine may not read it in time, and then asks to try again.
  await expect(async () => {
    await page.getByLabel(/^Browse files/).setInputFiles(file)
    await expect(preview.or(page.locator('#file-error'))).toBeVisible()
    await expect(preview).toBeVisible({ timeout: 1 })
  }).toPass()
}

/** A large number of the import screen. */
export const figure = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).getByRole('definition')
