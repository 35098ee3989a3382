import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'

/** The one request of a page, which its button sends. Nothing is sent before that. */
export const useAsk = <T>(request: () => Promise<T>) => {
  const [state, setState] = useState<{ answer?: T; problem?: string; isAsking?: boolean }>({})
  const ask = async () => {
    setState({ isAsking: true })
    try {
      setState({ answer: await request() })
    } catch (error) {
      setState({ problem: messageOf(error, 'Network error. Please try again.') })
    }
  }
  return { ...state, ask }
}
