import { readStored } from '../../lib/storage.ts'

/** Who used the app last on this device. The key and the form are those of data/session/session.ts. */
export const lastUser = (): { readonly plan: string; readonly isPro: boolean } | null => {
  try {
    return JSON.parse(readStored('user') ?? 'null')
  } catch {
    return null
  }
}
