import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { renderApp } from '../test-support/render-app.tsx'
import { aLink, library, server, withServer } from '../test-support/server.ts'

withServer()

test('a dialog closes when the path changes, and does not open again on Back', async () => {
  server.use(...library([aLink()]))
  renderApp('/dashboard')
  const card = await screen.findByRole('article', { name: 'What a log is' })
  fireEvent.click(within(card).getByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByRole('dialog', { name: 'Delete Link' })
  act(() => navigate('/nowhere'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => navigate('/dashboard'))
  await screen.findByRole('article', { name: 'What a log is' })
  fireEvent.keyDown(document.body, { key: '?' })
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
})

test('the ids on the page are unique while the menu is open', async () => {
  server.use(...library([aLink()]))
  renderApp('/dashboard')
  fireEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  await screen.findByRole('dialog', { name: 'Menu' })
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
