import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSpace } from './use-space.ts'

afterEach(cleanup)

const Page = ({ onSpace }: { onSpace: () => void }) => {
  useSpace(onSpace)
  return (
    <>
      <p data-testid="text">Text</p>
      <button type="button">Stop</button>
      <input aria-label="Search" />
      <textarea aria-label="Content" />
      <input type="range" aria-label="Volume" />
      <div role="dialog">
        <button type="button">Cancel</button>
      </div>
    </>
  )
}

/** Whether Space on this element called back, and whether the browser's own effect was prevented. */
const press = (element: HTMLElement, onSpace: ReturnType<typeof vi.fn>) => {
  onSpace.mockClear()
  const isLeft = fireEvent.keyDown(element, { key: ' ' })
  const isLetGo = fireEvent.keyUp(element, { key: ' ' })
  return [onSpace.mock.calls.length === 1, !isLeft, !isLetGo]
}

test('Space plays and pauses, unless one types or a dialog is open', () => {
  const onSpace = vi.fn()
  render(<Page onSpace={onSpace} />)
  for (const name of ['Stop', 'Volume'])
    expect([
      name,
      ...press(
        (screen.queryByRole('button', { name }) ?? screen.getByLabelText(name)) as HTMLElement,
        onSpace,
      ),
    ]).toEqual([name, true, true, true])
  expect(press(screen.getByTestId('text'), onSpace)).toEqual([true, true, true])
  for (const name of ['Search', 'Content'])
    expect([name, ...press(screen.getByLabelText(name), onSpace)]).toEqual([name, false, false, false])
  expect(press(screen.getByText('Cancel'), onSpace)).toEqual([false, false, false])
})

test('a key that is held down toggles once', () => {
  const onSpace = vi.fn()
  render(<Page onSpace={onSpace} />)
  fireEvent.keyDown(screen.getByText('Stop'), { key: ' ' })
  fireEvent.keyDown(screen.getByText('Stop'), { key: ' ', repeat: true })
  expect(onSpace).toHaveBeenCalledTimes(1)
})
