import { afterEach, beforeEach, vi } from 'vitest'

/** Puts the tests of a file on a fake clock, which `pass` moves. */
export const withFakeTime = () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    // The browser's own timeouts do not follow the fake clock.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      const timeout = new AbortController()
      setTimeout(() => timeout.abort(new DOMException('No answer', 'TimeoutError')), ms)
      return timeout.signal
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Lets timers, promises and IndexedDB come to rest while `ms` pass. */
export const pass = async (ms: number) => {
  for (let n = 0; n < 4; n++) {
    await vi.advanceTimersByTimeAsync(ms / 4)
    for (let turn = 0; turn < 6; turn++) await new Promise(setImmediate)
  }
}
