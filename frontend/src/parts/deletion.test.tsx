import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../test-support/render-app.tsx'
import { aLink, HttpResponse, http, library, refusal, server, withServer } from '../test-support/server.ts'

withServer()

const links = [1, 2].map(id => aLink({ id, title: `Link ${id}` }))

/** The dialog that asks before the first link, or both, are deleted. */
const open = async (name: 'Delete Link' | 'Delete Selected', answer: () => Response) => {
  const asked: unknown[] = []
  server.use(
    http.post('*/api/notes/count', async ({ request }) => {
      asked.push(await request.json())
      return answer()
    }),
    ...library(links),
  )
  renderApp('/dashboard')
  await screen.findByRole('article', { name: 'Link 1' })
  for (const key of name === 'Delete Selected' ? ['*', 'a', '#'] : ['j', '#'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
  return { dialog: await screen.findByRole('dialog', { name }), asked }
}
const notes = (count: number) => () => HttpResponse.json({ notes: count })

test.each([
  ['Delete Link', 3, 'Its 3 notes will be deleted as well.', [1]],
  ['Delete Link', 1, 'Its 1 note will be deleted as well.', [1]],
  ['Delete Selected', 1_284, 'Their 1,284 notes will be deleted as well.', [[1, 2]]],
] as const)('%s with %i notes says so', async (name, count, sentence, linkIds) => {
  const { dialog, asked } = await open(name, notes(count))
  await within(dialog).findByText(sentence)
  expect(asked).toEqual([{ linkIds }])
})

test.each([
  ['without notes', notes(0)],
  ['whose notes cannot be counted', () => refusal(500, 'Something went wrong on our side.')],
])('links %s are deleted without a word of notes', async (_which, answer) => {
  server.use(http.delete('*/api/links/:id', () => HttpResponse.json({})))
  const { dialog, asked } = await open('Delete Link', answer)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(asked.length).toBe(1)
  expect(document.body.textContent).not.toContain('deleted as well')
})
