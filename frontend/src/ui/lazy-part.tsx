import { Component, type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useToast } from './toast/use-toast.ts'

type Options = {
  /** Shown while the code loads. */
  loading?: ReactNode
  /** Makes what is shown when the code cannot be loaded or the part fails. By default nothing, and a toast tells the user. */
  failed?: (retry: () => void) => ReactNode
}

type Failable = {
  /** Called when the part cannot be shown, so that the opener can close. */
  onFailure?: () => void
  /** Shown while the code loads and when it fails, in place of what the options say. */
  fallback?: ReactNode
}

/**
 * A component whose code loads when it is first shown, or ahead with preload(). Once loaded it shows at once. A failure
 * stays inside the part, and the next time the part is mounted it loads again; React.lazy would never retry.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { loading = null, failed }: Options = {},
) => {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => {
    loaded = (await load()).default
  }

  const LazyPart = ({ onFailure, fallback, ...props }: Props & Failable) => {
    const [Part, setPart] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    const toast = useToast()
    const fail = () => {
      setFailed(true)
      if (failed === undefined && fallback === undefined)
        toast({
          tone: 'danger',
          title: 'This could not be opened',
          description: 'Please check your connection and try again.',
        })
      onFailure?.()
    }
    const onLoadFailed = useEffectEvent(fail)
    const isLoaded = Part !== undefined
    useEffect(() => {
      if (isLoaded || hasFailed) return
      let isGone = false
      fetchPart().then(
        () => isGone || setPart(() => loaded),
        () => isGone || onLoadFailed(),
      )
      return () => {
        isGone = true
      }
    }, [isLoaded, hasFailed])
    if (hasFailed) return fallback ?? failed?.(() => setFailed(false))
    if (!Part) return fallback ?? loading
    return (
      <Boundary onFailure={fail}>
        <Part {...(props as unknown as Props)} />
      </Boundary>
    )
  }
  return { Component: LazyPart, preload: (): void => void fetchPart().catch(() => undefined) }
}

class Boundary extends Component<{ children: ReactNode; onFailure: () => void }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailure()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
