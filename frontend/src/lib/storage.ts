/** localStorage that answers null, and forgets, where the browser forbids or has filled it. */
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
    // The setting holds until the page closes.
  }
}
