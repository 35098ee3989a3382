import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'
import { Toasts } from './toast/toasts.tsx'

afterEach(cleanup)

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const TITLE = 'This could not be opened'

const opener = (part: ReturnType<typeof lazyPart<{ name: string }>>) => {
  const Opener = () => {
    const [isOpen, setOpen] = useState(false)
    return (
      <Toasts>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <part.Component name="Mara" onFailure={() => setOpen(false)} />}
      </Toasts>
    )
  }
  render(<Opener />)
  return screen.getByRole('button', { name: 'Open' })
}

test('code that fails to load shows a toast, closes the opener and loads on the next try', async () => {
  const load = vi.fn(async () => ({ default: Greeting }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const button = opener(lazyPart(load))
  fireEvent.click(button)
  expect(await screen.findByText(TITLE)).toBeDefined()
  expect(screen.getByText('Please check your connection and try again.')).toBeDefined()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(await screen.findByText('Hello Mara')).toBeDefined()
})

test('a part that fails to render shows a toast and closes the opener', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = (): never => {
    throw new Error('broken')
  }
  const button = opener(lazyPart(async () => ({ default: Broken })))
  fireEvent.click(button)
  expect(await screen.findByText(TITLE)).toBeDefined()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  vi.restoreAllMocks()
})

test('a given fallback replaces the toast', async () => {
  const part = lazyPart<{ name: string }>(() => Promise.reject(new Error('offline')), {
    failed: () => 'No greeting',
  })
  render(
    <Toasts>
      <part.Component name="Mara" />
    </Toasts>,
  )
  expect(await screen.findByText('No greeting')).toBeDefined()
  expect(screen.queryByText(TITLE)).toBeNull()
})

test('retry loads the code of a part again', async () => {
  const load = vi.fn(async () => ({ default: Greeting }))
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'))
  const part = lazyPart(load, {
    failed: retry => (
      <button type="button" onClick={retry}>
        Try again
      </button>
    ),
  })
  render(
    <Toasts>
      <part.Component name="Mara" />
    </Toasts>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Hello Mara')).toBeDefined()
})

test('a preloaded part shows at once', async () => {
  const load = vi.fn(async () => ({ default: Greeting }))
  const part = lazyPart(load, { loading: 'Loading' })
  part.preload()
  await waitFor(() => expect(load).toHaveResolved())
  fireEvent.click(opener(part))
  expect(screen.getByText('Hello Mara')).toBeDefined()
})
