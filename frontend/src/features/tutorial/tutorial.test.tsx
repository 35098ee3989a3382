import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reloadApp, renderApp } from '../../test-support/render-app.tsx'
import { aLink, library, server, withServer } from '../../test-support/server.ts'

vi.mock('../../lib/idle.ts', () => ({ whenIdle: (run: () => void) => run() }))

withServer()
afterEach(() => {
  vi.restoreAllMocks()
})

/** Opens the dashboard on a device that has not shown the tutorial. */
const newDevice = (path = '/dashboard') => {
  localStorage.clear()
  return reloadApp(path)
}
const step = (name: string) => screen.findByRole('dialog', { name })
const press = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the four steps are welcome, add link, search and library, forward and back', async () => {
  server.use(...library([]))
  newDevice()
  const welcome = within(await step('Welcome to Lectern'))
  expect(welcome.queryByRole('button', { name: 'Previous' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Next')
  press('Next')
  await step('Add a link')
  press('Next')
  await step('Find it again')
  press('Next')
  const last = within(await step('Your library'))
  expect(last.getByText('Step 4 of 4')).toBeDefined()
  expect(last.queryByRole('button', { name: 'Skip' })).toBeNull()
  press('Previous')
  press('Previous')
  press('Previous')
  await step('Welcome to Lectern')
  expect(document.activeElement?.textContent).toBe('Next')
})

test('Get Started ends it for this device', async () => {
  server.use(...library([]))
  newDevice()
  await step('Welcome to Lectern')
  for (const _ of [1, 2, 3]) press('Next')
  press('Get Started')
  await isGone()
  expect(localStorage.getItem('tutorialCompleted')).toBe('true')
})

test.each(['Skip', 'Escape'])('%s ends it, and the focus goes back', async way => {
  server.use(...library([]))
  newDevice()
  const dialog = await step('Welcome to Lectern')
  if (way === 'Escape') fireEvent.keyDown(dialog, { key: 'Escape' })
  else press('Skip')
  await isGone()
  expect(localStorage.getItem('tutorialCompleted')).toBe('true')
  await waitFor(() => expect(document.activeElement?.closest('main')).not.toBeNull())
})

test('a device that has shown it is left alone', async () => {
  server.use(...library([]))
  renderApp('/dashboard')
  await screen.findByText(/^0 of 500 articles/)
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a library with links is left alone, also on a new device', async () => {
  server.use(...library([aLink()]))
  newDevice()
  await screen.findByText(/^1 of 500 articles/)
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a mobile browser has no tutorial, and says so where one asks for it', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Chrome/149 Mobile')
  server.use(...library([]))
  newDevice('/dashboard?tutorial=1')
  await screen.findByText('The tour needs a wider window')
  await screen.findByText(/^0 of 500 articles/)
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the address asks for it again, and loses its query', async () => {
  server.use(...library([aLink()]))
  renderApp('/dashboard?view=list&tutorial=1')
  await step('Welcome to Lectern')
  expect(location.pathname + location.search).toBe('/dashboard?view=list')
})

test('the form that the extension opens comes first', async () => {
  server.use(...library([]))
  newDevice('/dashboard?save=https%3A%2F%2Fexample.org%2Fa&title=Given&source=chrome_extension')
  await screen.findByText(/^0 of 500 articles/)
  const form = within(await step('Add New Link'))
  await vi.dynamicImportSettled()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await step('Welcome to Lectern')
})
