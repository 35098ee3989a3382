/** The version of wallabag whose API this is: apps of later ones would ask for hashes of addresses and for searches. */
export const WALLABAG_VERSION = '2.3.8'

/** Tells the gateway which entry answers a change; it reads that entry once the change can be read. */
export const ENTRY_HEADER = 'lectern-entry'

export type WallabagTag = { readonly id: number; readonly label: string; readonly slug: string }

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** What has no number for us gets one: it is the same for ever, and rarely that of another name. */
export const wallabagNumber = (name: string): number => {
  let hash = FNV_OFFSET
  for (const byte of new TextEncoder().encode(name.normalize('NFC').toLowerCase()))
    hash = Math.imul(hash ^ byte, FNV_PRIME)
  return (hash >>> 1) + 1
}

export const wallabagTag = (label: string): WallabagTag => ({
  id: wallabagNumber(label),
  label,
  slug: label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, ''),
})

/** '2026-07-03T09:41:00+0000' */
export const wallabagDate = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, '+0000')
