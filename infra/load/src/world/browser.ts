import { chromium, type Page } from '@playwright/test'
import type { User } from './users.ts'

export type Opened = { readonly page: Page; readonly origin: string }

/** Runs `use` with Debian's Chromium on a blank page in a user's session, and closes it afterwards. */
export const withBrowser = async <Result>(
  port: number,
  user: User,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> => {
  const origin = `http://127.0.0.1:${port}`
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      // The page's Content-Security-Policy forbids the scripts that measure.
      bypassCSP: true,
    })
    const cookies = user.api.cookie().split('; ')
    await context.addCookies(
      cookies.map(pair => {
        const [name = '', value = ''] = pair.split('=')
        return { name, value, url: origin }
      }),
    )
    return await use({ page: await context.newPage(), origin })
  } finally {
    await browser.close()
  }
}
