import { ApiError, sendOk, type Write } from '../../lib/api.ts'
import { type Act, kindOf } from '../acts/kinds.ts'
import type * as Copies from './conflicting-copy.ts'

/** An act without an answer is sent again after this time, where its request names no other. */
const ACT_TIMEOUT_MS = 30_000

/**
 * The write as the act's user alone, on the store that the act was done on: the server refuses it (412) where somebody else is
 * signed in by now, and where it was restored since.
 */
export const writeAs = async (act: Act, write: Write, key: string): Promise<unknown> => {
  const { userId, epoch } = act
  const headers = { ...write.headers, 'lectern-user': userId, ...(epoch && { 'lectern-epoch': epoch }) }
  const response = await sendOk({ ...write, headers }, key, undefined, write.timeoutMs ?? ACT_TIMEOUT_MS)
  const text = await response.text()
  // A page that is not JSON comes from a proxy or a captive portal: the server has not answered.
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * Sends an act. Throws like sendOk where it is refused or not answered.
 * @param hasWaited the text of a note that was changed elsewhere meanwhile becomes a new note; its form would ask
 * @param loadCopies gives the part that makes it
 * @returns the part of the answer that we use; undefined where it has another form, since the server has done the act
 */
export const sendAct = async (
  act: Act,
  hasWaited: boolean,
  loadCopies: () => Promise<typeof Copies>,
): Promise<unknown> => {
  const kind = kindOf(act.name)
  const answer = async (): Promise<unknown> => {
    try {
      return await writeAs(act, kind.request(act.params, act.key), act.key)
    } catch (error) {
      if (!(error instanceof ApiError) || error.isPage || ![404, 409].includes(error.status)) throw error
      if (error.status === 404 && kind.isDoneWhenGone?.(act.params)) return undefined
      if (!hasWaited || act.name !== 'reviseNote') throw error
      return (await loadCopies()).sendCopy(act, error)
    }
  }
  const body = await answer()
  try {
    const result = kind.result.parse(body)
    return kind.named?.(result, act.params) ?? result
  } catch {
    return undefined
  }
}
