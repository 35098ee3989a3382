import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '../dialog.tsx'
import { Toasts } from './toasts.tsx'
import { type Toast, useDismissToasts, useToast } from './use-toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Session = ({ toast, onSignOut }: { toast: Toast; onSignOut: () => void }) => {
  const show = useToast()
  const dismiss = useDismissToasts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => show(toast)}>
        Show
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button
        type="button"
        onClick={() => {
          dismiss()
          onSignOut()
        }}
      >
        Sign out
      </button>
      {isOpen && (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  )
}

/** An app with toasts above a session that is mounted again on sign-out. */
const App = ({ toast }: { toast: Toast }) => {
  const [session, setSession] = useState(0)
  return (
    <Toasts>
      <Session key={session} toast={toast} onSignOut={() => setSession(session + 1)} />
    </Toasts>
  )
}

const start = async (toast: Toast) => {
  const onAction = vi.fn()
  render(<App toast={{ ...toast, ...(toast.action && { action: { ...toast.action, onAction } }) }} />)
  // The region is a lazy part.
  await act(() => vi.dynamicImportSettled())
  return onAction
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const saved: Toast = { title: 'Saved' }
const archived: Toast = { title: 'Archived', action: { label: 'Undo', onAction: () => undefined } }

test('a toast with an action leaves after 5 s', async () => {
  await start(archived)
  click('Show')
  wait(4_999)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  wait(1)
  expect(screen.queryByText('Archived')).toBeNull()
})

test('a toast stays while the pointer or the focus is on it, or the window is not in front', async () => {
  await start(saved)
  click('Show')
  fireEvent.pointerEnter(screen.getByText('Saved'))
  wait(10_000)
  fireEvent.pointerLeave(screen.getByText('Saved'))
  act(() => screen.getByRole('button', { name: 'Close' }).focus())
  wait(10_000)
  act(() => screen.getByRole('button', { name: 'Open' }).focus())
  fireEvent(window, new Event('blur'))
  wait(10_000)
  expect(screen.getByText('Saved')).toBeDefined()
  fireEvent(window, new Event('focus'))
  const hide = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  wait(10_000)
  expect(screen.getByText('Saved')).toBeDefined()
  hide.mockRestore()
  fireEvent(document, new Event('visibilitychange'))
  wait(5_000)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('a toast leaves in time after one that was closed or replaced while it had the focus', async () => {
  await start(saved)
  for (const end of [() => click('Close'), () => click('Show')]) {
    click('Show')
    act(() => screen.getByRole('button', { name: 'Close' }).focus())
    end()
    click('Show')
    wait(5_000)
    expect(screen.queryByText('Saved')).toBeNull()
  }
})

test('an action runs once and closes its toast', async () => {
  const onAction = await start(archived)
  click('Show')
  click('Undo')
  expect(onAction).toHaveBeenCalledOnce()
  expect(screen.queryByText('Archived')).toBeNull()
})

test.each([
  [60, null],
  [40, 'Saved'],
])('a swipe of %i px to the right leaves %s', async (by, left) => {
  await start(saved)
  click('Show')
  const text = screen.getByText('Saved')
  fireEvent.pointerDown(text, { button: 0, clientX: 100 })
  fireEvent.pointerMove(text, { clientX: 100 + by })
  fireEvent.pointerUp(text)
  expect(screen.queryByText('Saved')?.textContent ?? null).toBe(left)
})

test('a toast survives a new session, and its action does not', async () => {
  await start(saved)
  click('Show')
  click('Sign out')
  expect(screen.getByText('Saved')).toBeDefined()
  cleanup()
  await start(archived)
  click('Show')
  click('Sign out')
  expect(screen.queryByText('Archived')).toBeNull()
})

test('a failure is announced as an alert', async () => {
  await start({ title: 'Failed', tone: 'danger' })
  click('Show')
  expect(screen.getByRole('alert').textContent).toBe('Failed')
})

test.each(['before', 'after'])(
  'a toast shown %s a dialog opens is above it and leaves it open',
  async order => {
    const onAction = await start(archived)
    if (order === 'before') click('Show')
    click('Open')
    if (order === 'after') click('Show')
    const dialog = screen.getByRole('dialog')
    const undo = screen.getByRole('button', { name: 'Undo' })
    const region = screen.getByRole('region', { name: 'Notifications (F8)' })
    expect(region.closest('[aria-hidden=true]')).toBeNull()
    expect(region.parentElement).toBe(document.body)
    fireEvent.pointerDown(undo, { button: 0 })
    act(() => undo.focus())
    expect(document.activeElement).toBe(undo)
    fireEvent.pointerUp(undo)
    fireEvent.click(undo)
    wait(100)
    expect(onAction).toHaveBeenCalledOnce()
    expect(dialog.isConnected).toBe(true)
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  },
)

test('F8 moves the focus to the toasts, and Escape there closes the toast and not the dialog', async () => {
  await start(saved)
  click('Open')
  click('Show')
  act(() => screen.getByLabelText('Name').focus())
  fireEvent.keyDown(document.body, { key: 'F8' })
  const region = screen.getByRole('region', { name: 'Notifications (F8)' })
  expect(document.activeElement).toBe(region)
  const close = screen.getByRole('button', { name: 'Close' })
  act(() => close.focus())
  expect(document.activeElement).toBe(close)
  fireEvent.keyDown(close, { key: 'Escape' })
  expect(screen.queryByText('Saved')).toBeNull()
  expect(screen.getByRole('dialog')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})
