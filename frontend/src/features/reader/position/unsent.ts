import { readingKey } from '../../../data/session/reading-key.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

/** Where reading stopped: UTF-16 units into the text of that version. */
export type Place = { readonly offset: number; readonly contentHash: string }

/** Most places kept; the oldest are dropped first. */
const PLACES_MAX = 300

/** A place, and when it was kept, ISO 8601. */
export type KeptPlace = Place & { readonly at: string }

const all = (userId: string): [number, KeptPlace][] => {
  try {
    const stored: unknown = JSON.parse(readStored(readingKey(userId)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return (stored as [number, Partial<KeptPlace>][]).filter(
      (entry): entry is [number, KeptPlace] => typeof entry[1]?.at === 'string',
    )
  } catch {
    return []
  }
}

/** The place that the server may not have yet. */
export const loadUnsent = (userId: string, linkId: number): KeptPlace | null =>
  all(userId).find(([id]) => id === linkId)?.[1] ?? null

/** Keeps a place until the server has it; null forgets it. */
export const keepUnsent = (userId: string, linkId: number, place: KeptPlace | null): void => {
  const others = all(userId).filter(([id]) => id !== linkId)
  const kept: [number, KeptPlace][] = place ? [...others, [linkId, place]] : others
  writeStored(readingKey(userId), JSON.stringify(kept.slice(-PLACES_MAX)))
}
