import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'

/** The events of a stream before this revision are not later than the moment. `first` is the time of its first event. */
export type Until = { readonly revision: number; readonly first: Date | undefined }

/**
 * Finds how far a stream had come at a moment. An event has the time of its command, which the history shows, and which a copy of
 * the store keeps; where the store notes one, it is a little later. Times ascend in a stream, so 17 reads find one among 100,000.
 */
export const eventsUntil = async (store: EventStore, stream: string, at: Date): Promise<Until> => {
  const read = async (from: {
    from?: bigint
    direction?: 'backwards'
  }): Promise<RecordedEvent | undefined> => {
    for await (const event of store.readStream(stream, { ...from, maxCount: 1 })) return event
    return undefined
  }
  const [first, last] = [await read({}), await read({ direction: 'backwards' })]
  if (first === undefined || last === undefined) return { revision: 0, first: undefined }
  let [low, high] = [0, Number(last.revision) + 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const event = await read({ from: BigInt(middle) })
    if (event !== undefined && timeOf(event) <= at.getTime()) low = middle + 1
    else high = middle
  }
  return { revision: low, first: new Date(timeOf(first)) }
}

/** In ms since 1970. */
const timeOf = ({ data, created }: RecordedEvent): number => {
  const at = Date.parse(String((data as { at?: unknown } | null)?.at))
  return Number.isNaN(at) ? created.getTime() : at
}
