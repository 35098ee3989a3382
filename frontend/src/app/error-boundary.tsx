import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Screen } from '../ui/screen.tsx'

/** Replaces a screen that failed to render or whose code could not be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Screen title="Something went wrong">
        <Message title="Something went wrong">
          <p className="text-ink-2">
            This page could not be shown. Your library is safe; nothing was changed. Loading the page again
            usually helps.
          </p>
          <Button look="ink" onClick={() => location.reload()}>
            Reload
          </Button>
        </Message>
      </Screen>
    )
  }
}
