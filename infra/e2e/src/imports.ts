import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** A Pocket CSV: this many articles, the first one again, and one row without a web address. */
const pocketCsv = (articles: number): string => {
  const row = (n: number) =>
    `Article ${n},https://pocket.localhost/#!/${n},${1_500_000_000 + n},history|maps,${n % 2 ? 'archive' : 'unread'}`
  return [
    'title,url,time_added,tags,status',
    ...Array.from({ length: articles }, (_, n) => row(n + 1)),
    row(1),
    'Broken,javascript:void(0),1500000000,,unread',
    '',
  ].join('\n')
}

type File = Parameters<Locator['setInputFiles']>[0]

/** Uploads a file of this source on the import screen, up to its preview. */
export const upload = async (page: Page, source: string, file: File) => {
  await page.goto('/import')
  await page.getByRole('group').getByText(source, { exact: true }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  // A busy machine may not read it in time, and then asks to try again.
  await expect(async () => {
    await page.getByLabel(/^Browse files/).setInputFiles(file)
    await expect(preview.or(page.locator('#file-error'))).toBeVisible()
    expect(await preview.isVisible()).toBe(true)
  }).toPass()
}

/** Uploads a Pocket file with this many articles, up to its preview. */
export const chooseFile = (page: Page, articles: number) =>
  upload(page, 'Pocket', {
    name: 'pocket.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(pocketCsv(articles)),
  })

/** A large number of the import screen. */
export const figure = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).getByRole('definition')
