import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'

type Look = {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

/** The first case, and with EVERY_CASE=true the others too. */
export const everyLook = <const T>(first: T, ...others: readonly T[]): readonly T[] =>
  process.env.EVERY_CASE === 'true' ? [first, ...others] : [first]

const WIDE: Look = { width: 1280, height: 800, colorScheme: 'dark' }
const NARROW: Look = { width: 320, height: 640, colorScheme: 'light' }
const OTHERS: readonly Look[] = [
  // A desktop of 1280 px at 200 % zoom.
  { width: 640, height: 400, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
]
const LOOKS = [WIDE, ...everyLook(NARROW, ...OTHERS)]

/** The width from which the sidebar stands beside the list, px. */
const WITH_SIDEBAR = 1024
export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < WITH_SIDEBAR

/** Opens the menu that a narrow window has in place of the sidebar. */
export const openSidebar = async (page: Page): Promise<void> => {
  if (!isNarrow(page)) return
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
}

/** Expects an accessible page whose content does not extend beyond the sides of the window. */
export const expectLooksRight = async (page: Page): Promise<void> => {
  await expectAccessible(page)
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  for (const layer of await page.getByRole('dialog').or(page.getByRole('menu')).all()) {
    const box = await layer.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  }
}

/** Expects the same of each of these themes. */
export const expectLooksRightIn = async (page: Page, ...themes: readonly string[]): Promise<void> => {
  const before = await page.evaluate('document.documentElement.dataset.theme')
  for (const theme of [...themes, before]) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    if (theme !== before) await expectLooksRight(page)
  }
}

export const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Defines these tests once for each look. Each walks through the states of one screen. */
export const inEveryLook = (define: () => void): void => {
  for (const { width, height, colorScheme } of LOOKS)
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height }, colorScheme, contextOptions: { reducedMotion: 'reduce' } })
      define()
    })
}
