const KEPT_MS = 1_000

/** Shares one answer among all callers for a second: anybody may ask, and each look is a query. */
export const onceASecond = <T>(look: () => Promise<T>): (() => Promise<T>) => {
  let kept: { readonly answer: Promise<T>; readonly until: number } | undefined
  return () => {
    if (kept === undefined || kept.until <= Date.now()) kept = { answer: look(), until: Date.now() + KEPT_MS }
    return kept.answer
  }
}
