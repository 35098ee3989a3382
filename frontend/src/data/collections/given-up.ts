import { atom, useSetAtom } from 'jotai'
import type { Id } from '../id.ts'

/** Collections of others that the person is leaving, or taking over, in this tab: that they are shared no more is no news. */
export const givenUpAtom = atom<ReadonlySet<Id>>(new Set<Id>())

/** Runs the call that gives a collection up. The push of it may come before the answer. */
export const useGivingUp = () => {
  const setGivenUp = useSetAtom(givenUpAtom)
  return async <T>(id: Id, run: () => Promise<T>): Promise<T> => {
    setGivenUp(before => new Set([...before, id]))
    try {
      return await run()
    } catch (error) {
      setGivenUp(before => new Set([...before].filter(each => each !== id)))
      throw error
    }
  }
}
