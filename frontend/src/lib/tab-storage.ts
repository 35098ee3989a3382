/** sessionStorage, which lasts as long as the tab. Where the browser forbids it, nothing is kept. */
export const readInTab = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** null removes the value. */
export const keepInTab = (key: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // The callers do without.
  }
}
