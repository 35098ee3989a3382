import 'fake-indexeddb/auto'
import type { Change } from '@lectern/contracts/api/changes.ts'
import { cleanup, configure, render } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach } from 'vitest'
import { App } from '../app/app.tsx'
import type { EntryState } from '../lib/navigation.tsx'

const sources = new Set<EventTarget>()

/** happy-dom has no EventSource. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  constructor() {
    super()
    sources.add(this)
  }
  close(): void {
    sources.delete(this)
  }
}

/** Pushes a change to the app, as the server does. */
export const pushChange = (change: Change): void => {
  for (const source of sources)
    source.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(change) }))
}

// The app loads its parts lazily, which is slow on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)

/**
 * Renders the whole app at an address, with fresh state on a device that has shown the tutorial. `entry` is the state of the
 * history entry, as after a reload.
 */
export const renderApp = (path: string, entry: EntryState | null = null) => {
  localStorage.clear()
  localStorage.setItem('tutorialCompleted', 'true')
  globalThis.indexedDB = new IDBFactory()
  return reloadApp(path, entry)
}

/** Renders the whole app again on the same device, as after a reload. */
export const reloadApp = (path: string, entry: EntryState | null = null) => {
  Object.assign(globalThis, { EventSource: FakeEventSource })
  history.replaceState(entry, '', path)
  return render(<App />)
}
