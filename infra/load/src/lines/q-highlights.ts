import { LinkContent } from '@lectern/contracts/api/links.ts'
import type { Page } from '@playwright/test'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds } from '../measure/report.ts'
import { medianOf } from '../measure/rounds.ts'
import { withBrowser } from '../world/browser.ts'
import { saveLongArticle } from '../world/long-article.ts'
import { succeed, type User } from '../world/users.ts'

const WORDS = 100_000
const HIGHLIGHTS = 200
const OPENINGS = 5
/** Every such paragraph of the newer version has another sentence before it. */
const EDITED_EVERY = 7

/** Highlights of an article of 100,000 words in Chromium, found in a newer version of it; and words selected there. */
export const highlightLines = async (parts: BenchParts, user: User): Promise<Line[]> => {
  const id = await saveLongArticle(parts, user, WORDS)
  const path = `/api/links/${id}/content`
  const content = LinkContent.parse(await succeed(user.api, { method: 'GET', path }))
  const { content: html, contentHash } = content
  if (html === null || contentHash === null) throw new Error('The article has no text')
  await takeHighlights(user, id, html, contentHash)

  let paragraph = 0
  const newer = html.replaceAll('<p>', () =>
    paragraph++ % EDITED_EVERY === 0 ? '<p>The author has added this sentence. ' : '<p>',
  )
  return withBrowser(parts.stack.port, user, async ({ page, origin }) => {
    await page.route(`**${path}`, route =>
      route.fulfill({ json: { ...content, content: newer, contentHash: 'f'.repeat(64) } }),
    )
    const times: number[] = []
    for (let opening = 0; opening <= OPENINGS; opening++) {
      await page.goto(`${origin}/reader/${id}`)
      times.push(await untilAnchored(page))
    }
    const anchored = medianOf(times.slice(1), ms => ms)
    const found = Number(await page.evaluate(DRAWN))
    const selecting = await selectWords(page)
    return [
      {
        measure: `(q) ${HIGHLIGHTS} highlights found in a newer version of ${WORDS.toLocaleString('en')} words`,
        ours: milliseconds(anchored),
        required: 'under 300 ms',
        ok: anchored < 300,
      },
      {
        measure: '    of them drawn',
        ours: String(found),
        required: String(HIGHLIGHTS),
        ok: found === HIGHLIGHTS,
      },
      {
        measure: '    selecting words, slowest input to the next paint',
        ours: milliseconds(selecting),
        required: 'under 100 ms',
        ok: selecting < 100,
      },
    ]
  })
}

/** Highlights of 2 to 30 words all over the article. Each has the number of its sentence, which alone tells it from others, and stays within its paragraph. */
const takeHighlights = async (user: User, id: number, html: string, contentHash: string) => {
  const text = html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
  for (let n = 0; n < HIGHLIGHTS; n++) {
    const number = text.indexOf('.1)', Math.floor((text.length * (n + 0.5)) / HIGHLIGHTS))
    const start = text.lastIndexOf('(', number)
    let end = start
    for (let word = 0; word < 2 + (n % 29); word++) end = text.indexOf(' ', end + 1)
    const anchor = { prefix: text.slice(start - 32, start), suffix: text.slice(end, end + 32), contentHash }
    const body = { type: 'highlight', content: text.slice(start, end), position: { start, end }, anchor }
    await succeed(user.api, { method: 'POST', path: `/api/links/${id}/notes`, body })
  }
}

const untilAnchored = async (page: Page): Promise<number> => {
  const measured = await page.waitForFunction("performance.getEntriesByName('notes anchored')[0]?.duration")
  return Number(await measured.jsonValue())
}

const DRAWN = `[...CSS.highlights].reduce((sum, [name, ranges]) => sum + (/^note-[0-9a-f]{6}$/.test(name) ? ranges.size : 0), 0)`

const selectWords = async (page: Page): Promise<number> => {
  const box = await page.locator('[data-article] p').nth(2).boundingBox()
  if (!box) throw new Error('The article has no paragraph on the screen')
  await page.evaluate(NOTE_SLOWEST)
  for (let round = 1; round <= 5; round++) {
    await page.mouse.move(box.x + 20, box.y + 12)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 })
    await page.mouse.up()
    await page.getByRole('toolbar', { name: 'Selected words' }).waitFor()
    await page.keyboard.press('Escape')
  }
  // Performance entries arrive after the paint that they describe.
  await page.waitForTimeout(500)
  return Number(await page.evaluate('window.slowest'))
}

/** Script for the page. It keeps the longest time from an input to the next paint. */
const NOTE_SLOWEST = `window.slowest = 0
new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) window.slowest = Math.max(window.slowest, duration)
}).observe({ type: 'event', durationThreshold: 16 })`
