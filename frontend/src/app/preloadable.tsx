import { type ComponentType, lazy, useState } from 'react'

/**
 * A lazy screen that can be fetched ahead. Once its code is there it shows without the fallback: React.lazy would wait
 * even then, and React keeps a fallback that it has shown for 300 ms.
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
