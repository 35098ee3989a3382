/** Runs this when the browser has nothing to do, at the latest after 2 s. Safari says nothing of being idle. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 500)
}
