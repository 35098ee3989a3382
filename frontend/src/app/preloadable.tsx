import { type ComponentType, lazy, useState } from 'react'
import { useAttempt } from './error-boundary.tsx'

/** A lazy screen whose code can be fetched ahead. */
export type Preloadable<Props extends object> = { Component: ComponentType<Props>; preload: () => void }

/**
 * Once the code is loaded, the screen shows without the fallback. React.lazy would show the fallback even then, and
 * React keeps a shown fallback for 300 ms. Try again in the error boundary loads the code again; React.lazy never does.
 */
export const preloadable = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Preloadable<Props> => {
  let loaded: ComponentType<Props> | undefined
  const fetched = async () => {
    const screen = await load()
    loaded = screen.default
    return screen
  }
  let last: { attempt: number; Lazy: ComponentType<Props> } | undefined
  const lazyOf = (attempt: number): ComponentType<Props> => {
    if (last?.attempt !== attempt) last = { attempt, Lazy: lazy(fetched) as ComponentType<Props> }
    return last.Lazy
  }
  const Component = (props: Props) => {
    const attempt = useAttempt()
    const [Screen] = useState(() => loaded ?? lazyOf(attempt))
    return <Screen {...props} />
  }
  return { Component, preload: () => void fetched().catch(() => undefined) }
}
