import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EVERYTHING, followChanges } from './follow-changes.ts'

class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static readonly opened: FakeSource[] = []
  readyState = 1
  constructor() {
    super()
    FakeSource.opened.push(this)
  }
  /** The server answers with an error, so the browser gives up. */
  refuse(): void {
    this.readyState = FakeSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
}
const newest = () => FakeSource.opened.at(-1) as FakeSource

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  FakeSource.opened.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const follow = (wasFollowed = false) => {
  const handlers = { onChange: vi.fn(), onConnection: vi.fn(), onRefused: vi.fn() }
  return { ...handlers, stop: followChanges(handlers, wasFollowed) }
}

test('a change is passed on, and a message of another form is not', () => {
  const { onChange } = follow()
  newest().dispatchEvent(new MessageEvent('change', { data: '{"what":["links"],"linkIds":[7]}' }))
  newest().dispatchEvent(new MessageEvent('change', { data: '{"what":"everything"}' }))
  expect(onChange.mock.calls).toEqual([[{ what: ['links'], linkIds: [7] }]])
})

test('everything is out of date after a reconnect, and after another tab led', () => {
  const first = follow()
  newest().dispatchEvent(new Event('open'))
  expect(first.onChange).not.toHaveBeenCalled()
  newest().dispatchEvent(new Event('error'))
  newest().dispatchEvent(new Event('open'))
  expect(first.onChange.mock.calls).toEqual([[EVERYTHING]])
  expect(first.onConnection.mock.calls).toEqual([[true], [false], [true]])

  const next = follow(true)
  newest().dispatchEvent(new Event('open'))
  expect(next.onChange.mock.calls).toEqual([[EVERYTHING]])
})

test('a refused connection is tried again after growing pauses, until stop', () => {
  const { stop, onRefused } = follow()
  newest().dispatchEvent(new Event('error'))
  expect(onRefused).not.toHaveBeenCalled()
  newest().refuse()
  expect(onRefused).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(999)
  expect(FakeSource.opened).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeSource.opened).toHaveLength(2)
  newest().refuse()
  vi.advanceTimersByTime(1_999)
  expect(FakeSource.opened).toHaveLength(2)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.opened).toHaveLength(2)
})
