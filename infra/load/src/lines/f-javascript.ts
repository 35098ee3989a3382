import { chromium } from '@playwright/test'
import type { BenchParts } from '../bench-parts.ts'
import type { Line } from '../measure/report.ts'
import type { User } from '../world/users.ts'

const BYTES_MAX = 130_000

/** The scripts that Chromium loads for the dashboard, in the bytes that came over the wire. */
export const javascriptLines = async ({ stack }: BenchParts, user: User): Promise<Line[]> => {
  const origin = `http://127.0.0.1:${stack.port}`
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext()
    const cookies = user.api.cookie().split('; ')
    await context.addCookies(
      cookies.map(pair => {
        const [name = '', value = ''] = pair.split('=')
        return { name, value, url: origin }
      }),
    )
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('requestfinished', request => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then(size => size.responseBodySize))
    })
    // A stream of changes stays open, so the network is never idle: the list is the last that the dashboard asks for.
    const list = page.waitForResponse(response => response.url().includes('/api/links?'))
    await page.goto(`${origin}/dashboard`)
    await list
    await page.waitForTimeout(1_000)
    const bytes = (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
    return [
      {
        measure: `(f) JavaScript of the dashboard, compressed, ${sizes.length} files`,
        ours: `${(bytes / 1_000).toFixed(1)} kB`,
        required: 'at most 130 kB',
        ok: bytes > 0 && bytes <= BYTES_MAX,
      },
    ]
  } finally {
    await browser.close()
  }
}
