import type { Id } from '../../../data/id.ts'
import { readingKey } from '../../../data/session/reading-key.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

/** Where reading stopped: UTF-16 units into the text of that version. */
export type Place = { readonly offset: number; readonly contentHash: string }

/** Most places kept; the oldest are dropped first. */
const PLACES_MAX = 300

/** A place, and when it was kept, ISO 8601. */
export type KeptPlace = Place & { readonly at: string }

const all = (userId: string): [Id, KeptPlace][] => {
  try {
    const stored: unknown = JSON.parse(readStored(readingKey(userId)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return (stored as [Id, Partial<KeptPlace>][]).filter(
      (entry): entry is [Id, KeptPlace] => typeof entry[1]?.at === 'string',
    )
  } catch {
    return []
  }
}

/** The place that the server may not have yet. */
export const loadUnsent = (userId: string, linkId: Id): KeptPlace | null =>
  all(userId).find(([id]) => id === linkId)?.[1] ?? null

/** Keeps a place until the server has it; null forgets it. */
export const keepUnsent = (userId: string, linkId: Id, place: KeptPlace | null): void => {
  const others = all(userId).filter(([id]) => id !== linkId)
  const kept: [Id, KeptPlace][] = place ? [...others, [linkId, place]] : others
  writeStored(readingKey(userId), JSON.stringify(kept.slice(-PLACES_MAX)))
}
