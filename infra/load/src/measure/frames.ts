import type { Browser, Page } from '@playwright/test'

type TraceEvent = { readonly name: string; readonly ts: number }

export type Frames = { readonly perSecond: number; readonly longestMs: number }

const CATEGORIES = ['disabled-by-default-devtools.timeline.frame']

/** The frames that Chromium's compositor drew during an act, read from its trace. */
export const framesOf = async (
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<Frames> => {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const drawn = trace.traceEvents
    .filter(({ name }) => name === 'DrawFrame')
    .map(({ ts }) => ts / 1_000)
    .sort((a, b) => a - b)
  const gaps = drawn.slice(1).map((at, n) => at - (drawn[n] ?? at))
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return { perSecond: total === 0 ? 0 : (gaps.length / total) * 1_000, longestMs: Math.max(0, ...gaps) }
}
