import { getAnswer, type Schema } from '../lib/api.ts'

/** Server data with its age, so that a screen knows which of the person's own acts it may lack. */
export type Reading<T> = {
  readonly data: T
  /** When the request began, ms of performance.now(); 0 when the answer may lack the person's last write. */
  readonly asOf: number
  /** Links that were read again later, by id. */
  readonly links?: ReadonlyMap<number, number>
}

/** Reads JSON together with its age. Throws like getAnswer. */
export const read = async <T>(path: string, schema: Schema<T>, signal?: AbortSignal): Promise<Reading<T>> => {
  const began = performance.now()
  const { body, isBehind } = await getAnswer(path, schema, signal ? { signal } : {})
  return { data: body, asOf: isBehind ? 0 : began }
}

/** The pause before an answer that may lack the person's last write is asked for again. */
const BEHIND_PAUSE_MS = 2_000

/** For a query's refetchInterval. */
export const askAgainWhenBehind = ({ state }: { state: { data: unknown } }): number | false =>
  (state.data as Reading<unknown> | undefined)?.asOf === 0 && BEHIND_PAUSE_MS
