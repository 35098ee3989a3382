import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: ReactNode; onFailure?: () => void }

/** Shows the fallback when the children fail, for example when their code cannot be loaded offline. */
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
