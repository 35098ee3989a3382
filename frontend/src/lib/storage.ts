/** localStorage.getItem that returns null when the browser forbids storage. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is forbidden or full, so the value lasts until the page closes.
  }
}
