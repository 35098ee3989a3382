/**
 * The ids that clients gave what they made, also what is deleted by now, and ours: the latest 25,000 to 50,000. The older half
 * goes as a whole, since deleting the first keys of a Map one by one is slow.
 */
export type ClientIds = {
  recent: Map<string, number>
  older: Map<string, number>
  /** When the last id of each half came, and when the last one came that is forgotten; 0 before. Milliseconds since 1970. */
  recentUntil: number
  olderUntil: number
  forgottenUntil: number
}

export const IDS_OF_HALF = 25_000
/** Measured with ids as clients give them. */
const BYTES_AN_ID = 105
/** Clocks of devices may be ahead by this time. */
const AHEAD_MS = 300_000

export const noClientIds = (): ClientIds => ({
  recent: new Map(),
  older: new Map(),
  recentUntil: 0,
  olderUntil: 0,
  forgottenUntil: 0,
})

/** Changes the given ids. @param at when the event with the id was decided */
export const rememberClientId = (ids: ClientIds, clientId: string, id: number, at: string): void => {
  if (ids.recent.size >= IDS_OF_HALF) {
    ids.forgottenUntil = ids.olderUntil
    ids.older = ids.recent
    ids.olderUntil = ids.recentUntil
    ids.recent = new Map()
  }
  ids.recent.set(clientId, id)
  ids.recentUntil = Math.max(ids.recentUntil, Date.parse(at))
}

export const idOfClient = ({ recent, older }: ClientIds, clientId: string): number | undefined =>
  recent.get(clientId) ?? older.get(clientId)

export const bytesOfIds = ({ recent, older }: ClientIds): number => (recent.size + older.size) * BYTES_AN_ID

/**
 * Whether an id that is unknown may be one that was forgotten. The time in a UUID of version 7 shows where it is not; ids without a
 * time, and those from the future, show nothing.
 */
export const mayBeForgotten = ({ forgottenUntil }: ClientIds, clientId: string, now: string): boolean => {
  if (forgottenUntil === 0) return false
  const madeAt = timeIn(clientId)
  const isPlausible = madeAt !== undefined && madeAt <= Date.parse(now) + AHEAD_MS
  return !isPlausible || madeAt <= forgottenUntil + AHEAD_MS
}

const timeIn = (uuid: string): number | undefined =>
  uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : undefined

/** A part of a snapshot: the times, or ids of one half. */
export type ClientIdsPart =
  | Pick<ClientIds, 'recentUntil' | 'olderUntil' | 'forgottenUntil'>
  | { readonly half: 'recent' | 'older'; readonly ids: readonly [string, number][] }

const IDS_A_PART = 2_000

export function* freezeClientIds({ recent, older, ...times }: ClientIds): Generator<ClientIdsPart> {
  if (recent.size === 0) return
  yield times
  for (const [half, ids] of [
    ['older', [...older]],
    ['recent', [...recent]],
  ] as const)
    for (let first = 0; first < ids.length; first += IDS_A_PART)
      yield { half, ids: ids.slice(first, first + IDS_A_PART) }
}

/** Changes the given ids. */
export const thawClientIds = (ids: ClientIds, part: ClientIdsPart): void => {
  if ('half' in part) for (const [clientId, id] of part.ids) ids[part.half].set(clientId, id)
  else Object.assign(ids, part)
}
