import { getAnswer, type Schema } from '../lib/api.ts'
import type { Id } from './id.ts'

/** Server data with its age, so that a screen knows which of the person's own acts it may lack. */
export type Reading<T> = {
  readonly data: T
  /** When the request began, ms of performance.now(); 0 when the answer may lack the person's last write. */
  readonly asOf: number
  /** Links that were read again later, by id. */
  readonly links?: ReadonlyMap<Id, number>
  /** When the server answered this, ISO 8601: it stands in place of an answer that did not come (data/remembered). Its asOf is 0. */
  readonly rememberedAt?: string
  /** The device put this together from what it keeps, so that the server may have more. */
  readonly isGathered?: boolean
  /** This tab knows that the link was deleted since. The server has no answer that says so. */
  readonly isGone?: boolean
}

/** Reads JSON together with its age. Throws like getAnswer. */
export const read = async <T>(path: string, schema: Schema<T>, signal?: AbortSignal): Promise<Reading<T>> => {
  const began = performance.now()
  const { body, isBehind } = await getAnswer(path, schema, signal ? { signal } : {})
  return { data: body, asOf: isBehind ? 0 : began }
}

/** A known user is shown what the device keeps when the server has not answered for this long. */
export const ANSWER_WAIT_MS = 3_000
/** The pause before an answer that may lack the person's last write is asked for again. */
const BEHIND_PAUSE_MS = 2_000
/** The pause before the server is asked again for what only the device has shown. A new connection asks at once. */
const REMEMBERED_PAUSE_MS = 15_000

/** For a query's refetchInterval. */
export const askAgainWhenBehind = ({ state }: { state: { data: unknown } }): number | false => {
  const { asOf, rememberedAt } = (state.data ?? {}) as Partial<Reading<unknown>>
  return asOf === 0 && (rememberedAt ? REMEMBERED_PAUSE_MS : BEHIND_PAUSE_MS)
}
