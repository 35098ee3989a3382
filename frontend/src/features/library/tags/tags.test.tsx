import { Counts } from '@lectern/contracts/api/counts.ts'
import { REJECTIONS } from '@lectern/contracts/api/errors.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aLink,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../../test-support/server.ts'

withServer()

const tags = [
  { tag: 'kafka', count: 2 },
  { tag: 'logs', count: 1 },
]
const counts = Counts.parse({
  ...{ used: 2, allowed: 500, active: 2, archived: 0, favorites: 0, collections: [], uncollected: 2 },
  tagCount: 2,
  tags,
})

let sent: unknown[]
/** The server answers an act on a tag with this, after noting what it was asked. */
const answer = (respond: () => Response | Promise<Response>) =>
  http.post('*/api/tags/:act', async ({ request, params }) => {
    sent.push([params.act, await request.json()])
    return respond()
  })
const tooLarge = () => refusal(409, REJECTIONS['too-large-to-undo'][1], { isTooLargeToUndo: true })

beforeEach(() => {
  sent = []
  server.use(
    http.get('*/api/counts', () => HttpResponse.json(counts)),
    http.get('*/api/tags', () => HttpResponse.json({ tags })),
    http.get('*/api/links/ids', () => HttpResponse.json({ links: [[1, 2]], count: 2, isCut: false })),
    ...library([
      aLink({ id: 1, title: 'One', tags: ['kafka', 'logs'] }),
      aLink({ id: 2, title: 'Two', tags: ['Kafka'] }),
    ]),
  )
})

const nav = () => screen.findByRole('navigation', { name: 'Tags' })
/** By selector, because the search by role is slow and the act ends after 30 s. */
const shown = () =>
  [...document.querySelectorAll('aside nav:nth-of-type(2) a')].map(({ textContent }) => textContent)
const choose = async (tag: string, entry: string) => {
  fireEvent.click(within(await nav()).getByRole('button', { name: `Actions for ${tag}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}
const rename = async (tag: string, to: string) => {
  await choose(tag, 'Rename')
  const dialog = await screen.findByRole('dialog', { name: 'Rename Tag' })
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: to } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Rename' }))
  return dialog
}

test('a renamed tag shows on cards and in the sidebar before the server has answered', async () => {
  const answered = Promise.withResolvers<Response>()
  server.use(answer(() => answered.promise))
  renderApp('/dashboard')
  await rename('kafka', '#streams')
  await waitFor(() => expect(shown()).toEqual(['#streams2', '#logs1']))
  expect(document.querySelector('[data-link="2"] li')?.textContent).toBe('#streams')
  expect(sent).toEqual([['rename', { from: 'kafka', to: 'streams', ifUndoable: true }]])
  answered.resolve(refusal(500, 'Something went wrong.'))
  // The refusal takes it back, and the form says why.
  await waitFor(() => expect(shown()).toEqual(['#kafka2', '#logs1']))
  expect((await screen.findAllByText('Something went wrong.')).length).toBeGreaterThan(0)
  expect(document.querySelector('[role=dialog] form')?.textContent).toContain('Something went wrong.')
})

test('what is too large to be undone is asked first, and then done all the same', async () => {
  let isAsked = false
  server.use(
    answer(() => {
      if (isAsked) return HttpResponse.json({ updatedCount: 40_000 })
      isAsked = true
      return tooLarge()
    }),
  )
  renderApp('/dashboard')
  await choose('kafka', 'Delete')
  const dialog = await screen.findByRole('dialog', { name: 'Delete Tag' })
  await within(dialog).findByText('2 links, archived ones included, lose this tag. The links stay.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Change anyway' }))
  await screen.findAllByText('"kafka" deleted on 40,000 links')
  expect(sent).toEqual([
    ['delete', { tag: 'kafka', ifUndoable: true }],
    ['delete', { tag: 'kafka' }],
  ])
})

test('a name that is taken offers to merge', async () => {
  server.use(answer(() => refusal(409, REJECTIONS['tag-taken'][1])))
  renderApp('/dashboard')
  await rename('logs', 'kafka')
  const merge = await screen.findByRole('dialog', { name: 'Merge Tags' })
  expect(merge.textContent).toContain('Another tag is named “kafka”. They can become one.')
  server.use(answer(() => HttpResponse.json({ updatedCount: 1 })))
  fireEvent.click(within(merge).getByRole('button', { name: 'Merge' }))
  await screen.findAllByText('"logs" merged into "kafka" on 1 link')
  expect(sent.at(-1)).toEqual(['merge', { from: ['logs'], into: 'kafka', ifUndoable: true }])
})

test('a search for the tag follows its new name, and ends when the tag is deleted', async () => {
  server.use(answer(() => HttpResponse.json({ updatedCount: 2 })))
  renderApp('/dashboard?q=tag%3Akafka')
  await rename('kafka', 'two words')
  await waitFor(() => expect(new URLSearchParams(location.search).get('q')).toBe('tag:"two words"'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
