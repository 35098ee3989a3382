import { render, screen } from '@testing-library/react'
import { useReducer } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePlace } from './use-place.ts'

afterEach(() => history.replaceState(null, ''))

test('a place that a shorter list no longer has ends at the top', () => {
  history.replaceState({ list: { linkId: 7, index: 6, top: 300, loaded: 7 } }, '')
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(2_000)
  const onPlaced = vi.fn()

  const List = () => {
    const [renders, renderAgain] = useReducer((times: number) => times + 1, 1)
    usePlace({
      ...{ links: [{ id: 1 }], columns: 1, source: 'all', layout: 'list', onPlaced },
      rows: {
        options: { scrollMargin: 100, scrollPaddingStart: 50 },
        getVirtualItems: () => [{ index: 0, start: 100 }],
        getOffsetForIndex: () => [50],
        scrollToOffset: renderAgain,
      },
    })
    return <p>Drawn {renders} times</p>
  }
  render(<List />)
  expect(onPlaced).toHaveBeenCalledOnce()
  expect(screen.getByText('Drawn 1 times')).toBeDefined()
})
