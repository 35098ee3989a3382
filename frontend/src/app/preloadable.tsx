import { type ComponentType, lazy, useState } from 'react'

/**
 * A lazy screen whose code can be fetched ahead. Once the code is loaded, the screen shows without the fallback.
 * React.lazy would show the fallback even then, and React keeps a shown fallback for 300 ms.
 */
export const preloadable = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) => {
  let loaded: ComponentType<Props> | undefined
  const fetched = async () => {
    const screen = await load()
    loaded = screen.default
    return screen
  }
  const Lazy = lazy(fetched) as ComponentType<Props>
  const Preloadable = (props: Props) => {
    const [Screen] = useState(() => loaded ?? Lazy)
    return <Screen {...props} />
  }
  return { Component: Preloadable, preload: (): void => void fetched().catch(() => undefined) }
}
