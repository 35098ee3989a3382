import { TagList } from '@lectern/contracts/api/counts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../test-support/render-app.tsx'
import { HttpResponse, http, library, server, withServer } from '../test-support/server.ts'

withServer()

const code = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./tags-combobox.tsx', async importOriginal => {
  await code.promise
  return importOriginal()
})

const tags = TagList.parse({
  tags: [
    { tag: 'kafka', count: 2 },
    { tag: 'logs', count: 1 },
  ],
})

const start = async () => {
  const saved: unknown[] = []
  server.use(
    http.get('*/api/tags', () => HttpResponse.json(tags)),
    http.post('*/api/links', async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json({}, { status: 201 })
    }),
    ...library([]),
  )
  renderApp('/save?source=chrome_extension&save=https%3A%2F%2Fa.test%2Fx&title=A')
  const box = await screen.findByRole('combobox', { name: /^Tags/ })
  const press = (key: string) => fireEvent.keyDown(box, { key })
  const type = async (value: string) => {
    fireEvent.change(box, { target: { value } })
    return screen.findByRole('option')
  }
  return { box, press, type, saved }
}

// This test is the first, because the combobox's code is loaded once.
test('a plain field takes text until the combobox is loaded, which keeps text and focus', async () => {
  server.use(...library([]))
  renderApp('/save')
  const plain = await screen.findByLabelText(/^Tags/)
  expect(plain.getAttribute('role')).toBeNull()
  plain.focus()
  fireEvent.change(plain, { target: { value: 'new' } })
  code.resolve()
  const box = await screen.findByRole('combobox', { name: /^Tags/ })
  expect(box).toHaveProperty('value', 'new')
  expect(document.activeElement).toBe(box)
})

test('Enter takes the highlighted tag and does not submit', async () => {
  const { box, press, type, saved } = await start()
  box.focus()
  await type('new, kaf')
  press('ArrowDown')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('kafka')
  expect(press('Enter')).toBe(false)
  await waitFor(() => expect(box).toHaveProperty('value', 'new, kafka, '))
  expect(screen.queryByRole('option')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save Link' }))
  await waitFor(() => expect(saved).toEqual([expect.objectContaining({ tags: ['new', 'kafka'] })]))
})

test('a tag is shown in its first spelling, without #, and each once', async () => {
  const { box, press, type, saved } = await start()
  box.focus()
  await type('#kaf')
  expect(box).toHaveProperty('value', 'kaf')
  fireEvent.change(box, { target: { value: 'KAFKA,' } })
  expect(box).toHaveProperty('value', 'kafka,')
  fireEvent.change(box, { target: { value: 'kafka, Kafka, New, LOGS' } })
  expect(box).toHaveProperty('value', 'kafka, New, LOGS')
  press('Enter')
  await waitFor(() => expect(saved).toEqual([expect.objectContaining({ tags: ['kafka', 'New', 'logs'] })]))
})

test('Enter saves the link where no suggestion is chosen', async () => {
  const { box, press, type, saved } = await start()
  box.focus()
  await type('lo')
  expect(box.getAttribute('aria-expanded')).toBe('true')
  press('Enter')
  await waitFor(() => expect(saved).toEqual([expect.objectContaining({ tags: ['lo'] })]))
})

test('Escape closes the list first and then the dialog', async () => {
  const { box, press, type } = await start()
  box.focus()
  await type('lo')
  expect(box.getAttribute('aria-expanded')).toBe('true')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(box).toHaveProperty('value', 'lo')
  expect(screen.getByRole('dialog', { name: 'Add New Link' })).toBeDefined()
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the open list has no accessibility violations', async () => {
  const { box, type } = await start()
  box.focus()
  await type('kaf')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('Separate tags with commas')).toBeDefined()
  const { violations } = await axe.run(dialog, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})
