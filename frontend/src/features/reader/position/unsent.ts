import { readStored, writeStored } from '../../../lib/storage.ts'

/** Where reading stopped: UTF-16 units into the text of that version. */
export type Place = { readonly offset: number; readonly contentHash: string }

/** Most places kept; the oldest are dropped first. */
const PLACES_MAX = 300

const keyOf = (userId: string) => `reading:${userId}`

const all = (userId: string): [number, Place][] => {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(userId)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return (stored as [number, Partial<Place>][]).filter(
      (entry): entry is [number, Place] => typeof entry[1]?.contentHash === 'string',
    )
  } catch {
    return []
  }
}

/** The place that the server may not have yet. */
export const loadUnsent = (userId: string, linkId: number): Place | null =>
  all(userId).find(([id]) => id === linkId)?.[1] ?? null

/** Keeps a place until the server has it; null forgets it. */
export const keepUnsent = (userId: string, linkId: number, place: Place | null): void => {
  const others = all(userId).filter(([id]) => id !== linkId)
  const kept: [number, Place][] = place ? [...others, [linkId, place]] : others
  writeStored(keyOf(userId), JSON.stringify(kept.slice(-PLACES_MAX)))
}
