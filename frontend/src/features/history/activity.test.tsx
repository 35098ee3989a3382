import { HistoryAct } from '@lectern/contracts/api/history.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, library, mara, server, withServer } from '../../test-support/server.ts'
import { ANN, annsLink, aShared, SEEDS, sharedWithMe } from '../../test-support/sharing.ts'

withServer()

const link = { id: 1, title: 'Of beans', url: 'https://a.test/', isGone: false }
const anAct = (id: string, by: string | undefined, more: Partial<HistoryAct> = {}): HistoryAct =>
  HistoryAct.parse({
    ...{ id, commandId: `c-${id}`, at: '2026-11-27T10:00:00.000Z', via: 'web', kind: 'saved' },
    ...{ linkCount: 1, links: [link], undo: 'possible', by },
    ...more,
  })
const acts = [anAct('l3', undefined), anAct('l2', 'Bo'), anAct('l1', 'Ann')]

/** @returns the bodies of undos, with the searches of their addresses */
const withActivity = () => {
  const undone: unknown[] = []
  server.use(
    http.get('*/api/collections/3/activity', ({ request }) => {
      const isNext = new URL(request.url).searchParams.get('cursor') === 'next'
      return HttpResponse.json({
        acts: isNext ? acts.slice(2) : acts.slice(0, 2),
        nextCursor: isNext ? null : 'next',
      })
    }),
    http.post('*/api/undo', async ({ request }) => {
      undone.push([new URL(request.url).search, await request.json()])
      return HttpResponse.json({ restoredCount: 1, leftCount: 0, left: [] })
    }),
    http.get('*/api/links', () =>
      HttpResponse.json({ links: [annsLink()], total: 1, hasMore: false, nextCursor: null }),
    ),
  )
  return undone
}
const open = async (button: string) => {
  fireEvent.click(await screen.findByRole('button', { name: button }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Activity' }))
  const name = button.includes('Garden') ? 'Garden' : 'Seeds'
  return within(await screen.findByRole('dialog', { name: `Activity in ${name}` }))
}

test('a member reads who did what, and takes back own acts alone', async () => {
  const undone = withActivity()
  server.use(sharedWithMe(aShared({ role: 'editor' })), ...library([]))
  renderApp(SEEDS)
  const sheet = await open('Actions for Seeds')
  const theirs = within(await sheet.findByRole('article', { name: 'Bo: Saved "Of beans"' }))
  expect(theirs.queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(theirs.getByRole('link').getAttribute('href')).toBe(`/reader/1?library=${ANN}`)
  fireEvent.click(sheet.getByRole('button', { name: 'Show earlier' }))
  expect(await sheet.findByRole('article', { name: 'Ann: Saved "Of beans"' })).toBeDefined()
  const mine = within(sheet.getByRole('article', { name: 'You: Saved "Of beans"' }))
  fireEvent.click(mine.getByRole('button', { name: 'Undo: Saved "Of beans"' }))
  await waitFor(() => expect(undone).toEqual([[`?library=${ANN}`, { act: 'l3' }]]))
})

test('an owner takes back what members did', async () => {
  const undone = withActivity()
  const garden = { id: 3, name: 'Garden', description: null, color: '#10B981', count: 1, members: ['Bo'] }
  server.use(...library([], { ...mara, plan: 'ultra' }, [garden]))
  renderApp('/dashboard')
  const sheet = await open('Actions for Garden')
  const theirs = within(await sheet.findByRole('article', { name: 'Bo: Saved "Of beans"' }))
  fireEvent.click(theirs.getByRole('button', { name: 'Undo: Saved "Of beans"' }))
  await waitFor(() => expect(undone).toEqual([['', { act: 'l2' }]]))
})
