import type { BenchParts } from '../bench-parts.ts'
import type { Line } from '../measure/report.ts'
import { withBrowser } from '../world/browser.ts'
import type { User } from '../world/users.ts'

const BYTES_MAX = 131_000

/** The scripts that Chromium loads for the dashboard, in bytes on the wire. */
export const javascriptLines = ({ stack }: BenchParts, user: User): Promise<Line[]> =>
  withBrowser(stack.port, user, async ({ page, origin }) => {
    const sizes: Promise<number>[] = []
    page.on('requestfinished', request => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then(size => size.responseBodySize))
    })
    // The stream of changes stays open, so the network never becomes idle. The list is the dashboard's last request.
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
  })
