import type { Collection } from '@lectern/contracts/api/collections.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  mara,
  refusal,
  server,
  withServer,
} from '../../../test-support/server.ts'

withServer()

const systems: Collection = { id: 7, name: 'Systems', description: null, color: '#3B82F6', count: 1 }

const openMore = async (title = 'Add to Collection') => {
  const article = await screen.findByRole('article', { name: 'What a log is' })
  fireEvent.click(within(article).getByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to Collection' }))
  return screen.findByRole('dialog', { name: title })
}

test('a link is moved into a collection and out again', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/links/1/collection', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 1, collectionId: null })
    }),
    ...library([aLink()], mara, [systems]),
  )
  renderApp('/dashboard')
  const dialog = await openMore()
  const save = within(dialog).getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  fireEvent.click(await within(dialog).findByRole('radio', { name: 'Systems' }))
  fireEvent.click(save)
  expect((await screen.findAllByText('Article added to "Systems".')).length).toBeGreaterThan(0)

  const again = await openMore()
  fireEvent.click(within(again).getByRole('radio', { name: 'Remove from collection' }))
  fireEvent.click(within(again).getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Article removed from collection.')).length).toBeGreaterThan(0)
  expect(sent).toEqual([{ collectionId: 7 }, { collectionId: null }])
})

test('without collections the dialog begins with creating one, which is chosen then', async () => {
  const collections: Collection[] = []
  let sent: unknown
  server.use(
    http.post('*/api/collections', async ({ request }) => {
      sent = await request.json()
      collections.push(systems)
      const { count: _, ...answer } = systems
      return HttpResponse.json(answer, { status: 201 })
    }),
    ...library([aLink()], mara, collections),
  )
  renderApp('/dashboard')
  const dialog = await openMore('Create New Collection')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(await within(dialog).findByText('Please enter a collection name.')).toBeDefined()
  expect(within(dialog).getByLabelText('Hex')).toHaveProperty('value', '#3B82F6')
  fireEvent.change(within(dialog).getByLabelText('Collection Name'), { target: { value: ' Systems ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  const radio = await within(dialog).findByRole('radio', { name: 'Systems' })
  expect(radio).toHaveProperty('checked', true)
  expect(sent).toEqual({ clientId: expect.any(String), name: 'Systems', color: '#3B82F6' })
})

test.each([
  [500, 'Failed to update collection. Please try again.'],
  [404, 'This article was not found.'],
])('a move refused with %i shows a toast and reverts the card and the counts', async (status, sentence) => {
  const answer = Promise.withResolvers<void>()
  const links = [aLink({ collectionId: 7 }), aLink({ id: 2, title: 'Another', collectionId: 7 })]
  const { promise: never } = Promise.withResolvers<HttpResponse<null>>()
  server.use(
    http.get('*/api/links', () => HttpResponse.json(aList(links)), { once: true }),
    // No refetch answers, so the reverted card comes from the snapshot.
    http.get('*/api/links', () => never),
    http.put('*/api/links/1/collection', async () => {
      await answer.promise
      return refusal(status, 'This article was not found.')
    }),
    ...library(links, mara, [{ ...systems, count: 2 }]),
  )
  renderApp('/dashboard?collection=7')
  const dialog = await openMore()
  fireEvent.click(await within(dialog).findByRole('radio', { name: 'Remove from collection' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  const shown = () => ({
    cards: screen.getAllByRole('article', { hidden: true }).map(each => each.dataset.link),
    total: screen.getByText(/^\d+ saved links?$/).textContent,
    inCollection: screen.getByRole('link', { name: /^Systems/, hidden: true }).textContent,
  })
  await waitFor(() => expect(shown()).toMatchObject({ cards: ['2'], total: '1 saved link' }))
  answer.resolve()
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  expect(shown()).toEqual({ cards: ['1', '2'], total: '2 saved links', inCollection: 'Systems2' })
  expect(screen.getByRole('dialog', { name: 'Add to Collection' })).toBeDefined()
})

test('a collection is created from the sidebar with a colour typed as hex', async () => {
  let sent: unknown
  server.use(
    http.post('*/api/collections', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json(
        { id: 8, name: 'Reads', description: 'Long', color: '#ABCDEF' },
        { status: 201 },
      )
    }),
    ...library([aLink()]),
  )
  renderApp('/dashboard')
  fireEvent.click(await screen.findByRole('button', { name: 'New collection' }))
  const dialog = await screen.findByRole('dialog', { name: 'New Collection' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(await within(dialog).findByText('Collection name is required')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Collection Name'), { target: { value: 'Reads' } })
  fireEvent.change(within(dialog).getByLabelText(/Description/), { target: { value: 'Long' } })
  fireEvent.change(within(dialog).getByLabelText('Hex'), { target: { value: 'blue' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(await within(dialog).findByText('Please enter a color such as #3B82F6')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Hex'), { target: { value: '#abcdef' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(sent).toMatchObject({ name: 'Reads', description: 'Long', color: '#ABCDEF' }))
})

test('the list requests the collection that the address names', async () => {
  const asked: (string | null)[] = []
  server.use(
    http.get('*/api/links', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('collection'))
      return HttpResponse.json(aList([]))
    }),
    ...library([], mara, [systems]),
  )
  renderApp('/dashboard?collection=7')
  expect(await screen.findByRole('heading', { name: 'Systems' })).toBeDefined()
  expect(await screen.findByText('This collection is empty')).toBeDefined()
  expect(asked).toEqual(['7'])
})
