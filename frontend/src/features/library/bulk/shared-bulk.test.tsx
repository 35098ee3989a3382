import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ROLE_WORDS } from '../../../parts/sharing/roles.ts'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  aList,
  HttpResponse,
  http,
  library,
  server,
  withServer,
} from '../../../test-support/server.ts'
import { ANN, annsLink, aShared, SEEDS, sharedWithMe } from '../../../test-support/sharing.ts'

withServer()

const theirs = [annsLink(), annsLink({ id: 2, title: 'Of peas' })]
const BEANS = { collectionId: 4, name: 'Beans' }

/** The server of somebody who has this role in Ann's collection. @returns the searches and bodies of acts on many links */
const withRole = (role: 'reader' | 'commenter' | 'editor') => {
  const sent: unknown[] = []
  let isRemoved = false
  server.use(
    http.get('*/api/links', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const own = searchParams.has('library') ? [] : [aLink({ id: 1, title: 'Mine' })]
      return HttpResponse.json(aList([...own, ...(isRemoved ? [] : theirs)] as never))
    }),
    http.put('*/api/links/bulk', async ({ request }) => {
      const body = (await request.json()) as { updates: { collectionId?: null } }
      isRemoved = body.updates.collectionId === null
      sent.push([new URL(request.url).search, body])
      return HttpResponse.json({ updatedCount: 2 })
    }),
    http.post('*/api/undo', async ({ request }) => {
      isRemoved = false
      sent.push([new URL(request.url).search, await request.json()])
      return HttpResponse.json({ restoredCount: 2, leftCount: 0, left: [] })
    }),
    sharedWithMe(
      aShared({ role, inAllArticles: true }),
      aShared({ ...BEANS, role }),
      aShared({ collectionId: 5, name: 'Peas', role: 'reader' }),
      aShared({ libraryId: 'bob', collectionId: 3, name: 'Of Bob', role: 'editor' }),
    ),
    ...library([aLink({ id: 1, title: 'Mine' })]),
  )
  return sent
}
const select = async (...titles: string[]) => {
  for (const title of titles)
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }))
  return within(await screen.findByRole('region', { name: 'Selection' }))
}
const namesOf = (bar: Awaited<ReturnType<typeof select>>) =>
  bar.getAllByRole('button').map(each => each.textContent)

test('an editor edits many articles, and moves them within what the owner shares', async () => {
  const sent = withRole('editor')
  renderApp(SEEDS)
  await screen.findByText(`You can ${ROLE_WORDS.editor.can}`, { exact: false })
  const bar = await select('Of beans', 'Of peas')
  fireEvent.click(bar.getByRole('button', { name: 'Edit Selected' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Selected' }))
  for (const name of ['Collection', 'Favorite', 'Tags'])
    fireEvent.click(dialog.getByRole('checkbox', { name }))
  const choice = dialog.getByLabelText<HTMLSelectElement>('New collection')
  expect([...choice.options].map(({ text }) => text)).toEqual(['Remove from collection', 'Seeds', 'Beans'])
  fireEvent.change(choice, { target: { value: `${ANN}/4` } })
  fireEvent.change(await dialog.findByRole('combobox', { name: 'Tags to add' }), {
    target: { value: 'garden' },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Flags are in the own library, so they are no part of what is changed in that of the owner.
  const act = (updates: object) => [`?library=${ANN}`, { linkIds: [1, 2], updates, ifUndoable: true }]
  expect(sent).toEqual([act({ isFavorite: true }), act({ collectionId: 4, addTags: ['garden'] })])
})

test('an editor removes many articles from a collection, and takes it back', async () => {
  const sent = withRole('editor')
  renderApp(SEEDS)
  await screen.findByText(`You can ${ROLE_WORDS.editor.can}`, { exact: false })
  const bar = await select('Of beans', 'Of peas')
  expect(bar.queryByRole('button', { name: 'Delete Selected' })).toBeNull()
  fireEvent.click(bar.getByRole('button', { name: 'Remove from collection' }))
  await screen.findAllByText('2 articles removed from collection.')
  expect(sent).toMatchObject([[`?library=${ANN}`, { linkIds: [1, 2], updates: { collectionId: null } }]])
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Of beans' })).toBeNull())
  fireEvent.keyDown(document.body, { key: 'z' })
  await screen.findByRole('article', { name: 'Of beans' })
  await waitFor(() => expect(sent.at(-1)).toEqual([`?library=${ANN}`, { commandId: expect.any(String) }]))
})

test.each(['reader', 'commenter'] as const)('a %s has flags and copies of many articles', async role => {
  const sent = withRole(role)
  renderApp(SEEDS)
  await screen.findByText(`You can ${ROLE_WORDS[role].can}`, { exact: false })
  const bar = await select('Of beans', 'Of peas')
  expect(namesOf(bar)).toEqual(['Favorites', 'Archive', 'Offline', 'Clear'])
  for (const key of ['e', 'c', 't', '#']) fireEvent.keyDown(document.body, { key })
  expect(
    (await screen.findAllByText('Only editors of this collection can change this')).length,
  ).toBeGreaterThan(0)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(bar.getByRole('button', { name: 'Archive' }))
  await waitFor(() =>
    expect(sent).toMatchObject([[`?library=${ANN}`, { linkIds: [1, 2], updates: { isArchived: true } }]]),
  )
})

test('own articles and those of others are edited together, and neither moved nor deleted', async () => {
  const sent = withRole('editor')
  renderApp('/dashboard')
  await screen.findByRole('navigation', { name: 'Shared with me' })
  const bar = await select('Mine', 'Of beans')
  expect(namesOf(bar)).toEqual(['Favorites', 'Archive', 'Offline', 'Clear', 'Edit Selected'])
  for (const key of ['c', '#']) fireEvent.keyDown(document.body, { key })
  expect((await screen.findAllByText('Select articles of one owner')).length).toBeGreaterThan(0)
  fireEvent.click(bar.getByRole('button', { name: 'Edit Selected' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Selected' }))
  expect(dialog.queryByRole('checkbox', { name: 'Collection' })).toBeNull()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Tags' }))
  fireEvent.change(await dialog.findByRole('combobox', { name: 'Tags to add' }), {
    target: { value: 'garden' },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      ['', { linkIds: [1], updates: { addTags: ['garden'] } }],
      [`?library=${ANN}`, { linkIds: [1], updates: { addTags: ['garden'] } }],
    ]),
  )
})
