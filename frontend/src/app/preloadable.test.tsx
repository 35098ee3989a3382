import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'
import { preloadable } from './preloadable.tsx'

afterEach(cleanup)

test('Try again loads the code of a screen again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let loads = 0
  const { Component } = preloadable(async () => {
    loads++
    if (loads < 3) throw new Error('No connection.')
    return { default: () => <p>The screen</p> }
  })
  render(
    <ErrorBoundary>
      <Suspense>
        <Component />
      </Suspense>
    </ErrorBoundary>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(loads).toBe(2))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('The screen')
  expect(loads).toBe(3)
})
