/** Values that last until the page closes, where the browser forbids storage or it is full. */
const memory = new Map<string, string>()

/** localStorage.getItem that works without storage, too. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** The keys that begin with this text. */
export const storedKeys = (start: string): string[] => {
  const keys = [...memory.keys()]
  try {
    keys.push(...Object.keys(localStorage))
  } catch {
    // The browser forbids storage, so only memory has keys.
  }
  return keys.filter(key => key.startsWith(start))
}

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
}

export const removeStored = (key: string): void => {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // The browser forbids storage, so nothing is stored.
  }
}
