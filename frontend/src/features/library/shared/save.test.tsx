import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../../test-support/server.ts'
import { ANN, aShared, SEEDS, sharedWithMe } from '../../../test-support/sharing.ts'

withServer()

const paste = (text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text, files: [], types: ['text/plain'] } })
  fireEvent(document.body, event)
  return event
}

test('an editor saves into the collection on the screen; without room, into the own library instead', async () => {
  const asked: unknown[] = []
  const words = 'The library of Ann is full on the Pro plan.'
  server.use(
    http.get('*/api/links', () => HttpResponse.json(aList([]))),
    http.post('*/api/links', async ({ request }) => {
      const { search } = new URL(request.url)
      const { url, collectionId } = (await request.json()) as { url: string; collectionId?: number }
      asked.push([search, url, collectionId])
      if (asked.length === 2) return refusal(402, words)
      return HttpResponse.json(aLink({ id: 9, url, collectionId: collectionId ?? null }), { status: 201 })
    }),
    sharedWithMe(aShared({ role: 'editor' })),
    ...library([]),
  )
  renderApp(SEEDS)
  await screen.findByText('You can comment, save, edit and remove', { exact: false })
  // Listens once the parts are there that load after the first screen.
  await waitFor(() => expect(paste('').defaultPrevented).toBe(true))
  paste('https://a.test/one')
  expect((await screen.findAllByText('In "Seeds"')).length).toBeGreaterThan(0)
  await waitFor(() => expect(asked).toHaveLength(1))
  paste('https://a.test/two')
  const dialog = within(await screen.findByRole('dialog', { name: 'There is no room in this collection' }))
  expect(dialog.getByText(words)).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Save to my own library instead' }))
  await waitFor(() =>
    expect(asked).toEqual([
      [`?library=${ANN}`, 'https://a.test/one', 3],
      [`?library=${ANN}`, 'https://a.test/two', 3],
      ['', 'https://a.test/two', undefined],
    ]),
  )
})
