import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../test-support/render-app.tsx'
import { aLink, library, server, withServer } from '../test-support/server.ts'

withServer()

vi.mock('../ui/menu/menu-panel.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a menu whose code cannot be loaded leaves the app on the screen', async () => {
  server.use(...library([aLink()]))
  renderApp('/dashboard')
  const button = await screen.findByRole('button', { name: 'Account menu' })
  fireEvent.click(button)
  expect(await screen.findByText('This could not be opened')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'My Saved Links' })).toBeDefined()
  expect(button.getAttribute('aria-expanded')).toBe('false')
})
