import { cleanup, configure, render } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach } from 'vitest'
import { App } from '../app/app.tsx'

/** happy-dom has no server-sent events; no test here depends on any. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  close(): void {}
}

// The app's parts are loaded when they are needed, which takes a busy machine its time.
configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)

/** The whole app at an address, with state of its own. */
export const renderApp = (path: string) => {
  Object.assign(globalThis, { EventSource: SilentEventSource })
  localStorage.clear()
  history.replaceState(null, '', path)
  return render(
    <Provider>
      <App />
    </Provider>,
  )
}
