import { Component, createContext, type ReactNode, use } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Screen } from '../ui/screen.tsx'

const Attempt = createContext(0)

/** How often the children were shown again after a failure. */
export const useAttempt = (): number => use(Attempt)

type Props = { path: string; children: ReactNode }
type State = { path: string; hasFailed: boolean; attempt: number }

class PathBoundary extends Component<Props, State> {
  override state: State = { path: this.props.path, hasFailed: false, attempt: 0 }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(
    { path }: Props,
    { path: before, hasFailed, attempt }: State,
  ): State | null {
    if (path === before) return null
    return { path, hasFailed: false, attempt: hasFailed ? attempt + 1 : attempt }
  }

  retry = (): void => this.setState(({ attempt }) => ({ hasFailed: false, attempt: attempt + 1 }))

  override render(): ReactNode {
    if (!this.state.hasFailed) return <Attempt value={this.state.attempt}>{this.props.children}</Attempt>
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
            <Button look="ink" onClick={this.retry}>
              Try again
            </Button>
          </div>
        </Message>
      </Screen>
    )
  }
}

/** Replaces a screen that failed to render or whose code could not be loaded, until Try again or another path. */
export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <PathBoundary path={useLocation()[0]}>{children}</PathBoundary>
)
