import { useRef } from 'react'
import { isUnsettled, newKey } from './api.ts'

/**
 * Keys for one form's submits. The same values sent again after a failed connection, or an error of the server's,
 * carry the same key, so that what did arrive the first time is not done twice.
 */
export const useSubmission = () => {
  const open = useRef<{ key: string; values: string } | null>(null)
  return async <T>(values: unknown, submit: (key: string) => Promise<T>): Promise<T> => {
    const said = JSON.stringify(values)
    const key = open.current?.values === said ? open.current.key : newKey()
    open.current = { key, values: said }
    try {
      const result = await submit(key)
      open.current = null
      return result
    } catch (error) {
      if (!isUnsettled(error)) open.current = null
      throw error
    }
  }
}
