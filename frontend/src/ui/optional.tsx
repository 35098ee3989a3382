import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: ReactNode; onFailure?: () => void }

/** For what a page can do without: where its code cannot be loaded, offline say, the fallback stands instead. */
export class Optional extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailure?.()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
