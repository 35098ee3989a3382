import { Component, type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Screen } from '../ui/screen.tsx'

export const FailedScreen = ({ onRetry }: { onRetry: () => void }) => {
  const [title] = useState(() => document.title)
  const retry = () => {
    document.title = title
    onRetry()
  }
  return (
    <Screen title="Something went wrong">
      <Message title="Something went wrong">
        <p className="text-ink-2">
          This page could not be shown. Your library is safe; nothing was changed. Loading the page again
          usually helps.
        </p>
        <div className="flex gap-2.5">
          <Button look="outline" onClick={() => location.reload()}>
            Reload
          </Button>
          <Button look="ink" onClick={retry}>
            Try again
          </Button>
        </div>
      </Message>
    </Screen>
  )
}

type Props = { path: string; children: ReactNode }
type State = { path: string; hasFailed: boolean }

class PathBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, hasFailed: false }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ path }: Props, { path: before }: State): State | null {
    return path === before ? null : { path, hasFailed: false }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return <FailedScreen onRetry={() => this.setState({ hasFailed: false })} />
  }
}

/** Replaces what failed to render until Try again or another path. A screen that fails is replaced alone (routes.tsx). */
export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <PathBoundary path={useLocation()[0]}>{children}</PathBoundary>
)
