import { useRef } from 'react'
import { isUnsettled, newKey } from './api.ts'

/**
 * Gives each submit of a form an idempotency key. Values that are sent again after a failed connection or a server
 * error carry the same key, so that a request that did arrive has one effect.
 */
export const useSubmission = () => {
  const pending = useRef<{ key: string; values: string } | null>(null)
  return async <T>(values: unknown, submit: (key: string) => Promise<T>): Promise<T> => {
    const json = JSON.stringify(values)
    const key = pending.current?.values === json ? pending.current.key : newKey()
    pending.current = { key, values: json }
    try {
      const result = await submit(key)
      pending.current = null
      return result
    } catch (error) {
      if (!isUnsettled(error)) pending.current = null
      throw error
    }
  }
}
