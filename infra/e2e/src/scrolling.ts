import type { Locator, Page } from '@playwright/test'

/** Waits until the page has not scrolled for this many frames. */
export const waitForRest = (page: Page, still = 20): Promise<void> =>
  page.evaluate(
    `new Promise(resolve => { let at = scrollY, frames = 0; const look = () => { frames = at === scrollY ? frames + 1 : 0; at = scrollY; frames > ${still} ? resolve() : requestAnimationFrame(look) }; look() })`,
  )

/** Scrolls down with the wheel, as a person does, until this is completely in view. No step is larger than the window. */
export const wheelTo = async (page: Page, target: Locator): Promise<void> => {
  await page.mouse.move(500, 500)
  do {
    await page.mouse.wheel(0, 600)
    await waitForRest(page, 5)
  } while (!(await target.isVisible()))
  await target.scrollIntoViewIfNeeded()
}
